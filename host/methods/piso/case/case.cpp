#include "slipflow/piso/case.hpp"

#include <algorithm>
#include <cmath>

namespace slipflow::piso {

double largest_speed(const Case& c) {
  double largest = 0;
  for (const Condition& surface : c.surfaces) {
    const auto& [u, v, w] = surface.velocity;
    double speed = std::hypot(u, v, w) * surface.over_time.largest();
    const auto side = std::ranges::find(mesh::side_names, surface.name) - mesh::side_names.begin();
    // A parabola along an axis has 3/2 of its mean in the middle.
    for (int axis = 0; surface.parabolic && axis < c.axes; ++axis)
      if (axis != mesh::axis_across(static_cast<int>(side)) && !c.periodic(axis)) speed *= 1.5;
    largest = std::max(largest, speed);
  }
  return largest;
}

setup::GapRegion gap_region(const Case& c) {
  setup::GapRegion region{c.mesh, c.bodies, {}, c.output.units.get(), "fluid"};
  for (int side = 0; side < 2 * c.axes; ++side) {
    const auto surface =
        std::ranges::find(c.surfaces, std::string(mesh::side_names[side]), &Condition::name);
    setup::GapSide& kind = region.sides[static_cast<std::size_t>(side)];
    if (c.periodic(mesh::axis_across(side)))
      kind = setup::GapSide::periodic;
    else if (surface->is_wall())
      kind = setup::GapSide::wall;
    else if (surface->kind == PatchKind::symmetry)
      kind = setup::GapSide::frictionless;
  }
  return region;
}

double chosen_relaxation(double cells, int axes) {
  return std::clamp(1 - 2.5 / std::pow(cells, 1.0 / axes), 0.5, 0.98);
}

}  // namespace slipflow::piso
