#include "picture_plan.hpp"

#include <cmath>

#include "palette.hpp"

namespace slipflow::drawing {

namespace {
/// Height over width of the plot. A long channel drawn to scale would be a thread.
constexpr double kFlattest = 0.12, kTallest = 1.2;

/// Height over width, as the plot is drawn.
double shape_of(const Window& window) {
  return std::clamp(window.height() / window.width(), kFlattest, kTallest);
}

/// Sizes that only depend on the width, and the ticks of both axes for about this much plot.
PicturePlan plan_axes(const Window& window, int width, double letters) {
  PicturePlan plan;
  plan.width = std::clamp(width, 320, 16384);  // below it no text fits, above it no viewer helps
  plan.letters = letters;
  plan.window = window;
  plan.line = plan.border = plan.scaled(2);
  plan.tick = plan.scaled(8), plan.gap = plan.scaled(9), plan.margin = plan.scaled(24);
  plan.text = {.size = static_cast<double>(plan.scaled(28)), .colour = kInk};
  plan.title = {.size = static_cast<double>(plan.scaled(34)), .colour = kInk};
  // The longest of the usual numbers; longer ones are written smaller, so that labels are at the
  // same distance from all axes.
  plan.number_room =
      static_cast<int>(std::ceil(length_of(plain_runs(with_minus("-0.00")), plan.text)));
  // The labels take room from the plot, so its size is guessed to choose the ticks.
  const int guess = plan.width * 4 / 5, high = static_cast<int>(guess * shape_of(window));
  plan.x_ticks = ticks_along(window.x0, window.x1, guess, plan.scaled(130));
  plan.y_ticks = ticks_along(window.y0, window.y1, high, plan.scaled(100));
  return plan;
}

/// Puts the plot where axes, heading and `right` leave room, and finds the height.
void place_plot(PicturePlan& plan, int right, bool titled) {
  const int letters = static_cast<int>(std::ceil(plan.text.size));
  const int marks = plan.border + plan.tick + plan.gap;
  const int left = plan.margin + letters + plan.gap + plan.number_room + marks;
  const int bottom = plan.margin + plan.below + 2 * letters + plan.gap + marks;
  const int heading = titled ? static_cast<int>(plan.title.size) + plan.gap : 0;
  const int top = plan.margin + heading + letters + 2 * plan.gap + plan.above + plan.border;
  plan.plot = {left, bottom, std::max(plan.width - left - right, plan.width / 4), 0};
  const double high = plan.plot.width * shape_of(plan.window);
  plan.plot.height = std::max(static_cast<int>(std::lround(high)), 1);
  // Films need an even number of rows.
  if ((plan.plot.top() + top) % 2 != 0) ++plan.plot.height;
  plan.height = plan.plot.top() + top;
}
}  // namespace

bool PicturePlan::is_stretched() const {
  // Not that of the plot, whose sides are whole pixels.
  return std::abs(shape_of(window) * window.width() / window.height() - 1) > 0.01;
}

Window window_of(const mesh::Mesh& mesh) {
  return {mesh.x.faces.front(), mesh.y.faces.front(), mesh.x.faces.back(), mesh.y.faces.back()};
}

PicturePlan plan_picture(const Window& window, int width, bool titled, double letters, int bars) {
  PicturePlan plan = plan_axes(window, width, letters);
  const int apart = plan.scaled(32);
  plan.bar.width = plan.scaled(32);
  place_plot(plan, bars * (apart + plan.bar_room()) + plan.margin, titled);
  plan.bar = {plan.plot.right() + apart, plan.plot.y, plan.bar.width, plan.plot.height};
  plan.second_bar = plan.bar;
  plan.second_bar.x += plan.bar_room() + apart;
  return plan;
}

Window unstretched(Window window) {
  const double wider = 0.5 * (window.height() / kTallest - window.width());
  const double higher = 0.5 * (window.width() * kFlattest - window.height());
  if (wider > 0) window.x0 -= wider, window.x1 += wider;
  if (higher > 0) window.y0 -= higher, window.y1 += higher;
  return window;
}

PicturePlan plan_mesh_picture(const Window& window, int width, bool titled, int legend_lines,
                              double letters) {
  PicturePlan plan = plan_axes(window, width, letters);
  const int letter = static_cast<int>(std::ceil(plan.text.size));
  plan.border = plan.scaled(16);
  plan.above = letter + plan.gap;
  plan.below = letter + 2 * plan.gap + legend_lines * plan.legend_line();
  place_plot(plan, plan.border + 2 * plan.gap + letter + plan.margin, titled);
  return plan;
}

}  // namespace slipflow::drawing
