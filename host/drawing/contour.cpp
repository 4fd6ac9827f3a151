#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "overlays.hpp"

namespace slipflow::drawing {

namespace {
constexpr double kShift = 1e-6;  // of levels, as a fraction of the range

/// A point of the grid in pixels, and how far its value is above that of the line.
struct Corner {
  Dot at;
  double above;
};

/// Where the line crosses an edge, computed from the edge's lower end: the two squares at the edge
/// then get the same point, and their pieces join.
Dot crossing(const Corner& a, const Corner& b) {
  if (std::pair(b.at.x, b.at.y) < std::pair(a.at.x, a.at.y)) return crossing(b, a);
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

std::vector<Tick> contour_levels(const Range& range, int count) {
  auto levels = round_ticks(range.lo, range.hi, count).ticks;
  for (Tick& level : levels) level.value += kShift * (range.hi - range.lo);
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

std::vector<std::vector<Dot>> joined(const std::vector<Piece>& pieces) {
  const auto key = [](const Dot& dot) { return std::pair(dot.x, dot.y); };
  std::map<std::pair<double, double>, std::vector<std::size_t>> ends;
  for (std::size_t k = 0; k < pieces.size(); ++k)
    for (const Dot& dot : {pieces[k].a, pieces[k].b}) ends[key(dot)].push_back(k);
  std::vector<bool> taken(pieces.size());
  const auto extend = [&](std::vector<Dot>& line) {
    for (bool is_longer = true; is_longer;) {
      is_longer = false;
      const auto end = key(line.back());
      for (const std::size_t k : ends[end]) {
        if (taken[k]) continue;
        taken[k] = is_longer = true;
        line.push_back(key(pieces[k].a) == end ? pieces[k].b : pieces[k].a);
        break;
      }
    }
  };
  std::vector<std::vector<Dot>> lines;
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    if (taken[k] || key(pieces[k].a) == key(pieces[k].b)) continue;
    taken[k] = true;
    std::vector<Dot> line = {pieces[k].a, pieces[k].b};
    extend(line);
    std::ranges::reverse(line);
    extend(line);
    lines.push_back(std::move(line));
  }
  return lines;
}

void draw_contour(Figure& figure, const PicturePlan& plan,
                  const std::vector<std::vector<Dot>>& lines, const std::vector<LineLabel>& labels,
                  Colour colour) {
  figure.strokes(lines, plan.scaled(2), colour);
  TextStyle style = label_style(plan);
  style.colour = colour;
  for (const LineLabel& label : labels) {
    style.angle = label.angle;
    draw_text(figure, label.at.x, label.at.y, plain_runs(label.text), style);
  }
}

}  // namespace slipflow::drawing
