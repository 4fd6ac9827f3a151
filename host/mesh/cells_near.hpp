// Cells whose centres lie in a range, or near it.
#pragma once

#include <algorithm>

#include "slipflow/mesh/mesh.hpp"
#include "slipflow/mesh/shapes.hpp"

namespace slipflow::mesh {

/// First and one-past-last.
struct Span {
  int first = 0, last = 0;
};

/// Distance from the centre of cell k, along the axis, up to which a point counts as at the centre.
inline double near_centre(const Axis& axis, int k) { return kNearCentre * axis.widths[k]; }

/// The cells whose centres lie in [lo, hi] or near it.
inline Span cells_near(const Axis& axis, double lo, double hi) {
  const auto count_while = [&](const auto& holds) {
    const auto begin = axis.widths.begin();  // a cell has the index of its width
    const auto end = std::partition_point(begin, axis.widths.end(), [&](const double& width) {
      return holds(static_cast<int>(&width - axis.widths.data()));
    });
    return static_cast<int>(end - begin);
  };
  const int first = count_while([&](int k) { return axis.centre(k) + near_centre(axis, k) < lo; });
  const int last = count_while([&](int k) { return axis.centre(k) - near_centre(axis, k) <= hi; });
  return {first, std::max(first, last)};
}

}  // namespace slipflow::mesh
