// Ghost cells outside pressure boundaries, in the precision this file is compiled for.
#include "slipflow/simple_ts/host_context.hpp"

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {

SfPressureSide pressure_side_of(const SideValues& values) {
  return {static_cast<real>(values.pressure), static_cast<real>(values.temperature),
          values.at_ghost};
}

namespace {
/// Where the images of a ghost outside a boundary normal to an axis are along another axis. A
/// corner outside two boundaries of fixed pressure belongs to the one normal to the lower axis.
SfImages images_of(const Case& c, int normal, int axis, int place) {
  const int n = c.mesh.axis(axis).cells();
  const auto code = [&](int end) {
    const int of_side = side_code(c.sides[2 * axis + end]);
    return axis > normal ? SF_SIDE_OF_VELOCITY(of_side) : of_side;
  };
  return sf_images(place, n, n - 1, code(0), code(1));
}
}  // namespace

void update_pressure_sides(const Case& c, const Fields<stored>& old, Fields<stored>& s) {
  const auto layout = c.mesh.layout();
  const SfMesh whole = mesh_of(c, {});
  for (int side = 0; side < 2 * SF_AXES; ++side) {
    if (c.sides[side] != BoundaryKind::pressure) continue;
    const int axis = mesh::axis_across(side), step = side % 2 == 0 ? -1 : 1;
    const SfPressureSide prescribed = pressure_side_of(c.side_values[side]);
    mesh::for_cells(mesh::first_ghosts(layout, side), [&](int i, int j, [[maybe_unused]] int k) {
      const SfNode ghost = SF_NODE(i, j, k), P = sf_to(ghost, axis, -step);
      const int at = sf_at(&whole, P);
      if (c.mesh.tags[at]) return;
      const real normal = old.velocity(axis)[sf_at(&whole, sf_to(P, axis, step > 0 ? 1 : 0))];
      const SfGhostState state =
          sf_pressure_ghost(prescribed, s.T[at], s.rho[at], step > 0 ? -normal : normal);
      const int next = SF_NEXT(axis);
      const SfImages of_next = images_of(c, axis, next, sf_place(&whole, next, P));
#if SF_AXES == 3
      const int after = SF_AFTER(axis);
      sf_store_ghosts(&whole, axis, s.T.data(), s.rho.data(), P, step, of_next,
                      images_of(c, axis, after, sf_place(&whole, after, P)), state);
#else
      sf_store_ghosts(&whole, axis, s.T.data(), s.rho.data(), P, step, of_next, state);
#endif
    });
  }
}

}  // namespace SF_VARIANT

#if !defined(SF_MIXED) && !defined(SF_SINGLE)
template <>
void update_pressure_sides_of<SF_AXES>(const Case& c, const State& old, State& s) {
  update_pressure_sides(c, old, s);
}
#endif

}  // namespace slipflow::simple_ts
