// Interpolation of values on a mesh to any point of it.
#pragma once

#include <array>
#include <functional>

#include "slipflow/mesh/mesh.hpp"

namespace slipflow::setup {

/// The nodes along an axis that values lie at: its cell centres or its faces.
struct AxisNodes {
  const mesh::Axis& axis;
  bool on_faces = false;
  bool periodic = false;
};

/// The nodes around a point, and how much each counts. Linear in x and y.
struct PointStencil {
  std::array<int, 4> place{};      ///< of the nodes, as mesh::Layout::at says
  std::array<double, 4> weight{};  ///< their sum is 1; 0 for nodes that do not count
};

/// The stencil of (x, y), which lies in the domain. Nodes that do not count leave their weight to
/// the others; beyond the outermost node its own value counts, or that of the periodic image.
PointStencil point_stencil(const AxisNodes& nodes_x, double x, const AxisNodes& nodes_y, double y,
                           const std::function<bool(int i, int j)>& counts);

}  // namespace slipflow::setup
