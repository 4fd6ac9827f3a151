#include "backends/operations.hpp"

#include <algorithm>

namespace slipflow::psi_omega {

namespace {
// On the finest level, and a third of it on all coarser ones: four of the matrix, and four vectors.
constexpr double kMultigridFields = 8 * 4.0 / 3;
}  // namespace

linear_solvers::Lines lines_of(const Case& c, Family family) {
  const long nx = c.mesh.x.cells(), ny = c.mesh.y.cells();
  const long pitch = c.mesh.layout().pitch();
  if (family == Family::outlet) return {1, ny + 1, 1, pitch};
  if (family == Family::half_y) return {nx - 1, ny + 1, 1, pitch};
  return {ny - 1, nx + 1, pitch, 1};
}

// One choice for all families, from the longest lines, which no limit of a device shortens.
linear_solvers::LineChoice reference_lines(const Case& c) {
  const long longest = 1L + std::max(c.mesh.x.cells(), c.mesh.y.cells());
  linear_solvers::LineChoice choice =
      resolved(linear_solvers::Lines::contiguous(1, longest), {}, linear_solvers::LineLimits{});
  choice.lines_abreast = 0;
  choice.parity = true;
  return choice;
}

double bytes_of(const Case& c, const Nodes& nodes) {
  const auto islands = c.scheme.free_bodies ? free_islands(nodes).size() : 0;
  const double fields = kFields + 2 + static_cast<double>(islands) + kMultigridFields;
  return static_cast<double>(c.mesh.layout().size()) * (fields * sizeof(double) + sizeof(SfTag));
}

}  // namespace slipflow::psi_omega
