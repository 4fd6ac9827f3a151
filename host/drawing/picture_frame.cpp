#include "picture_frame.hpp"

#include <cmath>

#include "palette.hpp"

namespace slipflow::drawing {

std::vector<int> cells_under_pixels(const mesh::Axis& axis, double lo, double hi, int pixels) {
  std::vector<int> cells(static_cast<std::size_t>(pixels));
  int cell = 0;
  for (int k = 0; k < pixels; ++k) {
    const double position = lo + (hi - lo) * (k + 0.5) / pixels;
    while (cell + 1 < axis.cells() && axis.faces[cell + 1] <= position) ++cell;
    cells[k] = cell;
  }
  return cells;
}

namespace {
int whole(double pixels) { return static_cast<int>(std::lround(pixels)); }

TextLine with_factor(const std::string& label, const Ticks& ticks) {
  return label.empty() ? TextLine{} : label_runs(label + ticks.factor());
}

void draw_x_axis(Figure& figure, const PicturePlan& plan, const std::string& label) {
  TextStyle style = plan.text;
  style.across = Align::middle;
  style.vertical = Align::high;
  const int marks = plan.plot.y - plan.border - plan.tick;
  for (const Tick& tick : plan.x_ticks.ticks) {
    const double x = plan.at(tick.value, plan.window.y0).x;
    figure.fill({whole(x) - plan.line / 2, marks, plan.line, plan.tick}, style.colour);
    draw_text(figure, x, marks - plan.gap, plain_runs(tick.label), style);
  }
  style.vertical = Align::low;
  draw_text(figure, plan.plot.x + 0.5 * plan.plot.width, plan.margin + plan.below,
            with_factor(label, plan.x_ticks), style);
}

void draw_y_axis(Figure& figure, const PicturePlan& plan, const std::string& label) {
  TextStyle style = plan.text;
  style.across = Align::high;
  const int marks = plan.plot.x - plan.border - plan.tick;
  for (const Tick& tick : plan.y_ticks.ticks) {
    const double y = plan.at(plan.window.x0, tick.value).y;
    figure.fill({marks, whole(y) - plan.line / 2, plan.tick, plan.line}, style.colour);
    const auto number = plain_runs(tick.label);
    draw_text(figure, marks - plan.gap, y, number, fitted(style, number, plan.number_room));
  }
  style.across = Align::low;
  style.upwards = true;
  draw_text(figure, plan.margin, plan.plot.y + 0.5 * plan.plot.height,
            with_factor(label, plan.y_ticks), style);
}
}  // namespace

void draw_axes(Figure& figure, const PicturePlan& plan, const std::string& x_label,
               const std::string& y_label) {
  draw_x_axis(figure, plan, x_label);
  draw_y_axis(figure, plan, y_label);
}

void draw_heading(Figure& figure, const PicturePlan& plan, const std::string& title,
                  const TextLine& subtitle) {
  const int y = plan.plot.top() + plan.border + plan.above + 2 * plan.gap;
  double room = plan.plot.width;
  if (plan.is_stretched()) {
    TextStyle note = plan.text;
    note.colour = kFaintInk;
    note.across = Align::high;
    note.vertical = Align::low;
    const auto words = plain_runs("not to scale");
    draw_text(figure, plan.plot.right(), y, words, note);
    room -= length_of(words, note) + 2 * plan.gap;
  }
  TextStyle style = fitted(plan.text, subtitle, room);
  style.vertical = Align::low;
  draw_text(figure, plan.plot.x, y, subtitle, style);
  const auto heading = plain_runs(title);
  style = fitted(plan.title, heading, plan.width - plan.plot.x - plan.margin);
  style.vertical = Align::high;
  draw_text(figure, plan.plot.x, plan.height - plan.margin, heading, style);
}

}  // namespace slipflow::drawing
