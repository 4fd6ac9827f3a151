#include "backends/operations.hpp"

#include "psi_omega/rows.h"

namespace slipflow::psi_omega {

// The numbers that the equations know them by.
static_assert(static_cast<int>(Family::half_x) == PO_HALF_X &&
              static_cast<int>(Family::half_y) == PO_HALF_Y &&
              static_cast<int>(Family::psi) == PO_PSI &&
              static_cast<int>(Family::steady) == PO_STEADY &&
              static_cast<int>(Family::outlet) == PO_OUTLET);
static_assert(static_cast<int>(Convection::skew) == PO_SKEW &&
              static_cast<int>(Convection::advective) == PO_ADVECTIVE &&
              static_cast<int>(Convection::conservative) == PO_CONSERVATIVE);

namespace {
// On the finest level, and a third of it on all coarser ones: four of the matrix, and four vectors.
constexpr double kMultigridFields = 8 * 4.0 / 3;
// Registers of a GPU allow groups of this size with any kernel; the bits depend on where lines are
// cut into pieces.
constexpr int kGroupOfReference = 256;
}  // namespace

linear_solvers::Lines lines_of(const Case& c, Family family) {
  const long nx = c.mesh.x.cells(), ny = c.mesh.y.cells();
  const long pitch = c.mesh.layout().pitch();
  if (family == Family::outlet) return {1, ny + 1, 1, pitch};
  if (family == Family::half_y) return {nx + 1, ny + 1, 1, pitch};
  return {ny + 1, nx + 1, pitch, 1};
}

linear_solvers::LineChoice reference_lines(const Case& c, Family family) {
  linear_solvers::LineLimits limits;
  limits.work_group = kGroupOfReference;
  linear_solvers::LineChoice choice = resolved(lines_of(c, family), {}, limits);
  choice.parity = true;
  return choice;
}

double bytes_of(const Case& c, const Nodes& nodes) {
  const auto islands = c.scheme.free_bodies ? free_islands(nodes).size() : 0;
  const double fields = kFields + 2 + static_cast<double>(islands) + kMultigridFields;
  return static_cast<double>(c.mesh.layout().size()) * (fields * sizeof(double) + sizeof(SfTag));
}

}  // namespace slipflow::psi_omega
