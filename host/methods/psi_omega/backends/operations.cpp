#include "backends/operations.hpp"

namespace slipflow::psi_omega {

linear_solvers::Lines lines_of(const Case& c, Family family) {
  const long nx = c.mesh.x.cells(), ny = c.mesh.y.cells();
  const long pitch = c.mesh.layout().pitch();
  if (family == Family::outlet) return {1, ny + 1, 1, pitch};
  if (family == Family::half_y) return {nx - 1, ny + 1, 1, pitch};
  return {ny - 1, nx + 1, pitch, 1};
}

}  // namespace slipflow::psi_omega
