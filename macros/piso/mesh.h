// A mesh of polyhedra as the formulas of a cell, a face between two cells, and a side, which is a
// face of the boundary, read it.
#ifndef SLIPFLOW_PISO_MESH_H
#define SLIPFLOW_PISO_MESH_H

#include "linear_solvers/face_rows.h"
#include "piso/vectors.h"

/* What is known at a side; docs/methods/piso.md has the table. */
#define SF_PRESCRIBED_VELOCITY 0
#define SF_OUTFLOW 1  /* prescribed pressure, no gradient of the velocity */
#define SF_PRESSURE 2 /* the same, but what flows in is normal to the side */
#define SF_SYMMETRY 3
#define SF_SLIP 4 /* a wall with Navier slip */
#define SF_GIVES_PRESSURE(kind) ((kind) == SF_OUTFLOW || (kind) == SF_PRESSURE)

/* S leads from the owner of a face, which is the smaller cell, to the neighbour, and out of a
   side. Faces from `unrotated` on join their cells through a rotation (15): vectors of the face are
   those that the owner sees. */
typedef struct {
  int cells, faces, sides, components;
  int unrotated; /* faces without a rotation */
  int oblique;   /* whether faces have a part along k = n - d delta */
  int slides;    /* whether sides are of the kind SF_SYMMETRY or SF_SLIP */
  int curved;    /* whether sides have a curvature */
  int skewed;    /* whether the lines between centres miss the centres of faces */
  /* Rows: the cells across the faces of a cell, and these faces. */
  SF_GLOBAL const int *columns, *row_faces;
  /* Faces. */
  SF_GLOBAL const int *owner, *neighbour;
  SF_GLOBAL const real* weight;    /* of the owner in values at the face */
  SF_GLOBAL const real* s_delta;   /* |S| delta */
  SF_GLOBAL const real *S, *along; /* `along`: |S| k, of a mesh that is not skewed */
  SF_GLOBAL const real* to_face;   /* from the owner to the face, then from the neighbour */
  /* Matrices of nine numbers, by rows, and for each face with a rotation the number of the one that
     takes vectors of the neighbour to the owner; the number with the other last bit takes them
     back. */
  SF_GLOBAL const real* rotations;
  SF_GLOBAL const int* face_rotation;
  /* Sides, and those of each cell. */
  SF_GLOBAL const int *side_starts, *side_list, *side_cell, *side_kind;
  SF_GLOBAL const real *side_s_delta, *side_slip; /* `side_slip`: B delta */
  SF_GLOBAL const real *side_S, *side_n, *side_along;
  SF_GLOBAL const real* side_curvature; /* tensors: the shape operator over delta */
  SF_GLOBAL const real* volumes;
} SfFlowMesh;

SF_INLINE SfVectorArray sf_of_cells(SfFlowMesh mesh) {
  const SfVectorArray of = {mesh.cells, mesh.components};
  return of;
}
SF_INLINE SfVectorArray sf_of_faces(SfFlowMesh mesh) {
  const SfVectorArray of = {mesh.faces, mesh.components};
  return of;
}
SF_INLINE SfVectorArray sf_of_sides(SfFlowMesh mesh) {
  const SfVectorArray of = {mesh.sides, mesh.components};
  return of;
}

/* The number of the rotation that takes vectors of the neighbour of face f to the owner, or -1. */
SF_INLINE int sf_rotation_of_face(SfFlowMesh mesh, int f) {
  return f < mesh.unrotated ? -1 : mesh.face_rotation[f - mesh.unrotated];
}
/* (15) Vector a seen through a rotation, or -1 for none. */
SF_INLINE SfVector sf_rotated(SfFlowMesh mesh, int rotation, SfVector a) {
  if (rotation < 0) return a;
  SF_GLOBAL const real* R = mesh.rotations + 9 * rotation;
  return sf_vector(R[0] * a.x + R[1] * a.y + R[2] * a.z, R[3] * a.x + R[4] * a.y + R[5] * a.z,
                   R[6] * a.x + R[7] * a.y + R[8] * a.z);
}

/* A face as one of its cells sees it. */
typedef struct {
  int number, other; /* `other`: the cell across it */
  real sign;         /* 1 if S leads out of the cell, else -1 */
  real weight;       /* of the cell in values at the face */
  int rotation;      /* through which the cell sees the other one, or -1 */
} SfCellFace;

SF_INLINE SfCellFace sf_face_of_cell(SfFlowMesh mesh, int i, int at) {
  const int number = mesh.row_faces[at], other = mesh.columns[at];
  const int owns = other > i, rotation = sf_rotation_of_face(mesh, number);
  const real weight = mesh.weight[number];
  const SfCellFace face = {number, other, owns ? (real)1.0 : (real)-1.0,
                           owns ? weight : (real)1.0 - weight,
                           rotation < 0 || owns ? rotation : rotation ^ 1};
  return face;
}
/* A vector of a face as the cell sees it. */
SF_INLINE SfVector sf_seen_by_cell(SfFlowMesh mesh, SfCellFace face, SfVector of_face) {
  return face.sign > 0.0 ? of_face : sf_rotated(mesh, face.rotation, of_face);
}
/* A vector of the other cell as the cell sees it. */
SF_INLINE SfVector sf_vector_across(SfFlowMesh mesh, SfCellFace face, SF_GLOBAL const real* q) {
  return sf_rotated(mesh, face.rotation, sf_vector_at(q, sf_of_cells(mesh), face.other));
}

/* From the centre of the owner of face f to that of the neighbour: d. */
SF_INLINE SfVector sf_distance(SfFlowMesh mesh, int f) {
  const SfVectorArray of = {2 * mesh.faces, mesh.components};
  return sf_plus_times(sf_vector_at(mesh.to_face, of, f), -1.0,
                       sf_vector_at(mesh.to_face, of, mesh.faces + f));
}
/* From where this line crosses the face to the centre of the face: s. */
SF_INLINE SfVector sf_skewness(SfFlowMesh mesh, int f) {
  const SfVectorArray of = {2 * mesh.faces, mesh.components};
  const real w = mesh.weight[f];
  return sf_plus_times(sf_times(w, sf_vector_at(mesh.to_face, of, f)), 1.0 - w,
                       sf_vector_at(mesh.to_face, of, mesh.faces + f));
}
/* From the centre of the cell of side s to that of the side, d = (S - |S| k)/(|S| delta). */
SF_INLINE SfVector sf_side_distance(SfFlowMesh mesh, int s) {
  const SfVectorArray of = sf_of_sides(mesh);
  return sf_times(
      SF_RECIPROCAL(mesh.side_s_delta[s]),
      sf_plus_times(sf_vector_at(mesh.side_S, of, s), -1.0, sf_vector_at(mesh.side_along, of, s)));
}
/* Its parts along n and along the side, d_n and d_t. */
SF_INLINE SfVector sf_side_ahead(SfFlowMesh mesh, int s) {
  return sf_along(sf_side_distance(mesh, s), sf_vector_at(mesh.side_n, sf_of_sides(mesh), s));
}
SF_INLINE SfVector sf_side_beside(SfFlowMesh mesh, int s) {
  return sf_across(sf_side_distance(mesh, s), sf_vector_at(mesh.side_n, sf_of_sides(mesh), s));
}

/* For each entry `at` of a row, and for each place `k` of the sides of cell i in side_list. */
#define SF_FOR_FACES(mesh, row, at)                                                           \
  for (int sf_entry = 0, at = (row).begin; sf_entry < (row).count && (mesh).columns[at] >= 0; \
       ++sf_entry, at += (row).stride)
#define SF_FOR_SIDES(mesh, i, k) \
  for (int k = (mesh).side_starts[i]; k < (mesh).side_starts[(i) + 1]; ++k)

#endif
