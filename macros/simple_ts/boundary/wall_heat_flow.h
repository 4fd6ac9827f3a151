// A wall with a given heat flow; docs/numerics.md (66).
//
//     T_P          gas cell P, half width d
//   ..T_w..        gas at the wall
//   ==|=|==        heat flow into the wall: adiabatic if it is 0
#ifndef SLIPFLOW_WALL_HEAT_FLOW_H
#define SLIPFLOW_WALL_HEAT_FLOW_H

#include "language.h"

/* (66) Gas temperature at the wall: what conducts the flow over the half cell. */
SF_INLINE real sf_heat_flow_temperature(real T_P, real d, real conductivity, real heat_flow) {
  return T_P - SF_DIVIDE(heat_flow * d, conductivity);
}

#endif
