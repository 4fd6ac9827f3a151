#include "slipflow/drawing/picture.hpp"

#include <fmt/format.h>

#include <cmath>

#include "colour_map.hpp"
#include "overlays.hpp"
#include "palette.hpp"
#include "picture_frame.hpp"
#include "plane_view.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::drawing {

namespace {
constexpr Colour kSolid = rgb(0xb4b4b4);
constexpr Colour kNotFinite = rgb(0xff00ff);

const output::NamedField& field_to_draw(const output::Snapshot& snapshot, const std::string& name) {
  const output::NamedField* field = snapshot.find(name);
  if (!field) {
    throw Error(ExitStatus::internal_error, "no field '" + name + "' to draw a picture of");
  }
  const auto cells = static_cast<std::size_t>(snapshot.mesh->cells());
  if (field->values.size() != cells) {
    throw Error(ExitStatus::internal_error, fmt::format("field {} has {} values for {} cells", name,
                                                        field->values.size(), cells));
  }
  return *field;
}

/// Paints the cells of a field into the plot, one look-up per pixel.
class CellPainter {
 public:
  /// `smooth`: values between the middles of cells for each pixel; none for those of the cells.
  CellPainter(const std::vector<int>& cells, const output::NamedField& field,
              const std::vector<double>& smooth, const ColourScale& scale, const PicturePlan& plan)
      : cells_(cells), field_(field), smooth_(smooth), scale_(scale), plan_(plan) {}

  std::vector<Colour> pixels() const {
    std::vector<Colour> pixels;
    pixels.reserve(cells_.size());
    for (int y = 0; y < plan_.plot.height; ++y)
      for (int x = 0; x < plan_.plot.width; ++x) pixels.push_back(colour(x, y));
    return pixels;
  }

 private:
  std::size_t pixel(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(plan_.plot.width) +
           static_cast<std::size_t>(x);
  }
  int cell_under(int x, int y) const { return cells_[pixel(x, y)]; }

  Colour colour(int x, int y) const {
    const int cell = cell_under(x, y);
    const auto is_gas = [&](int px, int py) { return cell_under(px, py) >= 0; };
    if (cell < 0) return any_near(plan_, x, y, is_gas) ? kInk : kSolid;
    const double value = field_.values[static_cast<std::size_t>(cell)];
    if (!std::isfinite(value)) return kNotFinite;
    if (smooth_.empty() || !std::isfinite(smooth_[pixel(x, y)])) return scale_.colour(value);
    return scale_.colour(smooth_[pixel(x, y)]);
  }

  const std::vector<int>& cells_;
  const output::NamedField& field_;
  const std::vector<double>& smooth_;
  const ColourScale& scale_;
  const PicturePlan& plan_;
};

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
Box draw_bar_and_ends(Figure& figure, const PicturePlan& plan, const ColourScale& scale,
                      const std::vector<double>& values) {
  Extremes shown;
  for (const double value : values) shown.take(value);
  const Range& range = scale.range();
  const double colour = (range.hi - range.lo) / 256;  // less is not to be seen
  const int height = plan.bar.width * 7 / 8;
  Box bar = plan.bar;
  const double left = bar.x, right = bar.right(), middle = 0.5 * (left + right);
  const auto draw_end = [&](double base, double tip, double value) {
    const std::vector<Dot> corners = {{left, base}, {middle, tip}, {right, base}};
    figure.stroke({corners[0], corners[1], corners[2], corners[0]}, 2 * plan.line,
                  plan.text.colour);
    figure.polygon(corners, scale.colour(value));
  };
  if (shown.lo < range.lo - colour) {
    bar.y += height, bar.height -= height;
    draw_end(bar.y, plan.bar.y, range.lo);
  }
  if (shown.hi > range.hi + colour) {
    bar.height -= height;
    draw_end(bar.top(), plan.bar.top(), range.hi);
  }
  paint_colour_bar(figure, bar, scale);
  figure.frame(bar, plan.line, plan.text.colour);
  return bar;
}

/// The bar with its numbers, and above it the power of ten by which they are multiplied.
void draw_colour_bar(Figure& figure, const PicturePlan& plan, const ColourScale& scale,
                     const std::vector<double>& values) {
  const Box bar = draw_bar_and_ends(figure, plan, scale, values);
  const Range& range = scale.range();
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
  draw_text(figure, bar.x, plan.bar.top() + plan.gap,
            label_runs(fmt::format("\u00d710^{}", ticks.exponent)), style);
}

/// Right of the bar; false if the label is too long for that.
bool draw_bar_label(Figure& figure, const PicturePlan& plan, const TextLine& label) {
  TextStyle style = plan.text;
  if (length_of(label, style) > plan.bar.height) return false;
  style.upwards = true;
  style.across = Align::high;
  draw_text(figure, plan.width - plan.margin, plan.bar.y + 0.5 * plan.bar.height, label, style);
  return true;
}

Window window_to_draw(const PictureStyle& style, const PlaneView& view) {
  return style.zoom ? *style.zoom : view.whole;
}

std::vector<double> values_in(const PlaneView& view, const Window& window,
                              const output::NamedField& field) {
  std::vector<double> values;
  for (const int cell : view.cells_in(window))
    values.push_back(field.values[static_cast<std::size_t>(cell)]);
  return values;
}

PlaneFlow flow_in(const output::Snapshot& snapshot, const PictureStyle& style,
                  const PlaneView& view, const Window& window) {
  const auto grid = [&](int axis) {
    const auto& name = style.velocity[static_cast<std::size_t>(axis)];
    return view.grid_of(field_to_draw(snapshot, name).values, window);
  };
  return {grid(view.axes[0]), grid(view.axes[1])};
}

/// In the colour that is easier to see on that of their value. Returns their numbers.
std::vector<LineLabel> draw_contours(Figure& figure, const PicturePlan& plan, const PointGrid& grid,
                                     const ColourScale& scale, int count,
                                     const std::vector<std::vector<Dot>>& streamlines) {
  std::vector<LevelLines> levels;
  for (const Tick& level : contour_levels(scale.range(), count))
    levels.push_back({level, joined(contour(grid, level.value, plan))});
  const auto labels = cut_gaps_for_labels(levels, plan, streamlines);
  std::vector<LineLabel> all_labels;
  for (std::size_t k = 0; k < levels.size(); ++k) {
    draw_contour(figure, plan, levels[k].lines, labels[k],
                 is_dark(scale.colour(levels[k].level.value)) ? kWhite : kInk);
    all_labels.insert(all_labels.end(), labels[k].begin(), labels[k].end());
  }
  return all_labels;
}

void draw_overlays(Figure& figure, const PicturePlan& plan, const output::Snapshot& snapshot,
                   const output::NamedField& field, const PictureStyle& style,
                   const PlaneView& view, const ColourScale& scale) {
  std::optional<PlaneFlow> flow;
  if (style.streamlines > 0 || style.vectors > 0)
    flow = flow_in(snapshot, style, view, plan.window);
  std::vector<std::vector<Dot>> lines;
  std::vector<LineLabel> labels;
  if (style.streamlines > 0) lines = streamlines(*flow, style.streamlines, plan);
  figure.clip(plan.plot);
  if (style.contours > 0)
    labels = draw_contours(figure, plan, view.grid_of(field.values, plan.window), scale,
                           style.contours, lines);
  draw_streamlines(figure, plan, lines, labels);
  if (style.vectors > 0) draw_arrows(figure, plan, arrows(*flow, style.vectors, plan));
  figure.clip({0, 0, figure.width(), figure.height()});
}

/// "z = 0.5,  t = 20"
std::string place_and_time(const output::Snapshot& snapshot, const PlaneView& view) {
  const std::string place = view.place.empty() ? "" : view.place + ",  ";
  const std::string unit = snapshot.time_unit.empty() ? "" : " " + snapshot.time_unit;
  return fmt::format("{}{} = {:.6g}{}", place, snapshot.time_name, snapshot.time, unit);
}
}  // namespace

std::string draw_picture(const output::Snapshot& snapshot, const std::string& name,
                         const PictureStyle& style, const std::optional<Plane>& plane) {
  const output::NamedField& field = field_to_draw(snapshot, name);
  const PlaneView view = view_of(snapshot, plane);
  const Window window = window_to_draw(style, view);
  const auto values = values_in(view, window, field);
  const ColourScale scale(
      style.range ? *style.range : range_of(ends_of_colours(values), style.diverging),
      style.diverging);
  const PicturePlan plan = plan_picture(window, style.width, !style.title.empty(), style.letters);
  const auto cells = view.cells_under(window, plan.plot.width, plan.plot.height);
  std::vector<double> smooth;
  if (style.smooth)
    smooth = view.values_under(field.values, window, plan.plot.width, plan.plot.height);
  Figure figure(plan.width, plan.height, style.format);
  figure.image(plan.plot, CellPainter(cells, field, smooth, scale, plan).pixels());
  draw_overlays(figure, plan, snapshot, field, style, view, scale);
  figure.frame(plan.plot, plan.line, plan.text.colour);
  draw_axes(figure, plan, view.x_label, view.y_label);
  draw_colour_bar(figure, plan, scale, values);
  const std::string& label = field.label.empty() ? field.name : field.label;
  const bool by_bar = draw_bar_label(figure, plan, label_runs(label));
  draw_heading(figure, plan, style.title,
               label_runs((by_bar ? "" : label + ",  ") + place_and_time(snapshot, view)));
  return figure.bytes();
}

Extremes ends_shown(const output::Snapshot& snapshot, const std::string& field,
                    const PictureStyle& style, const std::optional<Plane>& plane) {
  const output::NamedField& shown = field_to_draw(snapshot, field);
  const PlaneView view = view_of(snapshot, plane);
  return ends_of_colours(values_in(view, window_to_draw(style, view), shown));
}

}  // namespace slipflow::drawing
