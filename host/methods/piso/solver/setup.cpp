#include "solver/setup.hpp"

namespace slipflow::piso {

linear_solvers::FaceSystem pressure_system_of(const FlowMesh& mesh, const Boundaries& boundaries) {
  linear_solvers::FaceSystem system;
  auto& graph = system.graph;
  auto& matrix = system.matrix;
  graph.cells = mesh.cells;
  graph.owner = mesh.faces.owner;
  graph.neighbour = mesh.faces.neighbour;
  graph.volumes = mesh.volumes;
  graph.across = mesh.faces.d;
  graph.rotations = mesh.faces.rotations;
  if (!graph.rotations.empty())
    graph.rotation.assign(static_cast<std::size_t>(mesh.faces.unrotated()), -1);
  graph.rotation.insert(graph.rotation.end(), mesh.faces.rotation.begin(),
                        mesh.faces.rotation.end());
  graph.to_boundary.assign(mesh.volumes.size(), mesh::Vector3{});
  matrix.a = mesh.faces.s_delta;
  matrix.b.assign(mesh.volumes.size(), 0.0);
  for (std::size_t s = 0; s < mesh.sides.cell.size(); ++s) {
    if (!boundaries.gives_pressure(s)) continue;
    const auto i = static_cast<std::size_t>(mesh.sides.cell[s]);
    const double b = mesh.sides.s_delta[s];
    matrix.b[i] += b;
    for (std::size_t q = 0; q < 3; ++q) graph.to_boundary[i][q] += b * mesh.sides.d[s][q];
  }
  for (std::size_t i = 0; i < matrix.b.size(); ++i)
    if (matrix.b[i] > 0)
      for (double& x : graph.to_boundary[i]) x /= matrix.b[i];
  return system;
}

SfFlowMesh host_view_of(const FlowMesh& mesh, const Boundaries& boundaries) {
  const FlowFaces& faces = mesh.faces;
  const FlowSides& sides = mesh.sides;
  return {.cells = mesh.cells,
          .faces = faces.count(),
          .sides = sides.count(),
          .components = mesh.components,
          .unrotated = faces.unrotated(),
          .oblique = mesh.oblique ? 1 : 0,
          .slides = boundaries.slides() ? 1 : 0,
          .curved = boundaries.curvatures().empty() ? 0 : 1,
          .skewed = mesh.skewed ? 1 : 0,
          .columns = mesh.rows.columns.data(),
          .row_faces = mesh.rows.faces.data(),
          .owner = faces.owner.data(),
          .neighbour = faces.neighbour.data(),
          .weight = faces.weight.data(),
          .s_delta = faces.s_delta.data(),
          .S = faces.S.data(),
          .along = faces.along.data(),
          .to_face = faces.to_face.data(),
          .rotations = faces.rotations.empty() ? nullptr : faces.rotations[0][0].data(),
          .face_rotation = faces.rotation.data(),
          .side_starts = mesh.side_starts.data(),
          .side_list = mesh.side_list.data(),
          .side_cell = sides.cell.data(),
          .side_kind = boundaries.kinds().data(),
          .side_s_delta = sides.s_delta.data(),
          .side_slip = boundaries.slips().data(),
          .side_S = sides.S.data(),
          .side_n = sides.n.data(),
          .side_along = sides.along.data(),
          .side_curvature = boundaries.curvatures().data(),
          .volumes = mesh.volumes.data()};
}

linear_solvers::Choice7 momentum_choice() {
  linear_solvers::Choice7 choice;
  choice.solver = linear_solvers::Solver7::bicgstab;
  choice.preconditioner = linear_solvers::Preconditioner7::jacobi;
  return choice;
}

}  // namespace slipflow::piso
