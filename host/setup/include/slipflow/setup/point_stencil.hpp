// Interpolation of values on a mesh to any point of it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

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
struct PointStencil {
  static constexpr int kNodes = 8;              ///< point_stencil() has four on a mesh of two axes
  std::array<std::array<int, 3>, kNodes> at{};  ///< indices of the nodes along the axes
  std::array<int, kNodes> place{};      ///< of the nodes in row-major arrays with these ghosts
  std::array<double, kNodes> weight{};  ///< their sum is 1, or 0 if no node counts

  bool any_counts() const { return *std::max_element(weight.begin(), weight.end()) > 0; }
  /// The sum of weight times value(k) over the nodes k that count.
  template <class Value>
  double sum_of(Value value) const {
    double sum = 0;
    for (int k = 0; k < kNodes; ++k)
      if (weight[k] != 0) sum += weight[k] * value(k);
    return sum;
  }
};

/// The stencil of a point in the domain, on a mesh of two or three axes with the nodes nodes(axis).
/// Nodes that do not count leave their weight to the others; beyond the outermost node its own
/// value counts, or that of the periodic image. value_at() has the values on boundaries too.
PointStencil point_stencil(int axes, const std::function<AxisNodes(int axis)>& nodes,
                           const std::array<double, 3>& point,
                           const std::function<bool(int i, int j, int k)>& counts);

/// Whether faces, of another mesh, cover an axis, except for rounding.
bool covers(const std::vector<double>& faces, const mesh::Axis& axis);

/// The cell outside of bodies that contains a point, which may lie on its faces; none in a body.
std::optional<std::array<int, 3>> free_cell_at(const mesh::Mesh& m,
                                               const std::array<double, 3>& point);

/// A boundary or a body next to the cell of a point, on the point's side of the cell's centre.
struct NearBoundary {
  int side = 0;     ///< of the cell, a mesh::Side
  int cell = 0;     ///< index of the cell along the axis across that side
  double part = 0;  ///< of the way from the centre of the cell to that side
};

/// The boundaries next to a point in a cell; is_boundary(side) tells whether the fluid ends at that
/// side of it.
std::vector<NearBoundary> boundaries_near(const mesh::Mesh& m, const std::array<int, 3>& cell,
                                          const std::array<double, 3>& point,
                                          const std::function<bool(int side)>& is_boundary);

/// The mean of the values on the boundary next to the nodes of a stencil; nothing if no node has
/// one.
template <class OnBoundary>
std::optional<double> value_on(const PointStencil& s, const NearBoundary& boundary,
                               OnBoundary on_boundary) {
  double sum = 0, weights = 0;
  for (std::size_t k = 0; k < s.weight.size(); ++k) {
    if (s.weight[k] == 0 || s.at[k][mesh::axis_across(boundary.side)] != boundary.cell) continue;
    const std::optional<double> value = on_boundary(s.at[k], boundary.side);
    if (!value) continue;
    sum += s.weight[k] * *value;
    weights += s.weight[k];
  }
  return weights > 0 ? std::optional(sum / weights) : std::nullopt;
}

/// The value at a point: that of the stencil or, next to a boundary, linear from there to the value
/// on the boundary. In a corner that boundary counts whose value differs more. value(k) is that of
/// node k, on_boundary(at, side) that on the boundary next to a node, an optional: it may have
/// none.
template <class Value, class OnBoundary>
double value_at(const PointStencil& s, const std::vector<NearBoundary>& near, Value value,
                OnBoundary on_boundary) {
  const double inside = s.sum_of(value);
  std::vector<std::pair<double, double>> ends;  // values on boundaries, and the parts of the way
  for (const NearBoundary& boundary : near)
    if (const auto there = value_on(s, boundary, on_boundary))
      ends.emplace_back(*there, boundary.part);
  double sum = 0;
  for (std::size_t corner = 0; corner < std::size_t{1} << ends.size(); ++corner) {
    double weight = 1, at_corner = inside;
    for (std::size_t n = 0; n < ends.size(); ++n) {
      const auto& [there, part] = ends[n];
      const bool on_it = (corner >> n & 1) != 0;
      weight *= on_it ? part : 1 - part;
      if (on_it && std::abs(there - inside) > std::abs(at_corner - inside)) at_corner = there;
    }
    sum += weight * at_corner;
  }
  return sum;
}

}  // namespace slipflow::setup
