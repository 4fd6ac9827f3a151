// Arrows and streamlines. Both are computed in pixels, so that they follow stretched axes.
#include <algorithm>
#include <cmath>

#include "overlays.hpp"
#include "palette.hpp"

namespace slipflow::drawing {

namespace {
constexpr double kSlowest = 1e-4;  // of the largest speed: where no direction is drawn

/// The flow as a picture shows it.
class PixelFlow {
 public:
  PixelFlow(const PlaneFlow& flow, const PicturePlan& plan)
      : flow_(flow),
        plan_(plan),
        x_scale_(plan.plot.width / plan.window.width()),
        y_scale_(plan.plot.height / plan.window.height()) {
    for (std::size_t k = 0; k < flow.across.values.size(); ++k) {
      const double speed = std::hypot(flow.across.values[k], flow.along.values[k]);
      if (std::isfinite(speed)) largest_ = std::max(largest_, speed);
    }
  }

  /// The part of the largest speed there, and its direction in the picture; false where there is
  /// none.
  bool at(const Dot& dot, double& speed, Dot& direction) const {
    const double x = plan_.window.x0 + (dot.x - plan_.plot.x) / x_scale_;
    const double y = plan_.window.y0 + (dot.y - plan_.plot.y) / y_scale_;
    // Divided first, so that no product of a diverging run overflows.
    const double u = flow_.across(x, y) / largest_, v = flow_.along(x, y) / largest_;
    speed = std::hypot(u, v);
    if (!(speed > kSlowest) || !std::isfinite(speed)) return false;
    const double length = std::hypot(u * x_scale_, v * y_scale_);
    direction = {u * x_scale_ / length, v * y_scale_ / length};
    return std::isfinite(direction.x) && std::isfinite(direction.y);
  }

 private:
  const PlaneFlow& flow_;
  const PicturePlan& plan_;
  double x_scale_, y_scale_, largest_ = 0;
};

/// Squares of the plot, each of which one streamline may enter.
class StreamlineTracer {
 public:
  StreamlineTracer(const PixelFlow& flow, int count, const PicturePlan& plan)
      : flow_(flow),
        plot_(plan.plot),
        apart_(static_cast<double>(std::min(plot_.width, plot_.height)) / count),
        shortest_(std::min(kShortest, kShortestOfPlot * count) * apart_),
        step_(std::clamp(0.2 * apart_, 0.5, 4.0 * plan.scaled(1))),
        columns_(static_cast<int>(plot_.width / apart_) + 1),
        rows_(static_cast<int>(plot_.height / apart_) + 1),
        taken_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)) {}

  std::vector<std::vector<Dot>> trace() {
    std::vector<std::vector<Dot>> lines;
    for (int i = 0; i < columns_; ++i)
      for (int j = 0; j < rows_; ++j) {
        const Dot seed = {plot_.x + (i + 0.5) * apart_, plot_.y + (j + 0.5) * apart_};
        if (!is_free(seed)) continue;
        auto line = line_through(seed);
        if (!line.empty()) lines.push_back(std::move(line));
      }
    return lines;
  }

 private:
  /// The square of a point; -1 outside of the plot.
  int square(const Dot& dot) const {
    if (dot.x < plot_.x || dot.y < plot_.y || dot.x >= plot_.right() || dot.y >= plot_.top())
      return -1;
    return static_cast<int>((dot.y - plot_.y) / apart_) * columns_ +
           static_cast<int>((dot.x - plot_.x) / apart_);
  }

  bool is_free(const Dot& dot) const {
    const int at = square(dot);
    return at >= 0 && !taken_[static_cast<std::size_t>(at)];
  }

  std::vector<Dot> line_through(const Dot& seed) {
    std::vector<int> entered = {square(seed)};
    taken_[static_cast<std::size_t>(entered[0])] = true;
    auto line = walk(seed, -1, entered);
    std::ranges::reverse(line);
    line.push_back(seed);
    const auto onwards = walk(seed, 1, entered);
    line.insert(line.end(), onwards.begin(), onwards.end());
    if (static_cast<double>(line.size()) * step_ > shortest_) return line;
    for (const int at : entered) taken_[static_cast<std::size_t>(at)] = false;
    taken_[static_cast<std::size_t>(entered[0])] = true;  // no other line begins here
    return {};
  }

  /// Steps by the rule of the midpoint until the line leaves the flow or meets a taken square.
  std::vector<Dot> walk(Dot at, int sense, std::vector<int>& entered) {
    std::vector<Dot> line;
    int inside = square(at);
    double speed = 0;
    Dot direction;
    while (flow_.at(at, speed, direction)) {
      const double half = 0.5 * step_ * sense;
      if (!flow_.at({at.x + half * direction.x, at.y + half * direction.y}, speed, direction))
        break;
      at = {at.x + 2 * half * direction.x, at.y + 2 * half * direction.y};
      const int next = square(at);
      if (next < 0 || (next != inside && taken_[static_cast<std::size_t>(next)])) break;
      if (next != inside) {
        entered.push_back(next);
        taken_[static_cast<std::size_t>(next)] = true;
        inside = next;
        steps_inside_ = 0;
      } else if (++steps_inside_ * step_ > kLongestInside * apart_) {
        break;  // a vortex smaller than a square
      }
      line.push_back(at);
    }
    steps_inside_ = 0;
    return line;
  }

  // In sides of squares, but the second in shorter sides of the plot, which few lines need.
  static constexpr double kShortest = 2.5, kShortestOfPlot = 0.5, kLongestInside = 12;
  const PixelFlow& flow_;
  const Box plot_;
  const double apart_, shortest_, step_;
  const int columns_, rows_;
  std::vector<bool> taken_;
  int steps_inside_ = 0;
};

void draw_head(Figure& figure, const Dot& from, const Dot& tip, double size) {
  const double length = std::hypot(tip.x - from.x, tip.y - from.y);
  if (!(length > 0)) return;
  const Dot along = {(tip.x - from.x) / length, (tip.y - from.y) / length};
  const Dot back = {tip.x - size * along.x, tip.y - size * along.y};
  const double half = 0.4 * size;
  figure.polygon({tip,
                  {back.x - half * along.y, back.y + half * along.x},
                  {back.x + half * along.y, back.y - half * along.x}},
                 kInk);
}
}  // namespace

std::vector<Piece> arrows(const PlaneFlow& flow, int along_x, const PicturePlan& plan) {
  const PixelFlow pixels(flow, plan);
  const double apart = static_cast<double>(plan.plot.width) / along_x;
  const int rows = std::max(static_cast<int>(plan.plot.height / apart), 1);
  const double margin = 0.5 * (plan.plot.height - (rows - 1) * apart);
  std::vector<Piece> pieces;
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < along_x; ++i) {
      const Dot at = {plan.plot.x + (i + 0.5) * apart, plan.plot.y + margin + j * apart};
      double speed = 0;
      Dot direction;
      if (!pixels.at(at, speed, direction)) continue;
      const double half = 0.45 * apart * speed;
      pieces.push_back({{at.x - half * direction.x, at.y - half * direction.y},
                        {at.x + half * direction.x, at.y + half * direction.y}});
    }
  return pieces;
}

std::vector<std::vector<Dot>> streamlines(const PlaneFlow& flow, int count,
                                          const PicturePlan& plan) {
  const PixelFlow pixels(flow, plan);
  return StreamlineTracer(pixels, count, plan).trace();
}

void draw_arrows(Figure& figure, const PicturePlan& plan, const std::vector<Piece>& pieces) {
  std::vector<std::vector<Dot>> lines;
  for (const Piece& piece : pieces) lines.push_back({piece.a, piece.b});
  figure.strokes(lines, plan.scaled(2), kInk);
  for (const auto& [from, tip] : pieces)
    draw_head(figure, from, tip,
              std::min(0.5 * std::hypot(tip.x - from.x, tip.y - from.y), 1.0 * plan.scaled(12)));
}

void draw_streamlines(Figure& figure, const PicturePlan& plan,
                      const std::vector<std::vector<Dot>>& lines) {
  figure.strokes(lines, plan.scaled(2), kInk);
  for (const auto& line : lines)
    if (const std::size_t middle = line.size() / 2; middle > 0)
      draw_head(figure, line[middle - 1], line[middle], plan.scaled(14));
}

}  // namespace slipflow::drawing
