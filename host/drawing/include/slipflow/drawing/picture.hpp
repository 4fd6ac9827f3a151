// Pictures of a field as PNG, drawn in memory: no window, no display.
#pragma once

#include <string>

#include "slipflow/output/snapshot.hpp"

namespace slipflow::drawing {

/// What a picture shows besides the field itself.
struct PictureStyle {
  std::string title;  ///< first line above the field; the field's label and the time follow
  int width = 1600;   ///< pixels of the whole picture
  std::string x_label = "x / L", y_label = "y / L";
  std::string place{};  ///< of a slice: "z = 0.5"
};

/// Draws a cell field in a perceptually uniform colour map, with colour bar, title, axes with tick
/// labels, and the outlines of solid cells, which stay grey. The aspect ratio is that of the domain
/// (limited, so that a long channel stays readable; the axes then have different scales).
/// Cells are drawn at their own size, so a stretched mesh is shown undistorted. Polyhedra are those
/// of one layer along z. Cost: one pass over the pixels. Returns the bytes of a PNG file.
std::string draw_picture(const output::Snapshot& snapshot, const std::string& field,
                         const PictureStyle& style);

/// The same of a layer of cells of a mesh of three axes, number `cell` across an axis.
std::string draw_slice(const output::Snapshot& snapshot, const std::string& field, int axis,
                       int cell, PictureStyle style);

/// The same of the polyhedra that a plane across an axis cuts, each in the colour of its value.
std::string draw_cut(const output::Snapshot& snapshot, const std::string& field, int axis,
                     double position, PictureStyle style);

}  // namespace slipflow::drawing
