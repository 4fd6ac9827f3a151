#include "solver/setup.hpp"

namespace slipflow::piso {

namespace {
constexpr int kMostIterations = 200;
}  // namespace

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

linear_solvers::Choice7 momentum_choice() {
  linear_solvers::Choice7 choice;
  choice.solver = linear_solvers::Solver7::bicgstab;
  choice.preconditioner = linear_solvers::Preconditioner7::jacobi;
  choice.max = kMostIterations;
  return choice;
}

}  // namespace slipflow::piso
