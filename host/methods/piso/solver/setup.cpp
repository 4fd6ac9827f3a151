#include "solver/setup.hpp"

namespace slipflow::piso {

PressureSystem pressure_system_of(const FlowMesh& mesh, const Boundaries& boundaries) {
  PressureSystem system;
  auto& graph = system.graph;
  auto& matrix = system.matrix;
  graph.cells = mesh.cells;
  graph.owner = mesh.faces.owner;
  graph.neighbour = mesh.faces.neighbour;
  graph.volumes = mesh.volumes;
  graph.across = mesh.faces.d;
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
  SfFlowMesh view{};
  view.cells = mesh.cells;
  view.faces = faces.count();
  view.sides = sides.count();
  view.components = mesh.components;
  view.oblique = mesh.oblique ? 1 : 0;
  view.slides = boundaries.slides() ? 1 : 0;
  view.curved = boundaries.curvatures().empty() ? 0 : 1;
  view.skewed = mesh.skewed ? 1 : 0;
  view.columns = mesh.rows.columns.data();
  view.row_faces = mesh.rows.faces.data();
  view.owner = faces.owner.data();
  view.neighbour = faces.neighbour.data();
  view.weight = faces.weight.data();
  view.s_delta = faces.s_delta.data();
  view.S = faces.S.data();
  view.along = faces.along.data();
  view.to_face = faces.to_face.data();
  view.side_starts = mesh.side_starts.data();
  view.side_list = mesh.side_list.data();
  view.side_cell = sides.cell.data();
  view.side_kind = boundaries.kinds().data();
  view.side_s_delta = sides.s_delta.data();
  view.side_slip = boundaries.slips().data();
  view.side_S = sides.S.data();
  view.side_n = sides.n.data();
  view.side_along = sides.along.data();
  view.side_curvature = boundaries.curvatures().data();
  view.volumes = mesh.volumes.data();
  return view;
}

linear_solvers::Choice7 momentum_choice() {
  linear_solvers::Choice7 choice;
  choice.solver = linear_solvers::Solver7::bicgstab;
  choice.preconditioner = linear_solvers::Preconditioner7::jacobi;
  return choice;
}

}  // namespace slipflow::piso
