// Slip length and heat of the gas at a piece of cut wall, in a plane and in space;
// docs/methods/cut-cells.md 5, 8.
#ifndef SLIPFLOW_CUT_WALL_HEAT_H
#define SLIPFLOW_CUT_WALL_HEAT_H

#include "simple_ts/boundary/wall_jump.h"
#include "simple_ts/boundary/wall_slip.h"
#include "simple_ts/splitting.h"

/* (43) The slip length of the gas at a wall; negative with free slip. */
SF_INLINE real sf_cut_slip_length(const SfContext* c, int wall, SfWallGas gas) {
  const real slip = c->wall[wall].slip;
  const SfSlipGas of = sf_slip_gas_of_face(c, gas);
  return slip < 0.0 ? -1.0 : slip * of.path / of.rho;
}

/* Conduction to a piece of wall, as SfCutWallGas has it. */
typedef struct {
  real conductance;
  real T;
  real taken;
  real limited;
} SfCutWallHeat;

/* (44), (50) Of an area with the gas at the wall and Gamma there; `friction`: its friction heat
   over CT2 Gamma. */
SF_INLINE SfCutWallHeat sf_cut_wall_heat(const SfContext* c, SfWallFace face, SfWallGas gas,
                                         real gamma, real area, real friction) {
  SfCutWallHeat heat = {c->gas.CT1 * area * gamma / face.d, face.T_wall, 0.0, 0.0};
  if (c->wall[face.wall].jump > 0.0)
    heat.conductance *= sf_density_at_wall(c)
                            ? sf_series_with_wall(face.p, face.d, gas.jump * gas.T)
                            : sf_series_with_wall(face.rho, face.d, gas.jump);
  if (c->wall[face.wall].jump < 0.0) { /* (50) limited conduction, else a source */
    const int limited = sf_heat_flow_is_limited(face.T, gas.T);
    heat.T = gas.T;
    heat.limited = limited ? 1.0 : 0.0;
    heat.conductance = limited ? c->gas.CT1 * area * sf_transport(c, face.T) / face.d : 0.0;
    heat.taken =
        limited ? 0.0 : c->wall[face.wall].heat_flow * area - c->gas.CT2 * gamma * friction;
  }
  return heat;
}

#endif
