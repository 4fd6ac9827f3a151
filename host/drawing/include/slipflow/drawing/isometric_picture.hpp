// Pictures of a box of three axes in an isometric view.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/drawing/picture.hpp"

namespace slipflow::drawing {

/// Where a field has this value.
struct Isosurface {
  std::string field;
  double level = 0;
};

/// Values on faces between solid and gas, by the axis across the face and the cell above it.
using FaceValues = std::map<std::array<int, 4>, double>;

/// Data of walls in colours of their own.
struct WallColours {
  std::string label;  ///< of their colour bar
  FaceValues values;
  std::optional<Range> range{};     ///< else that of the values
  std::optional<bool> diverging{};  ///< the colour map; else by the signs of the range
};

/// What an isometric picture shows besides the bodies.
struct IsometricStyle {
  std::vector<Plane> slices{};
  std::optional<Isosurface> isosurface{};
  /// Colours of bodies; else they have those of the field in the adjacent gas cells.
  std::optional<WallColours> walls{};
};

/// Draws bodies, slices in the colours of a cell field, and an isosurface in those of the field,
/// which fade with the distance. Style: all but window, contours, streamlines and vectors. Returns
/// the bytes of a file.
std::string draw_isometric_picture(const output::Snapshot& snapshot, const std::string& field,
                                   const PictureStyle& style, const IsometricStyle& shown);

/// ends_of_colours() of a field in all gas cells of a box, and of values on walls.
Extremes ends_in_gas(const output::Snapshot& snapshot, const std::string& field);
Extremes ends_on_walls(const FaceValues& values);

}  // namespace slipflow::drawing
