// A wall with a prescribed heat flow; docs/methods/simple-ts.md (50).
//
//     T_P          gas cell P, half width d
//   ..T_w..        gas at the wall
//   ==|=|==        heat flow into the wall: adiabatic if it is 0
#ifndef SLIPFLOW_WALL_HEAT_FLOW_H
#define SLIPFLOW_WALL_HEAT_FLOW_H

#include "language.h"

/* The least T_w over T_P: a heat flow that asks for less is limited to the one that this difference
   conducts. */
#define SF_LEAST_WALL_TEMPERATURE 0.1

/* (50) Gas temperature at the wall: that which conducts the heat flow over the half
   cell, limited. */
SF_INLINE real sf_heat_flow_temperature(real T_P, real d, real conductivity, real heat_flow) {
  const real T_w = T_P - SF_DIVIDE(heat_flow * d, conductivity);
  const real least = SF_LEAST_WALL_TEMPERATURE * T_P;
  return T_w < least ? least : T_w;
}

/* (50) Whether the limit acts, from the result of sf_heat_flow_temperature(). */
SF_INLINE int sf_heat_flow_is_limited(real T_P, real T_w) {
  return T_w <= SF_LEAST_WALL_TEMPERATURE * T_P;
}

#endif
