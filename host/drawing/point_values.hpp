// Values between the middles of polyhedra.
#pragma once

#include <vector>

#include "slipflow/mesh/poly_geometry.hpp"

namespace slipflow::drawing {

/// A field of cells at the points of their mesh: the mean of the values in the cells around each,
/// weighted by one over the distance. Within a cell a value is that of its centre and its gradient
/// by least squares over the neighbours, so that linear fields stay linear up to walls.
struct PointValues {
  /// The arguments outlive it.
  PointValues(const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry,
              const std::vector<double>& cells);

  std::vector<double> points;
  std::vector<double> face_middles;  ///< means of the points of each face

  double in_cell(int cell, const mesh::Vector3& x) const;

 private:
  void find_gradients(const mesh::PolyMesh& mesh);

  const std::vector<mesh::Vector3>& centres_;
  const std::vector<double>& cells_;
  std::vector<mesh::Vector3> gradients_;
};

}  // namespace slipflow::drawing
