// Lines and arrows over the colours of a picture.
#pragma once

#include <vector>

#include "picture_plan.hpp"
#include "point_grid.hpp"

namespace slipflow::drawing {

/// A part of a line of equal values, in pixels.
struct Piece {
  Dot a, b;
};

/// About `count` round values in the range, each with a millionth of the range added: rounding
/// noise about a round value, such as that of an undisturbed stream, crosses none of them.
std::vector<double> contour_levels(const Range& range, int count);

/// The lines on which the field has this value.
std::vector<Piece> contour(const PointGrid& grid, double value, const PicturePlan& plan);

/// A velocity in a plane.
struct PlaneFlow {
  PointGrid across, along;
};

/// An arrow from one end to the other.
std::vector<Piece> arrows(const PlaneFlow& flow, int along_x, const PicturePlan& plan);

/// Lines along the flow, evenly apart: `count` fit across the shorter side of the plot.
std::vector<std::vector<Dot>> streamlines(const PlaneFlow& flow, int count,
                                          const PicturePlan& plan);

/// Draws them into the plot. A streamline has an arrowhead in its middle.
void draw_contour(Figure& figure, const PicturePlan& plan, const std::vector<Piece>& pieces);
void draw_arrows(Figure& figure, const PicturePlan& plan, const std::vector<Piece>& pieces);
void draw_streamlines(Figure& figure, const PicturePlan& plan,
                      const std::vector<std::vector<Dot>>& lines);

}  // namespace slipflow::drawing
