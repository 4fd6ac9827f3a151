// A field at the points of a rectilinear grid, for lines through it.
#pragma once

#include <vector>

namespace slipflow::drawing {

struct PointGrid {
  std::vector<double> x, y;    ///< increasing
  std::vector<double> values;  ///< by rows; NaN where there is no fluid

  double at(std::size_t i, std::size_t j) const { return values[j * x.size() + i]; }
  /// Linear between the points; NaN outside, and where one of the four points has no value.
  double operator()(double px, double py) const;
};

/// Means over each point and its neighbours that have values, `passes` times.
void smooth(PointGrid& grid, int passes);

}  // namespace slipflow::drawing
