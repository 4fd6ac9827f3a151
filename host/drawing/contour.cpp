#include <cmath>

#include "overlays.hpp"
#include "palette.hpp"

namespace slipflow::drawing {

namespace {
constexpr double kShift = 1e-6;  // of levels, as a fraction of the range

/// A point of the grid in pixels, and how far its value is above that of the line.
struct Corner {
  Dot at;
  double above;
};

Dot crossing(const Corner& a, const Corner& b) {
  const double part = a.above / (a.above - b.above);
  return {std::lerp(a.at.x, b.at.x, part), std::lerp(a.at.y, b.at.y, part)};
}

/// The line through a square with corners in this order around it.
void cross_square(const std::array<Corner, 4>& corners, std::vector<Piece>& pieces) {
  std::vector<Dot> cuts;
  for (std::size_t k = 0; k < 4; ++k) {
    const Corner &a = corners[k], &b = corners[(k + 1) % 4];
    if ((a.above >= 0) != (b.above >= 0)) cuts.push_back(crossing(a, b));
  }
  if (cuts.size() == 2) pieces.push_back({cuts[0], cuts[1]});
  if (cuts.size() != 4) return;
  // A saddle: the mean of the corners decides which of them are joined.
  const double middle = corners[0].above + corners[1].above + corners[2].above + corners[3].above;
  const bool first_is_alone = (middle >= 0) != (corners[0].above >= 0);
  pieces.push_back({cuts[0], first_is_alone ? cuts[3] : cuts[1]});
  pieces.push_back({cuts[2], first_is_alone ? cuts[1] : cuts[3]});
}
}  // namespace

std::vector<double> contour_levels(const Range& range, int count) {
  std::vector<double> levels;
  for (const Tick& tick : round_ticks(range.lo, range.hi, count).ticks)
    levels.push_back(tick.value + kShift * (range.hi - range.lo));
  return levels;
}

std::vector<Piece> contour(const PointGrid& grid, double value, const PicturePlan& plan) {
  std::vector<Piece> pieces;
  const auto corner = [&](std::size_t i, std::size_t j) {
    return Corner{plan.at(grid.x[i], grid.y[j]), grid.at(i, j) - value};
  };
  for (std::size_t j = 0; j + 1 < grid.y.size(); ++j)
    for (std::size_t i = 0; i + 1 < grid.x.size(); ++i) {
      const std::array<Corner, 4> corners = {corner(i, j), corner(i + 1, j), corner(i + 1, j + 1),
                                             corner(i, j + 1)};
      bool is_fluid = true;
      for (const Corner& each : corners) is_fluid = is_fluid && std::isfinite(each.above);
      if (is_fluid) cross_square(corners, pieces);
    }
  return pieces;
}

void draw_contour(Figure& figure, const PicturePlan& plan, const std::vector<Piece>& pieces) {
  std::vector<std::vector<Dot>> lines;
  for (const Piece& piece : pieces) lines.push_back({piece.a, piece.b});
  figure.strokes(lines, plan.scaled(2), kInk);
}

}  // namespace slipflow::drawing
