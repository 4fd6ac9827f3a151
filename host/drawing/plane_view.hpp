// A plane through a mesh as a picture shows it.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "point_grid.hpp"
#include "slipflow/drawing/window.hpp"
#include "slipflow/output/snapshot.hpp"

namespace slipflow::drawing {

/// What fills the plot. It refers to the snapshot.
struct PlaneView {
  Window whole;  ///< the extent of the mesh
  std::string x_label, y_label;
  std::string place;          ///< of a plane through three axes: "z = 0.5"
  std::array<int, 2> axes{};  ///< of the mesh, along the picture's x and y
  /// The cells of the plane that the window meets, as numbers of values of a field.
  std::function<std::vector<int>(const Window& window)> cells_in;
  /// The cell of each pixel of the window, by rows from the lowest on; -1 where there is none.
  std::function<std::vector<int>(const Window& window, int width, int height)> cells_under;
  /// Values of cells at the points of a grid over the window, linear between them.
  std::function<PointGrid(const std::vector<double>& values, const Window& window)> grid_of;
  /// Values of cells at the centres of pixels, linear between cells, in the order of
  /// cells_under(); NaN where there is no fluid.
  std::function<std::vector<double>(const std::vector<double>& values, const Window& window,
                                    int width, int height)>
      values_under;
};

PlaneView view_of(const output::Snapshot& snapshot, const std::optional<Plane>& plane);

}  // namespace slipflow::drawing
