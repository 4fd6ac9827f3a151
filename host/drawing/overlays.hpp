// Lines and arrows over the colours of a picture.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "picture_plan.hpp"
#include "plane_view.hpp"
#include "slipflow/mesh/near_wall.hpp"

namespace slipflow::drawing {

/// A part of a line of equal values, in pixels.
struct Piece {
  Dot a, b;
};

/// About `count` round values in the range with their numbers. A millionth of the range is added to
/// each: rounding noise about a round value, such as that of an undisturbed stream, crosses none.
std::vector<Tick> contour_levels(const Range& range, int count);

/// The lines on which the field has this value.
std::vector<Piece> contour(const PointGrid& grid, double value, const PicturePlan& plan);

/// Pieces that share ends as lines; the ends of a closed one are the same point.
std::vector<std::vector<Dot>> joined(const std::vector<Piece>& pieces);

/// All lines of a value.
struct LevelLines {
  Tick level;
  std::vector<std::vector<Dot>> lines;
};

/// A number on a line.
struct LineLabel {
  Dot at;            ///< its middle
  double angle = 0;  ///< of the line there, so that the number is upright
  std::string text;
};

/// Takes a gap out of each line that has room for its number where it is nearly straight, away from
/// other lines, numbers and the edges of the plot; if streamlines leave no such place, across
/// them but not at their arrowheads. Returns the numbers of each level.
std::vector<std::vector<LineLabel>> cut_gaps_for_labels(
    std::vector<LevelLines>& levels, const PicturePlan& plan,
    const std::vector<std::vector<Dot>>& streamlines = {});

/// The parts of the lines that are not under a number.
std::vector<std::vector<Dot>> parts_outside(const std::vector<LineLabel>& labels,
                                            const std::vector<std::vector<Dot>>& lines,
                                            const PicturePlan& plan);

/// Letters of the numbers on lines.
TextStyle label_style(const PicturePlan& plan);

/// A velocity in a plane.
struct PlaneFlow {
  PointGrid across, along;
  /// The wall near a point of the window, if there is one; empty without bodies that cut cells.
  std::function<std::optional<mesh::NearWall>(double x, double y)> wall{};
};

/// The velocity over the window, from its fields along x, y and z. It refers to the snapshot.
PlaneFlow flow_in(const output::Snapshot& snapshot, const std::array<std::string, 3>& velocity,
                  const PlaneView& view, const Window& window);

/// An arrow from one end to the other.
std::vector<Piece> arrows(const PlaneFlow& flow, int along_x, const PicturePlan& plan);

/// Lines along the flow, evenly apart: `count` fit across the shorter side of the plot. Each is
/// whole: from boundary to boundary, or closed; only where the flow is at rest or winds around a
/// point it ends earlier. Those of a symmetric flow are symmetric.
std::vector<std::vector<Dot>> streamlines(const PlaneFlow& flow, int count,
                                          const PicturePlan& plan);

/// Pixels from the tip of a streamline's arrowhead to its base.
double arrowhead_size(const PicturePlan& plan);

/// Draws them into the plot. A streamline has a colour of its own, an arrowhead in its middle and
/// gaps at the numbers of contours.
void draw_contour(Figure& figure, const PicturePlan& plan,
                  const std::vector<std::vector<Dot>>& lines, const std::vector<LineLabel>& labels,
                  Colour colour);
void draw_arrows(Figure& figure, const PicturePlan& plan, const std::vector<Piece>& pieces);
void draw_streamlines(Figure& figure, const PicturePlan& plan,
                      const std::vector<std::vector<Dot>>& lines,
                      const std::vector<LineLabel>& labels);

}  // namespace slipflow::drawing
