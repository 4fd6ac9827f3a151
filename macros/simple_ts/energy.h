// The temperature equation of cell (i,j); docs/numerics.md (19)-(21), walls (23), (25).
#ifndef SLIPFLOW_ENERGY_H
#define SLIPFLOW_ENERGY_H

#include "simple_ts/corner.h"

/* The neighbour across one face: its temperature and the conductance DT to it. */
typedef struct {
  real T;
  real D;
} SfThermalNeighbour;

/* (19), (25) Neighbour (in, jn) of cell (i,j) across a face of the given length; h, h_n are the
   widths of the two cells across it, rh = 1/h. */
SF_INLINE SfThermalNeighbour sf_thermal_neighbour(const SfContext *c, int i, int j, int in, int jn,
                                                  real length, real h, real h_n, real rh) {
  const int wall = sf_tag(c, in, jn);
  SfThermalNeighbour n;
  if (!wall) {
    n.T = sf_T(c, in, jn);
    n.D = c->gas.CT1 * length *
          sf_harmonic_conductance(sf_gamma(c, i, j), h, sf_gamma(c, in, jn), h_n);
  } else {
    n.T = sf_wall_gas_temperature(c, i, j, h, wall);
    n.D = c->wall[wall - 1].jump < 0.0 ? 0.0
                                       : c->gas.CT1 * length * sf_transport(n.T) * (2.0 * rh);
  }
  return n;
}

/* (20) Phi: dissipation function from the cell's own faces and the mean over its corners. */
SF_INLINE real sf_dissipation(const SfContext *c, int i, int j, real dudx, real dvdy) {
  const real shear2 = 0.25 * ((sf_shear2(c, i, j) + sf_shear2(c, i + 1, j)) +
                              (sf_shear2(c, i, j + 1) + sf_shear2(c, i + 1, j + 1)));
  const real divergence = dudx + dvdy;
  return 2.0 * (dudx * dudx + dvdy * dvdy) + shear2 - (2.0 / 3.0) * (divergence * divergence);
}

/* (21) New temperature from iteration k-1. The net outflow is cancelled against the convective
   parts, so that the diagonal is a sum of terms >= 0. */
SF_INLINE real sf_temperature(const SfContext *c, int i, int j) {
  const int at = sf_at(&c->mesh, i, j);
  const real hx = sf_hx(&c->mesh, i), rhx = sf_rhx(&c->mesh, i);
  const real hy = sf_hy(&c->mesh, j), rhy = sf_rhy(&c->mesh, j);
  const real V = hx * hy;
  const real F_w = sf_Fx(c, i, j), F_e = sf_Fx(c, i + 1, j);
  const real F_s = sf_Fy(c, i, j), F_n = sf_Fy(c, i, j + 1);
  const SfThermalNeighbour W =
      sf_thermal_neighbour(c, i, j, i - 1, j, hy, hx, sf_hx(&c->mesh, i - 1), rhx);
  const SfThermalNeighbour E =
      sf_thermal_neighbour(c, i, j, i + 1, j, hy, hx, sf_hx(&c->mesh, i + 1), rhx);
  const SfThermalNeighbour S =
      sf_thermal_neighbour(c, i, j, i, j - 1, hx, hy, sf_hy(&c->mesh, j - 1), rhy);
  const SfThermalNeighbour N =
      sf_thermal_neighbour(c, i, j, i, j + 1, hx, hy, sf_hy(&c->mesh, j + 1), rhy);
  const real dudx = (sf_u(c, i + 1, j) - sf_u(c, i, j)) * rhx;
  const real dvdy = (sf_v(c, i, j + 1) - sf_v(c, i, j)) * rhy;
  const real rho = c->rho[at];
  const real outflow = (sf_positive_part(-F_w) + sf_positive_part(F_e)) +
                       (sf_positive_part(-F_s) + sf_positive_part(F_n));
  const real diagonal = ((W.D + E.D) + (S.D + N.D)) + outflow + V * rho * c->rdt;
  const real neighbours =
      ((sf_positive_part(F_w) + W.D) * W.T + (sf_positive_part(-F_e) + E.D) * E.T) +
      ((sf_positive_part(F_s) + S.D) * S.T + (sf_positive_part(-F_n) + N.D) * N.T);
  const real source = c->gas.CT3 * (rho * c->T[at]) * (dudx + dvdy) +
                      c->gas.CT2 * sf_gamma(c, i, j) * sf_dissipation(c, i, j, dudx, dvdy) +
                      c->rho_old[at] * c->T_old[at] * c->rdt;
  return (neighbours + V * source) / diagonal;
}

#endif
