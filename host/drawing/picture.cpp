#include "slipflow/drawing/picture.hpp"

#include <fmt/format.h>

#include <cmath>

#include "colour_bar.hpp"
#include "cut_outline.hpp"
#include "drawn_field.hpp"
#include "overlays.hpp"
#include "palette.hpp"
#include "picture_frame.hpp"
#include "plane_view.hpp"

namespace slipflow::drawing {

namespace {
/// Paints the cells of a field into the plot, one look-up per pixel.
class CellPainter {
 public:
  /// `cells`: those under the pixels, -1 for solid ones. `smooth`: values between the middles of
  /// cells for each pixel; none for those of the cells.
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
    flow = flow_in(snapshot, style.velocity, view, plan.window);
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
  auto cells = view.cells_under(window, plan.plot.width, plan.plot.height);
  if (snapshot.cut) {
    const auto in_bodies =
        pixels_in_bodies(plan, *snapshot.mesh, *snapshot.cut, snapshot.length_factor);
    for (std::size_t k = 0; k < cells.size(); ++k)
      if (in_bodies[k]) cells[k] = -1;
  }
  std::vector<double> smooth;
  if (style.smooth)
    smooth = view.values_under(field.values, window, plan.plot.width, plan.plot.height);
  Figure figure(plan.width, plan.height, style.format);
  figure.image(plan.plot, CellPainter(cells, field, smooth, scale, plan).pixels());
  if (snapshot.cut) draw_outlines(figure, plan, *snapshot.cut, snapshot.length_factor);
  draw_overlays(figure, plan, snapshot, field, style, view, scale);
  figure.frame(plan.plot, plan.line, plan.text.colour);
  draw_axes(figure, plan, view.x_label, view.y_label);
  const std::string label = label_of(field);
  const bool by_bar = draw_colour_bar(figure, plan, plan.bar, scale, values, label);
  draw_heading(figure, plan, style.title,
               label_runs((by_bar ? "" : label + ",  ") + place_and_time(snapshot, view.place)));
  return figure.bytes();
}

Extremes ends_shown(const output::Snapshot& snapshot, const std::string& field,
                    const PictureStyle& style, const std::optional<Plane>& plane) {
  const output::NamedField& shown = field_to_draw(snapshot, field);
  const PlaneView view = view_of(snapshot, plane);
  return ends_of_colours(values_in(view, window_to_draw(style, view), shown));
}

}  // namespace slipflow::drawing
