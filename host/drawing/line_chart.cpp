#include "slipflow/drawing/line_chart.hpp"

#include <algorithm>
#include <cmath>

#include "chart_axes.hpp"
#include "palette.hpp"
#include "text.hpp"

namespace slipflow::drawing {

namespace {
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
  int scaled(int pixels) const { return std::max(pixels * width_ / 1600, 1); }
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
      draw_text(figure_, plot.x - scaled(14), y, label_runs(tick.label),
                text(Align::high, Align::middle));
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
