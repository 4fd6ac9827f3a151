// Heat conduction in a box: dT/dt = alpha (d2T/dx2 + d2T/dy2), in finite volumes and explicit
// steps. Heat flows through a face with the difference of the temperatures of its two cells over
// the distance of their centres. Outside the face of a wall is the mirror image of the cell, whose
// temperature is mirrored too: it is 2 T_wall - T_P, or T_P where the wall is adiabatic.
//
// C++ and OpenCL C; a file that expands it chooses the precision, macros/language.h.
#ifndef SLIPFLOW_HEAT_H
#define SLIPFLOW_HEAT_H

#include "indexing.h"

/* The temperatures of a time level, with mesh and walls. Wall n of the tags has the
   mirror image walls[2n - 2] T_P + walls[2n - 1]. */
typedef struct {
  SfMesh mesh;
  SF_GLOBAL const SfTag* tag;
  SF_GLOBAL const real* walls;
  SF_GLOBAL const stored* T;
} HeatBox;

/* The temperature of the cell, or of its image outside a periodic boundary. */
SF_INLINE real heat_T(const HeatBox* box, int i, int j) {
  const int nx = box->mesh.nx, ny = box->mesh.ny;
  i += i < 0 ? nx : i < nx ? 0 : -nx;
  j += j < 0 ? ny : j < ny ? 0 : -ny;
  return box->T[sf_at(&box->mesh, sf_node(i, j))];
}

/* The gradient of T from a cell of T_P and width 1/rh to its neighbour (i, j), whose centre is
   1/rhf away. */
SF_INLINE real heat_gradient(const HeatBox* box, real T_P, int i, int j, real rh, real rhf) {
  const int wall = box->tag[sf_at(&box->mesh, sf_node(i, j))];
  if (wall) return (box->walls[2 * wall - 2] * T_P + box->walls[2 * wall - 1] - T_P) * rh;
  return (heat_T(box, i, j) - T_P) * rhf;
}

/* T of cell (i, j) after a step: T_P + alpha dt (d2T/dx2 + d2T/dy2). */
SF_INLINE real heat_next_T(const HeatBox* box, int i, int j, real alpha_dt) {
  const SfMesh* m = &box->mesh;
  const real T_P = heat_T(box, i, j);
  const real rhx = sf_rhx(m, i), rhy = sf_rhy(m, j);
  const real w = heat_gradient(box, T_P, i - 1, j, rhx, sf_rhxf(m, i));
  const real e = heat_gradient(box, T_P, i + 1, j, rhx, sf_rhxf(m, i + 1));
  const real s = heat_gradient(box, T_P, i, j - 1, rhy, sf_rhyf(m, j));
  const real n = heat_gradient(box, T_P, i, j + 1, rhy, sf_rhyf(m, j + 1));
  return sf_as_stored(T_P + alpha_dt * ((w + e) * rhx + (s + n) * rhy));
}

#endif
