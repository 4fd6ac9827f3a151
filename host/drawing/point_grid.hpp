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

/// Cells along an axis.
struct CellAxis {
  std::vector<double> faces, centres;  ///< increasing, a face more than centres
};

/// Values of cells, by rows and NaN in solids, as a grid of centres and faces: linear between the
/// centres, and continued to walls and to the ends of the axes from the two cells before them.
PointGrid grid_of_cells(const CellAxis& x, const CellAxis& y, const std::vector<double>& cells);

}  // namespace slipflow::drawing
