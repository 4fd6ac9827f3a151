// Fluxes and the equation of the pressure: macros/piso/pressure.h.
#include "piso/flow_mesh.h"
#include "piso/sums.h"

#define SF_TAKE_FACE              \
  SF_TAKE_MESH;                   \
  const int f = get_global_id(0); \
  if (f >= faces) return

SF_FLOW_KERNEL void start_fluxes(SF_MESH_PARAMETERS, __global const real* restrict U,
                                 __global real* restrict flux) {
  SF_TAKE_FACE;
  flux[f] = sf_flux_of(mesh, U, f);
}
SF_FLOW_KERNEL void start_side_fluxes(SF_MESH_PARAMETERS, SF_PRESCRIBED_PARAMETERS,
                                      __global const real* restrict U,
                                      __global real* restrict side_flux) {
  SF_TAKE_SIDE;
  SF_TAKE_PRESCRIBED;
  side_flux[s] = sf_side_flux_of(mesh, prescribed, U, s);
}

/* Convecting fluxes, of faces or sides, extrapolated if w > 0, and the present ones become old. */
SF_FLOW_KERNEL void keep_fluxes(const int count, const real w, __global const real* restrict flux,
                                __global real* restrict old, __global real* restrict convecting) {
  const int k = get_global_id(0);
  if (k >= count) return;
  convecting[k] = w > 0.0 ? sf_extrapolated(flux[k], old[k], w) : flux[k];
  old[k] = flux[k];
}

SF_FLOW_KERNEL void copy_values(const int count, __global const real* restrict from,
                                __global real* restrict to) {
  const int k = get_global_id(0);
  if (k < count) to[k] = from[k];
}

SF_FLOW_KERNEL void extrapolate(const int count, const real w, __global const real* restrict old,
                                __global const real* restrict older, __global real* restrict to) {
  const int k = get_global_id(0);
  if (k < count) to[k] = sf_extrapolated(old[k], older[k], w);
}

#define SF_FLUX_PARAMETERS                                                     \
  __global const real *restrict h, __global const real *restrict factor,       \
      __global const real *restrict U_old, __global const real *restrict more, \
      __global const real *restrict p, __global const real *restrict gradient
#define SF_TAKE_FLUX_PARTS const SfFluxParts from = {h, factor, U_old, more, p, gradient}

SF_FLOW_KERNEL void find_fluxes(SF_MESH_PARAMETERS, SF_FLUX_PARAMETERS,
                                __global const real* restrict old, __global real* restrict flux) {
  SF_TAKE_FACE;
  SF_TAKE_FLUX_PARTS;
  flux[f] = sf_flux(mesh, from, old[f], f);
}
SF_FLOW_KERNEL void find_side_fluxes(SF_MESH_PARAMETERS, SF_PRESCRIBED_PARAMETERS,
                                     SF_FLUX_PARAMETERS, __global const real* restrict old,
                                     __global real* restrict side_flux) {
  SF_TAKE_SIDE;
  SF_TAKE_PRESCRIBED;
  SF_TAKE_FLUX_PARTS;
  side_flux[s] = sf_side_flux(mesh, prescribed, from, old[s], s);
}

/* The parts (14) of the fluxes of a velocity on a skewed mesh; `old` has the parts of U_old, which
   an iteration takes for the present velocity too. A time step computes them from this velocity. */
SF_FLOW_KERNEL void find_skew_fluxes(SF_MESH_PARAMETERS, SF_GRADIENT_PARAMETERS,
                                     __global real* restrict skew) {
  SF_TAKE_FACE;
  SF_TAKE_GRADIENTS;
  skew[f] = sf_skew_flux(mesh, gradients, f);
}
SF_FLOW_KERNEL void find_side_skew_fluxes(SF_MESH_PARAMETERS, SF_GRADIENT_PARAMETERS,
                                          __global real* restrict skew) {
  SF_TAKE_SIDE;
  SF_TAKE_GRADIENTS;
  skew[s] = sf_side_skew_flux(mesh, gradients, s);
}
SF_FLOW_KERNEL void add_skew_fluxes(SF_MESH_PARAMETERS, SF_GRADIENT_PARAMETERS,
                                    const int is_iterated, __global const real* restrict factor,
                                    __global const real* restrict old,
                                    __global real* restrict flux) {
  SF_TAKE_FACE;
  SF_TAKE_GRADIENTS;
  const real now = is_iterated ? old[f] : sf_skew_flux(mesh, gradients, f);
  flux[f] += sf_skew_added(now, sf_value_at(mesh, f, factor), old[f]);
}
SF_FLOW_KERNEL void add_side_skew_fluxes(SF_MESH_PARAMETERS, SF_GRADIENT_PARAMETERS,
                                         const int is_iterated,
                                         __global const real* restrict factor,
                                         __global const real* restrict old,
                                         __global real* restrict side_flux) {
  SF_TAKE_SIDE;
  SF_TAKE_GRADIENTS;
  const real now = is_iterated ? old[s] : sf_side_skew_flux(mesh, gradients, s);
  side_flux[s] += sf_skew_added(now, factor[side_cell[s]], old[s]);
}
SF_FLOW_KERNEL void add_values(const int count, __global const real* restrict from,
                               __global real* restrict to) {
  const int k = get_global_id(0);
  if (k < count) to[k] += from[k];
}

/* to = from + times factor gradient, vectors of cells. */
SF_FLOW_KERNEL void add_gradient(const int cells, const int components, const real times,
                                 __global const real* restrict factor,
                                 __global const real* restrict gradient, __global const real* from,
                                 __global real* to) {
  const int i = get_global_id(0);
  if (i >= cells) return;
  const SfVectorArray of = {cells, components};
  sf_store_vector(to, of, i, sf_plus_gradient(from, times * factor[i], gradient, of, i));
}

SF_FLOW_KERNEL void set_face_coefficients(SF_MESH_PARAMETERS, __global const real* restrict r,
                                          __global real* restrict a) {
  SF_TAKE_FACE;
  a[f] = sf_value_at(mesh, f, r) * s_delta[f];
}
SF_FLOW_KERNEL void set_cell_coefficients(SF_MESH_PARAMETERS, __global const real* restrict r,
                                          __global real* restrict b) {
  SF_TAKE_CELL;
  b[i] = sf_pressure_of_sides(mesh, r[i], i);
}

SF_FLOW_KERNEL void find_parts_along(SF_MESH_PARAMETERS, __global const real* restrict r,
                                     __global const real* restrict gradient,
                                     __global real* restrict along) {
  SF_TAKE_FACE;
  along[f] = sf_value_at(mesh, f, r) * sf_along_face(mesh, f, gradient);
}

SF_FLOW_KERNEL void set_pressure_right(SF_MESH_PARAMETERS, SF_PRESCRIBED_PARAMETERS,
                                       __global const real* restrict flux,
                                       __global const real* restrict side_flux,
                                       __global const real* restrict along,
                                       __global const real* restrict gradient,
                                       __global const real* restrict r,
                                       __global real* restrict right) {
  SF_TAKE_CELL;
  SF_TAKE_PRESCRIBED;
  right[i] = sf_pressure_right(mesh, row, prescribed, flux, side_flux, along, gradient, r[i], i);
}

SF_FLOW_KERNEL void find_pressure_residual(
    SF_MESH_PARAMETERS, const int singular, __global const real* restrict a,
    __global const real* restrict b, __global const real* restrict right,
    __global const real* restrict p, __global const real* restrict sums,
    __global real* restrict scales, __global real* restrict residuals) {
  SF_TAKE_CELL;
  const real mean_right = singular ? SF_MEAN(sums, SF_SUM_RIGHT) : (real)0.0;
  const SfPressureResidual terms = sf_pressure_residual(mesh, row, a, b[i], right[i] - mean_right,
                                                        p, SF_MEAN(sums, SF_SUM_P), i);
  scales[i] = terms.scale;
  residuals[i] = terms.residual;
}

SF_FLOW_KERNEL void correct_fluxes(SF_MESH_PARAMETERS, __global const real* restrict a,
                                   __global const real* restrict along,
                                   __global const real* restrict p, __global real* restrict flux) {
  SF_TAKE_FACE;
  flux[f] -= sf_flux_of_pressure(mesh, a, along, p, f);
}
SF_FLOW_KERNEL void correct_side_fluxes(SF_MESH_PARAMETERS, SF_PRESCRIBED_PARAMETERS,
                                        __global const real* restrict r,
                                        __global const real* restrict p,
                                        __global const real* restrict gradient,
                                        __global real* restrict side_flux) {
  SF_TAKE_SIDE;
  SF_TAKE_PRESCRIBED;
  side_flux[s] -= sf_side_flux_of_pressure(mesh, prescribed, r, p, gradient, s);
}

SF_FLOW_KERNEL void find_pressure_gradient(SF_MESH_PARAMETERS, SF_PRESCRIBED_PARAMETERS,
                                           __global const real* restrict p,
                                           __global real* restrict gradient) {
  SF_TAKE_CELL;
  SF_TAKE_PRESCRIBED;
  sf_store_vector(gradient, of_cells, i, sf_pressure_gradient(mesh, row, prescribed, p, i));
}

SF_FLOW_KERNEL void relax_pressure(const int cells, const real alpha,
                                   __global const real* restrict kept, __global real* restrict p) {
  const int i = get_global_id(0);
  if (i < cells) p[i] = sf_relaxed(alpha, kept[i], p[i]);
}

SF_FLOW_KERNEL void subtract_level(const int cells, __global const real* restrict level,
                                   __global real* restrict p) {
  const int i = get_global_id(0);
  if (i < cells) p[i] -= level[0];
}

/* |net flow| and the sum of all |fluxes| of each cell, and the Courant number of a step of length
   1. */
SF_FLOW_KERNEL void check_cells(SF_MESH_PARAMETERS, __global const real* restrict flux,
                                __global const real* restrict side_flux,
                                __global real* restrict net, __global real* restrict through_faces,
                                __global real* restrict courant) {
  SF_TAKE_CELL;
  const SfThroughCell through = sf_through_cell(mesh, row, flux, side_flux, i);
  net[i] = SF_ABS(through.net);
  through_faces[i] = through.all;
  courant[i] = sf_courant(mesh, through, i);
}

/* The largest change of a component of the velocity of each cell. */
SF_FLOW_KERNEL void find_changes(const int cells, const int components,
                                 __global const real* restrict U,
                                 __global const real* restrict U_old,
                                 __global real* restrict changes) {
  const int i = get_global_id(0);
  if (i >= cells) return;
  real largest = 0.0;
  for (int q = 0; q < components; ++q)
    largest = sf_max_keeping_nan(largest, SF_ABS(U[q * cells + i] - U_old[q * cells + i]));
  changes[i] = largest;
}
