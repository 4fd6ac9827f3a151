// Velocity slip at a wall; docs/methods/simple-ts.md (43), (53).
//
//        u(i,j)                a node next to a wall parallel to x; d = half its row's width
//    ......|......  d
//   ======u_w======            wall plane, moving with u_wall
//     (i-1) | (i)              the two cells beyond: at least one is solid
//
// u_w depends on the node that evaluates it, so it is never stored: at a convex corner the same
// face is "normal velocity 0" for one node and "slip" for another.
#ifndef SLIPFLOW_WALL_SLIP_H
#define SLIPFLOW_WALL_SLIP_H

#include "simple_ts/boundary/friction_heat.h"
#include "simple_ts/boundary/slip_gas.h"
#include "simple_ts/boundary/wall_view.h"

/* (53) The wall that the equation of the node sees. At a convex corner, with one solid cell beyond,
   the gas does not slip: it moves with the wall, whatever its slip law. */
SF_INLINE SfWallView sf_wall_seen_by(const SfContext* c, int axis, int across, SfNode P, int side) {
  const int lo = sf_tag(c, sf_to(sf_to(P, axis, -1), across, side));
  const int hi = sf_tag(c, sf_to(P, across, side));
  if (sf_no_slip_at_corners(c) && !(lo && hi)) {
    const SfWallView corner = {sf_own_velocity_of_wall(c, axis, (lo | hi) - 1), 0.0};
    return corner;
  }
  return sf_wall_of(c, axis, across, P, side);
}

/* (43) for the velocity node P with the wall on one side, as its equation has it (53). at_wall:
   the gas at the wall faces, used with wall_density = wall. */
SF_INLINE real sf_slip_with(const SfContext* c, int axis, int across, SfNode P, int side,
                            SfSlipGas at_wall) {
  const SfSlipGas gas = sf_density_at_wall(c) ? at_wall : sf_slip_gas_of_cells(c, axis, P);
  return sf_slip_velocity(sf_q(c, axis, P), gas, 0.5 * sf_h(&c->mesh, across, P),
                          sf_wall_seen_by(c, axis, across, P, side));
}
SF_INLINE real sf_slip(const SfContext* c, int axis, int across, SfNode P, int side) {
  return sf_slip_with(c, axis, across, P, side, sf_slip_gas(c, axis, across, P, side));
}

/* (43) along the faces of the wall, at convex corners too: the node as friction, its heat and work
   see it. */
SF_INLINE SfSlidingNode sf_sliding(const SfContext* c, int axis, int across, SfNode P, int side) {
  return sf_sliding_with(c, axis, across, P, side, sf_slip_gas(c, axis, across, P, side));
}
SF_INLINE real sf_slip_along(const SfContext* c, int axis, int across, SfNode P, int side) {
  return sf_sliding(c, axis, across, P, side).at_wall;
}

#endif
