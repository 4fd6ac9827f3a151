// The equations of momentum: macros/piso/momentum.h.
#include "piso/flow_mesh.h"
#include "piso/sums.h"

SF_FLOW_KERNEL void assemble(SF_MESH_PARAMETERS, SF_PRESCRIBED_PARAMETERS, SF_FLUID_PARAMETERS,
                             const real c0, const real c1, const real c2, const real alpha,
                             const real force_x, const real force_y, const real force_z,
                             __global const real* restrict F, __global const real* restrict side_F,
                             __global const real* restrict U_old,
                             __global const real* restrict U_older, __global real* restrict own,
                             __global real* restrict across, __global real* restrict factor,
                             __global real* restrict b) {
  SF_TAKE_CELL;
  SF_TAKE_PRESCRIBED;
  SF_TAKE_FLUID;
  const SfMomentumTerms terms = {c0, c1, c2, alpha, {force_x, force_y, force_z}};
  const SfMomentumRow made =
      sf_momentum_row(mesh, row, prescribed, fluid, terms, F, side_F, U_old, U_older, i);
  own[i] = made.own;
  across[i] = made.across;
  factor[i] = made.rest;
  sf_store_vector(b, of_cells, i, made.b);
}

/* The gradient of component q. */
SF_FLOW_KERNEL void find_velocity_gradient(SF_MESH_PARAMETERS, SF_PRESCRIBED_PARAMETERS,
                                           const int q, __global const real* restrict side_F,
                                           __global const real* restrict U,
                                           __global real* restrict gradient) {
  SF_TAKE_CELL;
  SF_TAKE_PRESCRIBED;
  sf_store_vector(gradient, of_cells, i,
                  sf_velocity_gradient(mesh, row, prescribed, U, side_F, q, i));
}

/* On a skewed mesh, the slopes of all components. */
SF_FLOW_KERNEL void find_velocity_slopes(SF_MESH_PARAMETERS, SF_PRESCRIBED_PARAMETERS,
                                         __global const real* restrict side_F,
                                         __global const real* restrict U,
                                         __global real* restrict slopes_x,
                                         __global real* restrict slopes_y,
                                         __global real* restrict slopes_z) {
  SF_TAKE_CELL;
  SF_TAKE_PRESCRIBED;
  const SfLeastSquares slopes = sf_velocity_slopes(mesh, row, prescribed, U, side_F, i);
  sf_store_vector(slopes_x, of_cells, i, slopes.of_x);
  sf_store_vector(slopes_y, of_cells, i, slopes.of_y);
  if (components > 2) sf_store_vector(slopes_z, of_cells, i, slopes.of_z);
}
SF_FLOW_KERNEL void smooth_slopes(SF_MESH_PARAMETERS, __global const real* restrict slopes_x,
                                  __global const real* restrict slopes_y,
                                  __global const real* restrict slopes_z,
                                  __global real* restrict gradient_x,
                                  __global real* restrict gradient_y,
                                  __global real* restrict gradient_z) {
  SF_TAKE_CELL;
  const SfGradients slopes = {slopes_x, slopes_y, slopes_z};
  sf_store_vector(gradient_x, of_cells, i, sf_smoothed_slope(mesh, row, slopes, 0, i));
  sf_store_vector(gradient_y, of_cells, i, sf_smoothed_slope(mesh, row, slopes, 1, i));
  if (components > 2)
    sf_store_vector(gradient_z, of_cells, i, sf_smoothed_slope(mesh, row, slopes, 2, i));
}

SF_FLOW_KERNEL void add_explicit_part(SF_MESH_PARAMETERS, SF_FLUID_PARAMETERS,
                                      SF_GRADIENT_PARAMETERS, __global const real* restrict F,
                                      __global const real* restrict side_F,
                                      __global real* restrict b) {
  SF_TAKE_CELL;
  SF_TAKE_FLUID;
  SF_TAKE_GRADIENTS;
  const SfVector part = sf_explicit_part(mesh, row, fluid, F, side_F, gradients, i);
  sf_store_vector(b, of_cells, i, sf_plus(sf_vector_at(b, of_cells, i), part));
}

SF_FLOW_KERNEL void set_momentum_right(SF_MESH_PARAMETERS, __global const real* restrict b,
                                       __global const real* restrict gradient,
                                       __global real* restrict right) {
  SF_TAKE_MESH;
  const int i = get_global_id(0);
  if (i >= cells) return;
  sf_store_vector(right, sf_of_cells(mesh), i, sf_momentum_right(mesh, b, gradient, i));
}

SF_FLOW_KERNEL void find_momentum_residual(
    SF_MESH_PARAMETERS, SF_FLUID_PARAMETERS, __global const real* restrict F,
    __global const real* restrict own, __global const real* restrict across,
    __global const real* restrict right, __global const real* restrict U,
    __global const real* restrict sums, __global real* restrict scales,
    __global real* restrict residuals) {
  SF_TAKE_CELL;
  SF_TAKE_FLUID;
  const SfVector mean = sf_vector(SF_MEAN(sums, SF_SUM_U), SF_MEAN(sums, SF_SUM_U + 1),
                                  components > 2 ? SF_MEAN(sums, SF_SUM_U + 2) : (real)0.0);
  const SfMomentumResidual terms =
      sf_momentum_residual(mesh, row, fluid, F, own, across[i], right, U, mean, i);
  scales[i] = terms.scale;
  sf_store_vector(residuals, of_cells, i, terms.residual);
}

/* H/a_P, r' and r' - r; a factor above 0 is c0/dt. */
SF_FLOW_KERNEL void find_h(SF_MESH_PARAMETERS, SF_FLUID_PARAMETERS, const real c0,
                           const int is_consistent, __global const real* restrict F,
                           __global const real* restrict own, __global const real* restrict across,
                           __global const real* restrict b, __global const real* restrict gradient,
                           __global const real* restrict U, __global real* restrict h,
                           __global real* restrict consistent, __global real* restrict more,
                           __global real* restrict factor) {
  SF_TAKE_CELL;
  SF_TAKE_FLUID;
  const SfOverA r = sf_over_a(volumes[i], own[i], across[i], is_consistent);
  consistent[i] = r.consistent;
  more[i] = r.more;
  if (c0 > 0.0) factor[i] = sf_kept_by_step(r, c0);
  sf_store_vector(h, of_cells, i, sf_h_over_a(mesh, row, fluid, F, own, b, gradient, U, i));
}

/* y = A x of all components, unless the iterations have ended. */
SF_FLOW_KERNEL void multiply_momentum(SF_MESH_PARAMETERS, SF_FLUID_PARAMETERS,
                                      __global const S7Progress* restrict progress,
                                      __global const real* restrict F,
                                      __global const real* restrict own,
                                      __global const real* restrict x, __global real* restrict y) {
  if (!SF_IS_GOING_ON) return;
  SF_TAKE_CELL;
  SF_TAKE_FLUID;
  sf_store_vector(y, of_cells, i, sf_momentum_product(mesh, row, fluid, F, own, x, i));
}

SF_FLOW_KERNEL void find_side_values(SF_MESH_PARAMETERS, SF_PRESCRIBED_PARAMETERS,
                                     SF_FLUID_PARAMETERS, SF_GRADIENT_PARAMETERS,
                                     __global const real* restrict U,
                                     __global const real* restrict p,
                                     __global const real* restrict side_flux,
                                     __global real* restrict frictions,
                                     __global real* restrict pressures) {
  SF_TAKE_SIDE;
  SF_TAKE_PRESCRIBED;
  SF_TAKE_FLUID;
  SF_TAKE_GRADIENTS;
  sf_store_vector(frictions, sf_of_sides(mesh), s,
                  sf_side_friction(mesh, prescribed, fluid.viscosity, U, side_flux, gradients, s));
  pressures[s] = p[side_cell[s]];
}

/* The solution of the equation of each cell without the others, unless the iterations have ended.
 */
SF_FLOW_KERNEL void solve_momentum_of_cells(SF_MESH_PARAMETERS, SF_FLUID_PARAMETERS,
                                            __global const S7Progress* restrict progress,
                                            __global const real* restrict own,
                                            __global const real* restrict r,
                                            __global real* restrict z) {
  if (!SF_IS_GOING_ON) return;
  SF_TAKE_MESH;
  SF_TAKE_FLUID;
  const SfVectorArray of_cells = sf_of_cells(mesh);
  const int i = get_global_id(0);
  if (i >= cells) return;
  sf_store_vector(z, of_cells, i,
                  sf_momentum_of_cell(mesh, fluid, own, sf_vector_at(r, of_cells, i), i));
}
