// The cell of a polyhedral mesh in which a point lies.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "slipflow/mesh/poly_mesh.hpp"

namespace slipflow::mesh {

/// A tree of boxes around cells, halved until few cells are left, so that a search takes about the
/// logarithm of their number, however their sizes differ.
class PolySearch {
 public:
  /// `axes`: 3, or 2 for one layer of cells along z, in which points are found whatever their z.
  PolySearch(std::shared_ptr<const PolyMesh> mesh, int axes);

  /// The cell that contains the point, or on the boundary the nearest one: within a hundredth of
  /// its depth. None for a point outside the mesh.
  std::optional<int> cell_at(const Vector3& point) const;

 private:
  struct Box {
    Vector3 low, high;
  };
  struct Node {
    Box box;
    int begin, end;  // of its cells in order_
    int right;       // the second child, after the first one; 0: none
  };
  struct Nearest {
    double depth;
    int cell;
  };

  Vector3 middle_of(int cell) const;
  Box box_of(int cell) const;
  int add_node(int begin, int end, const std::vector<Box>& boxes);
  bool holds(const Box& box, const Vector3& point) const;
  double depth_in(int cell, Vector3 point) const;

  const std::shared_ptr<const PolyMesh> mesh_;
  const int axes_;
  const CellFaces faces_;
  std::vector<int> order_;
  std::vector<Node> nodes_;
};

/// The box around all points, by axis.
std::array<std::array<double, 2>, 3> extent_of(const PolyMesh& mesh);

}  // namespace slipflow::mesh
