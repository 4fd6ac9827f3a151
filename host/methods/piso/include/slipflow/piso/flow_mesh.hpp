// A mesh of polyhedra as the equations of incompressible flow read it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "piso/vectors.h"
#include "slipflow/linear_solvers/face_system.hpp"
#include "slipflow/mesh/poly_geometry.hpp"
#include "slipflow/mesh/poly_mesh.hpp"

namespace slipflow::piso {

/// Faces between two cells, those of joined patches included. S leads from the owner, which is the
/// smaller cell, to the neighbour; delta is 1/max(n.d, 0.05 |d|) with the vector d between the
/// centres. Arrays of vectors hold all x, then all y, and z if there are three components.
struct FlowFaces {
  std::vector<int> owner, neighbour;
  std::vector<double> weight;    ///< of the owner in values at the face
  std::vector<double> s_delta;   ///< |S| delta
  std::vector<double> S, along;  ///< vectors; `along` is |S| k, k = n - d delta; not if skewed
  std::vector<double> to_face;   ///< vectors: from the owners to the faces, then from neighbours
  std::vector<mesh::Vector3> d;
  /// The last faces are those that a rotation joins, with the number of the one that takes vectors
  /// of the neighbour to the owner. The number with the other last bit is that of its inverse.
  /// Vectors of the face are those that the owner sees.
  std::vector<int> rotation;
  std::vector<mesh::Rotation> rotations;

  int count() const { return static_cast<int>(owner.size()); }
  int unrotated() const { return count() - static_cast<int>(rotation.size()); }
};

/// Faces of the boundary; d leads from the centre of the cell to that of the face.
struct FlowSides {
  std::vector<int> cell, patch;
  std::vector<double> s_delta;
  std::vector<double> S, n, along;  ///< vectors
  /// The shape operator over delta, as tensors; empty if all sides are flat. A bore has at least
  /// four times the distance to the centre of the cell as its radius.
  std::vector<double> curvature;
  std::vector<mesh::Vector3> d;
  std::vector<SfVector> centre;

  int count() const { return static_cast<int>(cell.size()); }
};

struct FlowMesh {
  int cells = 0;
  int components = 3;                ///< of the velocity: 2, if there are patches of type empty
  std::vector<std::string> patches;  ///< without empty and joined ones
  FlowFaces faces;
  FlowSides sides;
  std::vector<double> volumes;
  std::vector<SfVector> centres;
  linear_solvers::SparseRows rows;          ///< the faces of each cell
  std::vector<int> side_starts, side_list;  ///< and its sides
  std::array<bool, 3> periodic{};           ///< directions in which joined patches lie apart
  bool oblique = false;  ///< some angle between d and S is above 5 degrees: else k is left out
  bool skewed = false;   ///< and some line between centres misses that of a face by 0.01 |d|
};

/// Vectors as arrays of their components, and back.
std::vector<double> components_of(const std::vector<SfVector>& vectors, int components);
std::vector<SfVector> vectors_of(const std::vector<double>& values, int components);

/// Drops patches of type empty, joins pairs of type cyclic face by face: faces of a cell that is
/// its own neighbour are two, seen from either side, of half the size. Throws Error(bad_input) that
/// begins with `name` if the two of a pair do not fit, or empty faces are not normal to z.
FlowMesh flow_mesh_of(const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry,
                      const std::string& name);

}  // namespace slipflow::piso
