// psi: right-hand side and solution of its linear system, macros/psi_omega/poisson.h, and its
// values on islands.
#ifndef SF_WORK_GROUP
#define SF_WORK_GROUP 64
#endif
#include "linear_solvers/add_lanes.h"
#include "psi_omega/island_psi.h"
#include "psi_omega/poisson.h"

#define PO_KERNEL __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1)))

/* A work-item for each node (i,j) between the boundaries. */
#define PO_TAKE_NODE                                            \
  const int i = 1 + get_global_id(0), j = 1 + get_global_id(1); \
  const int at = po_place(nx, i, j);                            \
  if (i >= nx || j >= ny || kind[at] != PO_FLOW) return

/* h_x and h_y: widths of the cells. */
PO_KERNEL void set_system(const int nx, const int ny, __global const SfTag* restrict kind,
                          __global const real* restrict h_x, __global const real* restrict h_y,
                          __global const real* restrict psi, __global const real* restrict omega,
                          __global real* restrict f, __global real* restrict x) {
  PO_TAKE_NODE;
  const PoVolume volume = po_volume(kind, nx, at, h_x[i - 1], h_x[i], h_y[j - 1], h_y[j]);
  const int p = po_place_in_system(nx, i, j);
  f[p] = po_right_hand_side(&volume, psi, omega[at]);
  x[p] = psi[at];
}

PO_KERNEL void store_psi(const int nx, const int ny, __global const SfTag* restrict kind,
                         __global const real* restrict x, __global real* restrict psi) {
  PO_TAKE_NODE;
  psi[at] = x[po_place_in_system(nx, i, j)];
}

/* Sums over the faces of each island, a group for each: faces [first[k], first[k + 1]) are those of
   island k. */
#define PO_SUM_OF_ISLANDS(term, sums)                                                   \
  __local real lanes[SF_PARTIAL_LANES];                                                 \
  const int island = get_group_id(0), last = first[island + 1];                         \
  real mine = 0.0;                                                                      \
  for (int k = first[island] + (int)get_local_id(0); k < last; k += SF_PARTIAL_LANES) { \
    const PoIslandFace face = faces[k];                                                 \
    mine += (term);                                                                     \
  }                                                                                     \
  const real sum = sf_add_items(lanes, SF_PARTIAL_LANES, mine);                         \
  if (get_local_id(0) == 0) sums[island] = sum

/* The circulation of psi around each island. */
SF_PARTIAL_KERNEL void find_circulations(
    const int nx, const int ny, __global const real* restrict x, __global const real* restrict y,
    __global const SfTag* restrict kind, __global const int* restrict first,
    __global const PoIslandFace* restrict faces, __global const real* restrict psi,
    __global real* restrict circulations) {
  const PoNodes n = {nx, ny, x, y, kind, 0, 0, psi, 0};
  PO_SUM_OF_ISLANDS(po_circulation(&n, &face), circulations);
}

/* The same after a step from psi. `before`, `between` and `after` may be one array. */
SF_PARTIAL_KERNEL void advance_circulations(
    const int nx, const int ny, __global const real* restrict x, __global const real* restrict y,
    __global const SfTag* restrict kind, __global const int* restrict first,
    __global const PoIslandFace* restrict faces, const int convection, const int sees_faces,
    const real reynolds, const real dt, __global const real* restrict psi,
    __global const real* before, __global const real* between, __global const real* after,
    __global real* restrict circulations) {
  const PoNodes n = {nx, ny, x, y, kind, 0, 0, psi, 0};
  const PoScheme scheme = {convection, sees_faces, reynolds, dt};
  const PoVorticities w = {before, between, after};
  PO_SUM_OF_ISLANDS(po_circulation_after(&n, &scheme, &w, &face), circulations);
}

/* psi += the response of an island, times its correction. */
PO_KERNEL void add_response(const int count, const int islands, const int island,
                            __global const real* restrict inverse,
                            __global const real* restrict wanted,
                            __global const real* restrict found,
                            __global const real* restrict response, __global real* restrict psi) {
  const int k = get_global_id(0);
  if (k < count) psi[k] += po_correction(inverse, wanted, found, islands, island) * response[k];
}
