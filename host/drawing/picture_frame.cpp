#include "picture_frame.hpp"

#include <algorithm>
#include <cmath>

namespace slipflow::drawing {

namespace {
Range ends_of(const mesh::Axis& axis) { return {axis.faces.front(), axis.faces.back()}; }
}  // namespace

std::vector<int> cells_under_pixels(const mesh::Axis& axis, int pixels) {
  const double lo = axis.faces.front(), length = axis.faces.back() - lo;
  std::vector<int> cells(static_cast<std::size_t>(pixels));
  int cell = 0;
  for (int k = 0; k < pixels; ++k) {
    const double position = lo + length * (k + 0.5) / pixels;
    while (cell + 1 < axis.cells() && axis.faces[cell + 1] <= position) ++cell;
    cells[k] = cell;
  }
  return cells;
}

int tick_position(double value, const Range& ends, int length) {
  return static_cast<int>(std::lround(ends.fraction(value) * (length - 1)));
}

void draw_x_axis(Canvas& canvas, const PicturePlan& plan, const mesh::Axis& axis,
                 const std::string& label) {
  TextStyle style = plan.text;
  style.across = Align::middle;
  style.vertical = Align::high;
  const int marks = plan.plot.y - plan.border - plan.tick;
  for (const Tick& tick : plan.x_ticks) {
    const int x = plan.plot.x + tick_position(tick.value, ends_of(axis), plan.plot.width);
    canvas.fill({x - plan.line / 2, marks, plan.line, plan.tick}, style.colour);
    draw_text(canvas, x, marks - plan.gap, tick.label, style);
  }
  style.vertical = Align::low;
  draw_text(canvas, plan.plot.x + plan.plot.width / 2, plan.margin + plan.below, label, style);
}

void draw_y_axis(Canvas& canvas, const PicturePlan& plan, const mesh::Axis& axis,
                 const std::string& label) {
  TextStyle style = plan.text;
  style.across = Align::high;
  const int marks = plan.plot.x - plan.border - plan.tick;
  for (const Tick& tick : plan.y_ticks) {
    const int y = plan.plot.y + tick_position(tick.value, ends_of(axis), plan.plot.height);
    canvas.fill({marks, y - plan.line / 2, plan.tick, plan.line}, style.colour);
    draw_text(canvas, marks - plan.gap, y, tick.label, style);
  }
  style.across = Align::low;
  style.upwards = true;
  draw_text(canvas, plan.margin, plan.plot.y + plan.plot.height / 2, label, style);
}

TextStyle fitted(TextStyle style, const std::string& text, int width) {
  const int needed = measure_text(text, style).width;
  if (needed > width) style.size = std::max(style.size * width / needed, style.size / 2);
  return style;
}

void draw_heading(Canvas& canvas, const PicturePlan& plan, const std::string& title,
                  const std::string& subtitle) {
  const int room = plan.width - plan.plot.x - plan.margin;
  TextStyle style = fitted(plan.text, subtitle, room);
  style.vertical = Align::low;
  const int y = plan.plot.top() + plan.border + plan.above + 2 * plan.gap;
  draw_text(canvas, plan.plot.x, y, subtitle, style);
  style = fitted(plan.title, title, room);
  style.vertical = Align::high;
  draw_text(canvas, plan.plot.x, plan.height - plan.margin, title, style);
}

}  // namespace slipflow::drawing
