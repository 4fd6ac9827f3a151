// Symmetric systems with an unknown per cell and a coefficient per internal face, as finite volumes
// on polyhedra give them for a pressure: in cell P, A x = b_P x_P + sum over faces a_f (x_P - x_N).
#pragma once

#include <vector>

#include "slipflow/mesh/poly_geometry.hpp"
#include "slipflow/mesh/poly_mesh.hpp"

namespace slipflow::linear_solvers {

/// The cells and their faces. The lengths are for multigrid.
struct FaceGraph {
  int cells = 0;
  std::vector<int> owner, neighbour;  ///< of each internal face; the owner is the smaller one
  std::vector<mesh::Vector3> across;  ///< from the centre of the owner to that of the neighbour
  /// For each face the number of the rotation through which the owner sees the neighbour, whose
  /// inverse has the number with the other last bit, or -1; may be empty without rotations.
  std::vector<int> rotation;
  std::vector<mesh::Rotation> rotations;
  std::vector<double> volumes;  ///< of the cells
  /// From the centre of each cell to its Dirichlet conditions, their mean weighted by coefficients;
  /// 0 of a cell without.
  std::vector<mesh::Vector3> to_boundary;

  int faces() const { return static_cast<int>(owner.size()); }
};

/// The coefficients: a of each face, at least 0, and b of each cell, which comes from Dirichlet
/// conditions and storage. All b are 0 in a singular system, whose solution has an open constant.
struct FaceMatrix {
  std::vector<double> a, b;
};

struct FaceSystem {
  FaceGraph graph;
  FaceMatrix matrix;
};

/// The faces and the cells across them, row by row: a cell's faces in increasing order.
struct SparseRows {
  std::vector<int> starts, columns, faces;
};
SparseRows rows_of(int cells, const std::vector<int>& owner, const std::vector<int>& neighbour);

}  // namespace slipflow::linear_solvers
