#include "slipflow/psi_omega/case.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace slipflow::psi_omega {

std::string Side::in_words() const {
  switch (kind) {
    case SideKind::wall:
      return velocity == 0 ? "wall" : fmt::format("wall of velocity {:.6g}", velocity);
    case SideKind::inflow:
      return "inflow";
    case SideKind::outflow:
      return "outflow";
    case SideKind::symmetry:
      return "symmetry";
  }
  return "";
}

setup::GapRegion gap_region(const Case& c) {
  setup::GapRegion region{c.mesh, c.bodies, {}, c.output.units.get(), "fluid"};
  for (std::size_t side = 0; side < c.sides.size(); ++side) {
    const SideKind kind = c.sides[side].kind;
    if (kind == SideKind::wall) region.sides[side] = setup::GapSide::wall;
    if (kind == SideKind::symmetry) region.sides[side] = setup::GapSide::frictionless;
  }
  return region;
}

double Case::smallest_width() const {
  return std::min(*std::min_element(mesh.x.widths.begin(), mesh.x.widths.end()),
                  *std::min_element(mesh.y.widths.begin(), mesh.y.widths.end()));
}

}  // namespace slipflow::psi_omega
