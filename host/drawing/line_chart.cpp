#include "slipflow/drawing/line_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "canvas.hpp"
#include "palette.hpp"
#include "text.hpp"
#include "ticks.hpp"

namespace slipflow::drawing {

namespace {
/// The axes that all panels share, in the units of the data; x as its logarithm to base 2.
struct Axes {
  double lo_x = std::numeric_limits<double>::infinity(), hi_x = -lo_x;
  double hi_y = 0;
  std::vector<int> x_ticks;  ///< exponents of two
  std::vector<Tick> y_ticks;
};

bool drawable(const std::pair<double, double>& point) {
  return point.first > 0 && std::isfinite(point.first) && std::isfinite(point.second);
}

Axes axes_of(const std::vector<ChartPanel>& panels) {
  Axes axes;
  for (const ChartPanel& panel : panels)
    for (const Curve& curve : panel.curves)
      for (const auto& point : curve.points) {
        if (!drawable(point)) continue;
        axes.hi_y = std::max(axes.hi_y, point.second);
        axes.lo_x = std::min(axes.lo_x, std::log2(point.first));
        axes.hi_x = std::max(axes.hi_x, std::log2(point.first));
      }
  axes.hi_y = axes.hi_y > 0 ? 1.1 * axes.hi_y : 1;
  axes.y_ticks = round_ticks(0, axes.hi_y, 6);
  if (axes.lo_x > axes.hi_x)
    axes.lo_x = 0.25, axes.hi_x = 0.75;  // no points: no tick
  else
    axes.lo_x -= 0.5, axes.hi_x += 0.5;
  const int first = static_cast<int>(std::ceil(axes.lo_x));
  const int last = static_cast<int>(std::floor(axes.hi_x));
  for (int k = first; k <= last; k += std::max((last - first) / 8, 1)) axes.x_ticks.push_back(k);
  return axes;
}

/// The names in the order in which they come.
std::vector<std::string> names_of(const std::vector<ChartPanel>& panels) {
  std::vector<std::string> names;
  for (const ChartPanel& panel : panels)
    for (const Curve& curve : panel.curves)
      if (std::find(names.begin(), names.end(), curve.name) == names.end())
        names.push_back(curve.name);
  return names;
}

class Chart {
 public:
  Chart(const std::vector<ChartPanel>& panels, const ChartStyle& style)
      : panels_(panels),
        style_(style),
        axes_(axes_of(panels)),
        names_(names_of(panels)),
        width_(std::clamp(style.width, 400, 16384)),
        letter_(scaled(34)),
        columns_(panels.size() > 1 ? 2 : 1),
        rows_((static_cast<int>(panels.size()) + columns_ - 1) / columns_),
        cell_width_((width_ - 2 * letter_) / columns_),
        cell_height_(cell_width_ * 2 / 3),
        canvas_(width_, height(), kWhite) {}

  std::string png() {
    TextStyle heading = text(Align::middle, Align::high, scaled(30));
    heading.bold = true;
    const int needed = measure_text(style_.title, heading).width;
    if (needed > width_ - 2 * letter_)
      heading.size = heading.size * (width_ - 2 * letter_) / needed;
    draw_text(canvas_, width_ / 2, height() - letter_ / 2, style_.title, heading);
    for (std::size_t k = 0; k < panels_.size(); ++k) draw_panel(panels_[k], plot_of(k));
    for (std::size_t k = 0; k < names_.size(); ++k) draw_legend(k);
    return canvas_.png();
  }

 private:
  int scaled(int pixels) const { return std::max(pixels * width_ / 1600, 1); }
  int legend_height() const { return (static_cast<int>(names_.size()) + 1) * letter_; }
  int height() const { return 2 * letter_ + rows_ * cell_height_ + legend_height(); }

  TextStyle text(Align across, Align vertical, int size) const {
    return {.size = size, .colour = kInk, .across = across, .vertical = vertical};
  }

  Box plot_of(std::size_t panel) const {
    const int column = static_cast<int>(panel) % columns_, row = static_cast<int>(panel) / columns_;
    const int left = letter_ + column * cell_width_ + scaled(125);
    const int bottom = legend_height() + (rows_ - 1 - row) * cell_height_ + scaled(95);
    return {left, bottom, cell_width_ - scaled(145), cell_height_ - scaled(155)};
  }

  double across(const Box& plot, double log_x) const {
    return plot.x + (log_x - axes_.lo_x) / (axes_.hi_x - axes_.lo_x) * plot.width;
  }
  double up(const Box& plot, double y) const { return plot.y + y / axes_.hi_y * plot.height; }

  void draw_panel(const ChartPanel& panel, const Box& plot) {
    draw_ticks(plot);
    canvas_.frame(plot, scaled(2), kInk);
    draw_text(canvas_, plot.x + plot.width / 2, plot.top() + scaled(10), panel.title,
              text(Align::middle, Align::low, scaled(26)));
    draw_text(canvas_, plot.x + plot.width / 2, plot.y - scaled(50), style_.x_label,
              text(Align::middle, Align::high, scaled(22)));
    TextStyle upwards = text(Align::middle, Align::middle, scaled(22));
    upwards.upwards = true;
    draw_text(canvas_, plot.x - scaled(105), plot.y + plot.height / 2, style_.y_label, upwards);
    for (const Curve& curve : panel.curves) draw_curve(curve, plot);
  }

  void draw_ticks(const Box& plot) {
    for (const int exponent : axes_.x_ticks) {
      const int x = static_cast<int>(std::lround(across(plot, exponent)));
      canvas_.fill({x, plot.y, scaled(1), plot.height}, kFaintLine);
      draw_text(canvas_, x, plot.y - scaled(12), fmt::format("{:.6g}", std::exp2(exponent)),
                text(Align::middle, Align::high, scaled(22)));
    }
    for (const Tick& tick : axes_.y_ticks) {
      const int y = static_cast<int>(std::lround(up(plot, tick.value)));
      canvas_.fill({plot.x, y, plot.width, scaled(1)}, kFaintLine);
      draw_text(canvas_, plot.x - scaled(12), y, tick.label,
                text(Align::high, Align::middle, scaled(22)));
    }
  }

  void draw_curve(const Curve& curve, const Box& plot) {
    const Colour colour = colour_of(curve.name);
    const double line = scaled(3);
    std::pair<double, double> before;
    bool begun = false;
    for (const auto& point : curve.points) {
      if (!drawable(point)) continue;
      const double x = across(plot, std::log2(point.first));
      const double y = up(plot, point.second);
      if (begun) canvas_.stroke(before.first, before.second, x, y, line, colour);
      canvas_.stroke(x, y, x, y, scaled(13), colour);
      before = {x, y};
      begun = true;
    }
  }

  void draw_legend(std::size_t k) {
    const int y = legend_height() - static_cast<int>(k + 1) * letter_;
    const int left = 2 * letter_;
    const Colour colour = colour_of(names_[k]);
    canvas_.stroke(left, y, left + scaled(60), y, scaled(3), colour);
    canvas_.stroke(left + scaled(30), y, left + scaled(30), y, scaled(13), colour);
    draw_text(canvas_, left + scaled(80), y, names_[k],
              text(Align::low, Align::middle, scaled(22)));
  }

  Colour colour_of(const std::string& name) const {
    const auto at = std::find(names_.begin(), names_.end(), name) - names_.begin();
    const auto colour = static_cast<std::size_t>(at) % (kDistinct.size() + 1);
    return colour < kDistinct.size() ? kDistinct[colour] : kInk;
  }

  const std::vector<ChartPanel>& panels_;
  const ChartStyle& style_;
  const Axes axes_;
  const std::vector<std::string> names_;
  const int width_;
  const int letter_;  // height of a line of text with its spacing
  const int columns_, rows_;
  const int cell_width_, cell_height_;  // of a panel with its labels
  Canvas canvas_;
};
}  // namespace

std::string draw_line_chart(const std::vector<ChartPanel>& panels, const ChartStyle& style) {
  return Chart(panels, style).png();
}

}  // namespace slipflow::drawing
