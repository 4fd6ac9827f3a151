#include "case/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace slipflow::psi_omega {

namespace {
constexpr double kMostCellReynolds = 2;  // of central differences that cannot oscillate

double widest(const mesh::Axis& axis) {
  return *std::max_element(axis.widths.begin(), axis.widths.end());
}

double largest_velocity(const Case& c) {
  double speed = 0;
  for (const Side& side : c.sides) {
    speed = std::max(speed, std::abs(side.velocity));
    for (const double u : side.speed) speed = std::max(speed, u);
  }
  return speed;
}
}  // namespace

std::array<double, 2> cell_reynolds_numbers(const Case& c) {
  const double factor = c.reynolds * largest_velocity(c);
  return {factor * widest(c.mesh.x), factor * widest(c.mesh.y)};
}

void note_resolution(Case& c) {
  const auto [x, y] = cell_reynolds_numbers(c);
  if (std::max(x, y) > kMostCellReynolds)
    c.notes.push_back(
        fmt::format("the cell Reynolds number is up to {:.3g} along x and {:.3g} along y; above {} "
                    "central differences oscillate next to layers that the cells do not resolve",
                    x, y, kMostCellReynolds));
  if (c.scheme.time != TimeScheme::adi) return;
  const double courant = c.time.step ? *c.time.step * largest_velocity(c) / c.smallest_width()
                                     : c.time.courant.value_or(0);
  if (courant > 1)
    c.notes.push_back(fmt::format(
        "the Courant number is {:.3g}: above 1 the vorticity passes more than a cell in a step, "
        "and errors in time may exceed those of the mesh",
        courant));
}

}  // namespace slipflow::psi_omega
