#include "picture_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "palette.hpp"

namespace slipflow::drawing {

namespace {

/// Height over width of the plot. A long channel drawn to scale would be a thread.
constexpr double kFlattest = 0.12, kTallest = 1.2;

double extent(const mesh::Axis& axis) { return axis.faces.back() - axis.faces.front(); }

/// About one tick per `spacing` pixels, but three on a short side too if round numbers allow it.
std::vector<Tick> ticks_along(double lo, double hi, int pixels, int spacing) {
  int intervals = std::max(pixels / spacing, 2);
  std::vector<Tick> ticks = round_ticks(lo, hi, intervals);
  while (ticks.size() < 3 && intervals < 5) ticks = round_ticks(lo, hi, ++intervals);
  return ticks;
}

std::vector<Tick> ticks_along(const mesh::Axis& axis, int pixels, int spacing) {
  return ticks_along(axis.faces.front(), axis.faces.back(), pixels, spacing);
}

/// Height over width, as the plot is drawn.
double shape_of(const mesh::Mesh& mesh) {
  return std::clamp(extent(mesh.y) / extent(mesh.x), kFlattest, kTallest);
}

int widest(const std::vector<Tick>& ticks, const TextStyle& style) {
  int width = 0;
  for (const Tick& tick : ticks) width = std::max(width, measure_text(tick.label, style).width);
  return width;
}

}  // namespace

double Range::fraction(double value) const {
  return std::clamp((value - lo) / (hi - lo), 0.0, 1.0);
}

Range value_range(const std::vector<double>& values) {
  double lo = std::numeric_limits<double>::infinity(), hi = -lo;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    lo = std::min(lo, value);
    hi = std::max(hi, value);
  }
  if (lo > hi) return {0.0, 1.0};  // nothing finite to show
  // A diverging run must not overflow the difference of the two.
  lo = std::clamp(lo, -1e300, 1e300);
  hi = std::clamp(hi, -1e300, 1e300);
  // Noise of rounding is no structure: a constant field gets one colour, that of the middle.
  const double size = std::max(std::abs(lo), std::abs(hi));
  if (hi - lo > std::max(1e-12 * size, 1e-290)) return {lo, hi};
  const double middle = 0.5 * (lo + hi), half = size > 1e-280 ? 0.05 * size : 1.0;
  return {middle - half, middle + half};
}

namespace {
/// Sizes that only depend on the width, and the ticks of both axes for about this much plot.
PicturePlan plan_axes(const mesh::Mesh& mesh, int width) {
  PicturePlan plan;
  plan.width = std::clamp(width, 320, 16384);  // below it no text fits, above it no viewer helps
  plan.line = plan.border = plan.scaled(2);
  plan.tick = plan.gap = plan.scaled(9), plan.margin = plan.scaled(28);
  plan.text = {.size = plan.scaled(26), .colour = kInk};
  plan.title = {.size = plan.scaled(34), .colour = kInk, .bold = true};
  // The labels take room from the plot, so its size is guessed to choose the ticks.
  const int guess = plan.width * 4 / 5, high = static_cast<int>(guess * shape_of(mesh));
  plan.x_ticks = ticks_along(mesh.x, guess, plan.scaled(130));
  plan.y_ticks = ticks_along(mesh.y, high, plan.scaled(80));
  return plan;
}

/// Puts the plot in its place, with this much room to the right of it.
void place_plot(const mesh::Mesh& mesh, PicturePlan& plan, int right, bool titled) {
  const int letters = measure_text("Ag", plan.text).height;
  const int marks = plan.border + plan.tick + plan.gap;
  const int left = plan.margin + letters + 2 * plan.gap + widest(plan.y_ticks, plan.text) + marks;
  const int bottom = plan.margin + plan.below + 2 * letters + plan.gap + marks;
  const int heading = titled ? measure_text("Ag", plan.title).height + plan.gap : 0;
  const int top = plan.margin + heading + letters + 2 * plan.gap + plan.above + plan.border;
  plan.plot = {left, bottom, std::max(plan.width - left - right, plan.width / 4), 0};
  plan.plot.height = std::max(static_cast<int>(std::lround(plan.plot.width * shape_of(mesh))), 1);
  plan.height = plan.plot.top() + top;
}
}  // namespace

PicturePlan plan_picture(const mesh::Mesh& mesh, const Range& range, int width, bool titled) {
  PicturePlan plan = plan_axes(mesh, width);
  const int wide = plan.width * 4 / 5;
  const int high = static_cast<int>(wide * shape_of(mesh));
  plan.bar_ticks = ticks_along(range.lo, range.hi, high, plan.scaled(70));
  const int bar = plan.scaled(36), apart = plan.scaled(36);
  const int marks = plan.line + plan.tick + plan.gap;
  place_plot(mesh, plan, apart + bar + marks + widest(plan.bar_ticks, plan.text) + plan.margin,
             titled);
  plan.bar = {plan.plot.right() + apart, plan.plot.y, bar, plan.plot.height};
  return plan;
}

PicturePlan plan_mesh_picture(const mesh::Mesh& mesh, int width, bool titled, int legend_lines) {
  PicturePlan plan = plan_axes(mesh, width);
  const int letters = measure_text("Ag", plan.text).height;
  plan.border = plan.scaled(16);
  plan.above = letters + plan.gap;
  plan.below = letters + 2 * plan.gap + legend_lines * plan.legend_line();
  place_plot(mesh, plan, plan.border + 2 * plan.gap + letters + plan.margin, titled);
  return plan;
}

}  // namespace slipflow::drawing
