#include "slipflow/drawing/line_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "palette.hpp"
#include "slipflow/drawing/range.hpp"
#include "text.hpp"
#include "ticks.hpp"

namespace slipflow::drawing {

namespace {
constexpr int kNumberRoom = 84;  // for numbers, between the label of the y axis and its ticks

bool is_logarithmic(Scale scale) {
  return scale == Scale::powers_of_two || scale == Scale::powers_of_ten;
}

bool is_drawable(Scale scale, double number) {
  return std::isfinite(number) && (number > 0 || !is_logarithmic(scale));
}

double along(Scale scale, double number) {
  if (scale == Scale::powers_of_two) return std::log2(number);
  return scale == Scale::powers_of_ten ? std::log10(number) : number;
}

/// An axis with its ends and ticks as they lie along it: of a logarithmic one, logarithms.
struct ChartAxis {
  Scale scale = Scale::linear;
  Range ends;
  Ticks ticks;

  /// Where a number lies between the ends.
  double position(double number) const {
    return (along(scale, number) - ends.lo) / (ends.hi - ends.lo);
  }
};

struct ChartAxes {
  ChartAxis x, y;
  /// Whether the point can be drawn.
  bool has(const std::pair<double, double>& point) const {
    return is_drawable(x.scale, point.first) && is_drawable(y.scale, point.second);
  }
};

/// The powers of two or ten between the ends: of two about eight, of ten at most `most`.
Ticks powers(Scale scale, const Range& ends, int most) {
  const bool of_two = scale == Scale::powers_of_two;
  const int first = static_cast<int>(std::ceil(ends.lo));
  const int last = static_cast<int>(std::floor(ends.hi));
  const int step = of_two ? (last - first) / 8 : (last - first + most) / most;
  Ticks made;
  for (int k = first; k <= last; k += std::max(step, 1))
    made.ticks.push_back({static_cast<double>(k),
                          of_two ? fmt::format("{:.6g}", std::exp2(k)) : fmt::format("10^{}", k)});
  return made;
}

Range whole_powers(const Extremes& extremes) {
  const double lo = std::floor(extremes.lo + 1e-9), hi = std::ceil(extremes.hi - 1e-9);
  return {lo, std::max(hi, lo + 1)};
}

Range ends_of(Scale scale, const Extremes& extremes) {
  const bool is_empty = extremes.lo > extremes.hi;
  if (scale == Scale::from_zero) return {0, !is_empty && extremes.hi > 0 ? 1.1 * extremes.hi : 1};
  if (scale == Scale::powers_of_two)
    return is_empty ? Range{0.25, 0.75}  // no points: no tick
                    : Range{extremes.lo - 0.5, extremes.hi + 0.5};
  if (scale == Scale::powers_of_ten) return is_empty ? Range{0, 1} : whole_powers(extremes);
  return range_of(extremes, false);
}

ChartAxis make_axis(Scale scale, const Extremes& extremes, int most_ticks) {
  const Range ends = ends_of(scale, extremes);
  return {scale, ends,
          is_logarithmic(scale) ? powers(scale, ends, most_ticks)
                                : round_ticks(ends.lo, ends.hi, most_ticks)};
}

/// Axes for all curves of these panels, of about this many ticks.
ChartAxes axes_for(const std::vector<const ChartPanel*>& panels, const ChartStyle& style,
                   int most_x_ticks, int most_y_ticks) {
  Extremes x, y;
  for (const ChartPanel* panel : panels)
    for (const Curve& curve : panel->curves)
      for (const auto& [at, value] : curve.points) {
        if (!is_drawable(style.x, at) || !is_drawable(style.y, value)) continue;
        x.take(along(style.x, at));
        y.take(along(style.y, value));
      }
  if (style.y == Scale::linear && y.lo < y.hi) {
    const double margin = 0.05 * (y.hi - y.lo);
    y.lo -= margin, y.hi += margin;
  }
  return {make_axis(style.x, x, most_x_ticks), make_axis(style.y, y, most_y_ticks)};
}

/// The names in the order in which they come.
std::vector<std::string> names_of(const std::vector<ChartPanel>& panels) {
  std::vector<std::string> names;
  for (const ChartPanel& panel : panels)
    for (const Curve& curve : panel.curves)
      if (!curve.name.empty() && std::ranges::find(names, curve.name) == names.end())
        names.push_back(curve.name);
  return names;
}

class Chart {
 public:
  Chart(const std::vector<ChartPanel>& panels, const ChartStyle& style)
      : panels_(panels),
        style_(style),
        names_(names_of(panels)),
        width_(std::clamp(style.width, 400, 16384)),
        letter_(scaled(36)),
        columns_(panels.size() > 1 ? 2 : 1),
        rows_((static_cast<int>(panels.size()) + columns_ - 1) / columns_),
        cell_width_((width_ - 2 * letter_) / columns_),
        cell_height_(cell_width_ * (columns_ > 1 ? 3 : 2) / (columns_ > 1 ? 4 : 3)),
        figure_(width_, height(), style.format) {}

  std::string bytes() {
    const auto title = plain_runs(style_.title);
    const auto heading = fitted(text(Align::middle, Align::high, 34), title, width_ - 2 * letter_);
    draw_text(figure_, 0.5 * width_, height() - 0.5 * letter_, title, heading);
    for (std::size_t k = 0; k < panels_.size(); ++k) draw_panel(panels_[k], plot_of(k));
    for (std::size_t k = 0; k < names_.size(); ++k) draw_legend(k);
    return figure_.bytes();
  }

 private:
  int scaled(int pixels) const {
    return std::max(static_cast<int>(pixels * width_ * style_.letters / 1600), 1);
  }
  int legend_height() const {
    return names_.empty() ? letter_ / 2 : (static_cast<int>(names_.size()) + 1) * letter_;
  }
  // Films of charts need an even number of rows.
  int height() const { return (2 * letter_ + rows_ * cell_height_ + legend_height() + 1) / 2 * 2; }

  TextStyle text(Align across, Align vertical, int size = 26) const {
    return {.size = static_cast<double>(scaled(size)),
            .colour = kInk,
            .across = across,
            .vertical = vertical};
  }

  Box plot_of(std::size_t panel) const {
    const int column = static_cast<int>(panel) % columns_, row = static_cast<int>(panel) / columns_;
    const int left = letter_ + column * cell_width_ + scaled(145);
    const int bottom = legend_height() + (rows_ - 1 - row) * cell_height_ + scaled(105);
    return {left, bottom, cell_width_ - scaled(170), cell_height_ - scaled(165)};
  }

  ChartAxes axes_of(const ChartPanel& panel) const {
    std::vector<const ChartPanel*> drawn;
    if (style_.shares_axes)
      for (const ChartPanel& each : panels_) drawn.push_back(&each);
    else
      drawn.push_back(&panel);
    return axes_for(drawn, style_, columns_ > 1 ? 5 : 9, 6);
  }

  void draw_panel(const ChartPanel& panel, const Box& plot) {
    const ChartAxes axes = axes_of(panel);
    draw_ticks(axes, plot);
    figure_.frame(plot, scaled(2), kInk);
    const auto title = plain_runs(panel.title);
    const double middle = plot.x + 0.5 * plot.width;
    draw_text(figure_, middle, plot.top() + scaled(10), title,
              fitted(text(Align::middle, Align::low, 28), title, plot.width));
    draw_text(figure_, middle, plot.y - scaled(58),
              label_runs(style_.x_label + axes.x.ticks.factor()), text(Align::middle, Align::high));
    TextStyle upwards = text(Align::low, Align::middle);
    upwards.upwards = true;
    const auto label = label_runs((panel.y_label.empty() ? style_.y_label : panel.y_label) +
                                  axes.y.ticks.factor());
    draw_text(figure_, plot.x - scaled(140), plot.y + 0.5 * plot.height, label,
              fitted(upwards, label, 1.1 * plot.height));
    figure_.clip(
        {plot.x - scaled(2), plot.y - scaled(2), plot.width + scaled(4), plot.height + scaled(4)});
    for (const Curve& curve : panel.curves) draw_curve(curve, axes, plot);
    figure_.clip({0, 0, figure_.width(), figure_.height()});
  }

  void draw_ticks(const ChartAxes& axes, const Box& plot) {
    const double x_scale = plot.width / (axes.x.ends.hi - axes.x.ends.lo);
    const double y_scale = plot.height / (axes.y.ends.hi - axes.y.ends.lo);
    for (const Tick& tick : axes.x.ticks.ticks) {
      const double x = plot.x + (tick.value - axes.x.ends.lo) * x_scale;
      figure_.fill({static_cast<int>(std::lround(x)), plot.y, scaled(1), plot.height}, kFaintLine);
      draw_text(figure_, x, plot.y - scaled(14), label_runs(tick.label),
                text(Align::middle, Align::high));
    }
    for (const Tick& tick : axes.y.ticks.ticks) {
      const double y = plot.y + (tick.value - axes.y.ends.lo) * y_scale;
      figure_.fill({plot.x, static_cast<int>(std::lround(y)), plot.width, scaled(1)}, kFaintLine);
      const auto label = label_runs(tick.label);
      draw_text(figure_, plot.x - scaled(14), y, label,
                fitted(text(Align::high, Align::middle), label, scaled(kNumberRoom)));
    }
  }

  void draw_curve(const Curve& curve, const ChartAxes& axes, const Box& plot) {
    const Colour colour = colour_of(curve.name);
    std::vector<Dot> dots;
    for (const auto& point : curve.points)
      if (axes.has(point))
        dots.push_back({plot.x + axes.x.position(point.first) * plot.width,
                        plot.y + axes.y.position(point.second) * plot.height});
    figure_.stroke(dots, scaled(3), colour);
    if (style_.marks)
      for (const Dot& dot : dots) figure_.stroke({dot, dot}, scaled(13), colour);
  }

  void draw_legend(std::size_t k) {
    const double y = legend_height() - static_cast<int>(k + 1) * letter_;
    const double left = 2 * letter_, middle = left + scaled(30);
    const Colour colour = colour_of(names_[k]);
    figure_.stroke({{left, y}, {left + scaled(60), y}}, scaled(3), colour);
    if (style_.marks) figure_.stroke({{middle, y}, {middle, y}}, scaled(13), colour);
    draw_text(figure_, left + scaled(80), y, plain_runs(names_[k]),
              text(Align::low, Align::middle));
  }

  Colour colour_of(const std::string& name) const {
    if (name.empty()) return kDistinct[0];
    const auto at = std::ranges::find(names_, name) - names_.begin();
    const auto colour = static_cast<std::size_t>(at) % (kDistinct.size() + 1);
    return colour < kDistinct.size() ? kDistinct[colour] : kInk;
  }

  const std::vector<ChartPanel>& panels_;
  const ChartStyle& style_;
  const std::vector<std::string> names_;
  const int width_;
  const int letter_;  // height of a line of text with its spacing
  const int columns_, rows_;
  const int cell_width_, cell_height_;  // of a panel with its labels
  Figure figure_;
};
}  // namespace

std::string draw_line_chart(const std::vector<ChartPanel>& panels, const ChartStyle& style) {
  return Chart(panels, style).bytes();
}

}  // namespace slipflow::drawing
