#include "case/lines.hpp"

#include "slipflow/opencl/device.hpp"

namespace slipflow::psi_omega {

// The numbers that the equations know them by.
static_assert(static_cast<int>(Convection::skew) == PO_SKEW &&
              static_cast<int>(Convection::advective) == PO_ADVECTIVE &&
              static_cast<int>(Convection::conservative) == PO_CONSERVATIVE);

namespace {
// Registers of a GPU allow groups of this size with any kernel. The bits depend on where lines are
// cut into pieces: every device must be able to cut them so, in parity mode.
constexpr int kGroupOfReference = 256;
}  // namespace

Family psi_lines(const Case& c) { return c.lines.axis == SF_X ? Family::psi_x : Family::psi_y; }
Family steady_lines(const Case& c) {
  return c.lines.axis == SF_X ? Family::steady_x : Family::steady_y;
}

std::vector<Family> used_lines(const Case& c) {
  std::vector<Family> used = c.scheme.time == TimeScheme::rows
                                 ? std::vector{psi_lines(c), steady_lines(c)}
                                 : std::vector{Family::half_x, Family::half_y};
  if (c.has_outlet()) used.push_back(Family::outlet);
  return used;
}

PoScheme scheme_of(const Case& c, double dt) {
  return {static_cast<int>(c.scheme.convection), c.scheme.sees_faces ? 1 : 0, c.reynolds, dt};
}

linear_solvers::Lines lines_of(const Case& c, Family family) {
  const long nx = c.mesh.x.cells(), ny = c.mesh.y.cells();
  const long pitch = c.mesh.layout().pitch();
  if (family == Family::outlet) return {1, ny + 1, 1, pitch};
  if (PO_AXIS_OF(static_cast<int>(family)) == SF_Y) return {nx + 1, ny + 1, 1, pitch};
  return {ny + 1, nx + 1, pitch, 1};
}

linear_solvers::LineChoice chosen_lines(const Case& c, Family family) {
  return {.algorithm = family == Family::outlet ? linear_solvers::LineAlgorithm::automatic
                                                : c.lines.algorithm};
}

linear_solvers::LineChoice reference_lines(const Case& c, Family family) {
  using linear_solvers::LineAlgorithm;
  linear_solvers::LineLimits limits;
  limits.work_group = kGroupOfReference;
  const auto algorithm = chosen_lines(c, family).algorithm;
  if (algorithm == LineAlgorithm::automatic || algorithm == LineAlgorithm::partition)
    limits.local_memory = opencl::kSmallestLocalMemory;
  linear_solvers::LineChoice choice =
      resolved(lines_of(c, family), chosen_lines(c, family), limits);
  choice.parity = true;
  return choice;
}

}  // namespace slipflow::psi_omega
