// Interpolation of values on a mesh to any point of it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>

#include "slipflow/mesh/mesh.hpp"

namespace slipflow::setup {

/// The nodes along an axis that values lie at: its cell centres or its faces.
struct AxisNodes {
  const mesh::Axis& axis;
  bool on_faces = false;
  bool periodic = false;
  int ghosts = mesh::kPad;  ///< layers of the arrays at either end of the axis
};

/// The nodes around a point, and how much each counts. Linear along each axis.
template <std::size_t Nodes>
struct StencilOf {
  std::array<int, Nodes> place{};      ///< of the nodes in row-major arrays with these ghosts
  std::array<double, Nodes> weight{};  ///< their sum is 1, or 0 if no node counts

  bool any_counts() const { return *std::max_element(weight.begin(), weight.end()) > 0; }
  /// The sum of weight times value(k) over the nodes k that count.
  template <class Value>
  double sum_of(Value value) const {
    double sum = 0;
    for (int k = 0; k < static_cast<int>(Nodes); ++k)
      if (weight[k] > 0) sum += weight[k] * value(k);
    return sum;
  }
};

using PointStencil = StencilOf<4>;  ///< in x and y
using SpaceStencil = StencilOf<8>;  ///< in x, y and z

/// The stencil of (x, y), which lies in the domain. Nodes that do not count leave their weight to
/// the others; beyond the outermost node its own value counts, or that of the periodic image.
PointStencil point_stencil(const AxisNodes& nodes_x, double x, const AxisNodes& nodes_y, double y,
                           const std::function<bool(int i, int j)>& counts);

/// The same of (x, y, z) on a mesh of three axes.
SpaceStencil point_stencil(const std::array<AxisNodes, 3>& nodes,
                           const std::array<double, 3>& point,
                           const std::function<bool(int i, int j, int k)>& counts);

}  // namespace slipflow::setup
