#include "backends/operations.hpp"

#include <algorithm>

#include "slipflow/linear_solvers/line_solver.hpp"

namespace slipflow::psi_omega {

namespace {
// On the finest level, and a third of it on all coarser ones: four of the matrix, and four vectors.
constexpr double kMultigridFields = 8 * 4.0 / 3;

linear_solvers::Lines longest_lines(const Case& c) {
  return linear_solvers::Lines::contiguous(1, 1L + std::max(c.mesh.x.cells(), c.mesh.y.cells()));
}

// Longer lines would be cut into pieces, for which the kernels of the method have no memory.
linear_solvers::LineChoice without_pieces(const Case& c, linear_solvers::LineChoice choice) {
  if (is_split(longest_lines(c), choice)) choice.algorithm = linear_solvers::LineAlgorithm::pta;
  return choice;
}
}  // namespace

linear_solvers::Lines lines_of(const Case& c, Family family) {
  const long nx = c.mesh.x.cells(), ny = c.mesh.y.cells();
  const long pitch = c.mesh.layout().pitch();
  if (family == Family::outlet) return {1, ny + 1, 1, pitch};
  if (family == Family::half_y) return {nx - 1, ny + 1, 1, pitch};
  return {ny - 1, nx + 1, pitch, 1};
}

linear_solvers::LineChoice reference_lines(const Case& c) {
  linear_solvers::LineChoice choice;
  choice.parity = true;
  return without_pieces(c, resolved(longest_lines(c), choice, {}));
}

linear_solvers::LineChoice fast_lines(const Case& c, const opencl::Device& device) {
  return without_pieces(c, resolved(longest_lines(c), {}, linear_solvers::limits_of(device)));
}

double bytes_of(const Case& c, const Nodes& nodes) {
  const auto islands = c.scheme.free_bodies ? free_islands(nodes).size() : 0;
  const double fields = kFields + 2 + static_cast<double>(islands) + kMultigridFields;
  return static_cast<double>(c.mesh.layout().size()) * (fields * sizeof(double) + sizeof(SfTag));
}

}  // namespace slipflow::psi_omega
