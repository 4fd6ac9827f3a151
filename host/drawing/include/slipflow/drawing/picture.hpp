// Pictures of a field, drawn in memory: no window, no display.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "slipflow/drawing/image_format.hpp"
#include "slipflow/drawing/range.hpp"
#include "slipflow/drawing/window.hpp"
#include "slipflow/output/snapshot.hpp"

namespace slipflow::drawing {

/// Options of a picture of a field.
struct PictureStyle {
  std::string title;                ///< first line above the field; the place and the time follow
  int width = 1600;                 ///< pixels of the whole picture
  std::optional<Range> range{};     ///< of the colours; else ends_shown()
  std::optional<bool> diverging{};  ///< the colour map; else by the signs of the range
  std::optional<Window> zoom{};     ///< the part of the plane that is shown; else all of it
  ImageFormat format = ImageFormat::png;
  double letters = 1;   ///< factor on the usual size of letters and lines
  bool smooth = false;  ///< colours change between the middles of cells, linearly
  int contours = 0;     ///< lines of equal value, about
  int streamlines = 0;  ///< across the shorter side, about
  int vectors = 0;      ///< arrows along x
  /// Fields of the velocity along x, y and z, for the last two.
  std::array<std::string, 3> velocity{};
};

/// Draws a cell field in a perceptually uniform colour map, with colour bar, title, axes with tick
/// labels, and the outlines of solid cells, which stay grey. Values of both signs have a diverging
/// map centred at 0. A triangle marks an end of the bar beyond which there are values. The aspect
/// ratio is that of the window (limited, so that a long channel stays readable; the picture then
/// says that it is not to scale). Bodies that cut cells have their true outlines. Cells are drawn
/// at their own size, so a stretched mesh is shown undistorted. Of three axes a plane is drawn,
/// without one that in the middle of z. Cost: one pass over the pixels. Returns the bytes of a
/// file.
std::string draw_picture(const output::Snapshot& snapshot, const std::string& field,
                         const PictureStyle& style,
                         const std::optional<Plane>& plane = std::nullopt);

/// ends_of_colours() of the values that it shows.
Extremes ends_shown(const output::Snapshot& snapshot, const std::string& field,
                    const PictureStyle& style, const std::optional<Plane>& plane = std::nullopt);

}  // namespace slipflow::drawing
