#include "colour_bar.hpp"

#include <fmt/format.h>

#include <cmath>

namespace slipflow::drawing {

namespace {
void paint_colour_bar(Figure& figure, const Box& bar, const ColourScale& scale) {
  std::vector<Colour> pixels;
  pixels.reserve(static_cast<std::size_t>(bar.width) * bar.height);
  for (int y = 0; y < bar.height; ++y)
    pixels.insert(
        pixels.end(), static_cast<std::size_t>(bar.width),
        scale.colour(std::lerp(scale.range().lo, scale.range().hi, (y + 0.5) / bar.height)));
  figure.image(bar, pixels);
}

/// The bar between the triangles that mark the ends beyond which the picture has values.
Box draw_bar_and_ends(Figure& figure, const PicturePlan& plan, const Box& place,
                      const ColourScale& scale, const std::vector<double>& values) {
  Extremes shown;
  for (const double value : values) shown.take(value);
  const Range& range = scale.range();
  const double colour = (range.hi - range.lo) / 256;  // less is not to be seen
  const int height = place.width * 7 / 8;
  Box bar = place;
  const double left = bar.x, right = bar.right(), middle = 0.5 * (left + right);
  const auto draw_end = [&](double base, double tip, double value) {
    const std::vector<Dot> corners = {{left, base}, {middle, tip}, {right, base}};
    figure.stroke({corners[0], corners[1], corners[2], corners[0]}, 2 * plan.line,
                  plan.text.colour);
    figure.polygon(corners, scale.colour(value));
  };
  if (shown.lo < range.lo - colour) {
    bar.y += height, bar.height -= height;
    draw_end(bar.y, place.y, range.lo);
  }
  if (shown.hi > range.hi + colour) {
    bar.height -= height;
    draw_end(bar.top(), place.top(), range.hi);
  }
  paint_colour_bar(figure, bar, scale);
  figure.frame(bar, plan.line, plan.text.colour);
  return bar;
}

void draw_numbers(Figure& figure, const PicturePlan& plan, const Box& bar, const Box& place,
                  const Range& range) {
  const int marks = bar.right() + plan.line;
  const Ticks ticks = ticks_along(range.lo, range.hi, bar.height, plan.scaled(100));
  for (const Tick& tick : ticks.ticks) {
    const double y = bar.y + range.fraction(tick.value) * bar.height;
    figure.fill({marks, static_cast<int>(std::lround(y)) - plan.line / 2, plan.tick, plan.line},
                plan.text.colour);
    const auto label = plain_runs(tick.label);
    draw_text(figure, marks + plan.tick + plan.gap, y, label,
              fitted(plan.text, label, plan.number_room));
  }
  if (ticks.exponent == 0) return;
  TextStyle style = plan.text;
  style.vertical = Align::low;
  draw_text(figure, bar.x, place.top() + plan.gap,
            label_runs(fmt::format("\u00d710^{}", ticks.exponent)), style);
}

/// False if it is too long.
bool draw_label(Figure& figure, const PicturePlan& plan, const Box& place, const TextLine& label) {
  TextStyle style = plan.text;
  if (length_of(label, style) > place.height) return false;
  style.upwards = true;
  style.across = Align::high;
  draw_text(figure, place.x + plan.bar_room(), place.y + 0.5 * place.height, label, style);
  return true;
}
}  // namespace

bool draw_colour_bar(Figure& figure, const PicturePlan& plan, const Box& place,
                     const ColourScale& scale, const std::vector<double>& values,
                     const std::string& label) {
  const Box bar = draw_bar_and_ends(figure, plan, place, scale, values);
  draw_numbers(figure, plan, bar, place, scale.range());
  return draw_label(figure, plan, place, label_runs(label));
}

}  // namespace slipflow::drawing
