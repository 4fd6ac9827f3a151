// The parameters of kernels that have a mesh, and the mesh made of them. A work-item has a cell, a
// face or a side.
#ifndef SLIPFLOW_PISO_FLOW_MESH_H
#define SLIPFLOW_PISO_FLOW_MESH_H

#include "linear_solvers/face_level.h"
#include "piso/momentum.h"
#include "piso/pressure.h"

#define SF_FLOW_KERNEL __kernel __attribute__((reqd_work_group_size(SF_WORK_GROUP, 1, 1)))

/* Rows are those of the finest level of the pressure's multigrid. */
#define SF_MESH_PARAMETERS                                                                      \
  const int cells, const int faces, const int sides, const int components, const int unrotated, \
      const int oblique, const int slides, const int curved, const int skewed, const int width, \
      const int padded, __global const int *restrict columns,                                   \
      __global const int *restrict row_faces, __global const int *restrict long_starts,         \
      __global const int *restrict owner, __global const int *restrict neighbour,               \
      __global const real *restrict weight, __global const real *restrict s_delta,              \
      __global const real *restrict S, __global const real *restrict parts_along_k,             \
      __global const real *restrict to_face, __global const real *restrict rotations,           \
      __global const int *restrict face_rotation, __global const int *restrict side_starts,     \
      __global const int *restrict side_list, __global const int *restrict side_cell,           \
      __global const int *restrict side_kind, __global const real *restrict side_s_delta,       \
      __global const real *restrict side_slip, __global const real *restrict side_S,            \
      __global const real *restrict side_n, __global const real *restrict side_along,           \
      __global const real *restrict side_curvature, __global const real *restrict volumes
#define SF_TAKE_MESH                                                                          \
  const SfFlowMesh mesh = {cells,       faces,         sides,     components, unrotated,      \
                           oblique,     slides,        curved,    skewed,     columns,        \
                           row_faces,   owner,         neighbour, weight,     s_delta,        \
                           S,           parts_along_k, to_face,   rotations,  face_rotation,  \
                           side_starts, side_list,     side_cell, side_kind,  side_s_delta,   \
                           side_slip,   side_S,        side_n,    side_along, side_curvature, \
                           volumes}
#define SF_TAKE_CELL                                \
  SF_TAKE_MESH;                                     \
  const SfVectorArray of_cells = sf_of_cells(mesh); \
  const int i = get_global_id(0);                   \
  if (i >= cells) return;                           \
  const SfFaceRow row = sf_row_of_cell(mesh, width, padded, long_starts, i)
#define SF_TAKE_SIDE              \
  SF_TAKE_MESH;                   \
  const int s = get_global_id(0); \
  if (s >= sides) return

SF_INLINE SfFaceRow sf_row_of_cell(SfFlowMesh mesh, int width, int padded,
                                   __global const int* long_starts, int i) {
  const SfFaceLevel finest = {mesh.cells, mesh.faces, width, padded, 0, 0, 0, 0, 0, 0};
  return sf_face_row(finest, mesh.columns, long_starts, i);
}

#define SF_PRESCRIBED_PARAMETERS                         \
  __global const real *restrict prescribed_velocity,     \
      __global const real *restrict prescribed_pressure, \
      __global const real *restrict prescribed_flux
#define SF_TAKE_PRESCRIBED \
  const SfPrescribed prescribed = {prescribed_velocity, prescribed_pressure, prescribed_flux}

#define SF_GRADIENT_PARAMETERS                                                        \
  __global const real *restrict gradient_x, __global const real *restrict gradient_y, \
      __global const real *restrict gradient_z
#define SF_TAKE_GRADIENTS const SfGradients gradients = {gradient_x, gradient_y, gradient_z}

#define SF_FLUID_PARAMETERS const real viscosity, const int scheme
#define SF_TAKE_FLUID const SfFluid fluid = {viscosity, scheme}

/* Sums over the cells, of which means are made. */
#define SF_MEAN(sums, k) SF_DIVIDE((sums)[k], (real)cells)

#endif
