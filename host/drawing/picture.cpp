#include "slipflow/drawing/picture.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include "colour_map.hpp"
#include "palette.hpp"
#include "picture_frame.hpp"
#include "plane_cut.hpp"
#include "slipflow/mesh/poly_search.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::drawing {

namespace {

constexpr Colour kSolid = {0xb4, 0xb4, 0xb4};
constexpr Colour kOutline = {0x22, 0x22, 0x22};
constexpr Colour kNotFinite = {0xff, 0x00, 0xff};

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

/// What fills the plot: the domain's extent, and the cells to be seen.
struct View {
  mesh::Mesh extent;
  std::vector<double> values;  ///< of these cells
  /// The cell of each pixel of the plot, by rows; -1 where there is none.
  std::function<std::vector<int>(const Box& plot)> cells_under;
};

/// Paints the cells of a field into the plot, one look-up per pixel.
class CellPainter {
 public:
  CellPainter(std::vector<int> cells, const output::NamedField& field, const Range& range,
              const PicturePlan& plan)
      : cells_(std::move(cells)), field_(field), range_(range), plan_(plan) {}

  void paint(Canvas& canvas) const {
    for (int y = 0; y < plan_.plot.height; ++y) {
      Colour* row = canvas.row(plan_.plot.y + y) + plan_.plot.x;
      for (int x = 0; x < plan_.plot.width; ++x) row[x] = colour(x, y);
    }
  }

 private:
  int cell_under(int x, int y) const {
    return cells_[static_cast<std::size_t>(y) * static_cast<std::size_t>(plan_.plot.width) +
                  static_cast<std::size_t>(x)];
  }

  Colour colour(int x, int y) const {
    const int cell = cell_under(x, y);
    const auto is_gas = [&](int px, int py) { return cell_under(px, py) >= 0; };
    if (cell < 0) return any_near(plan_, x, y, is_gas) ? kOutline : kSolid;
    const double value = field_.values[static_cast<std::size_t>(cell)];
    if (!std::isfinite(value)) return kNotFinite;
    return map_[std::lround(range_.fraction(value) * static_cast<double>(map_.size() - 1))];
  }

  const std::vector<int> cells_;
  const output::NamedField& field_;
  const Range& range_;
  const PicturePlan& plan_;
  const ColourMap& map_ = viridis();
};

View view_of_box(const mesh::Mesh& mesh, const std::vector<double>& of_cells) {
  View view{mesh, {}, {}};
  const double* value = of_cells.data();
  for (int j = 0; j < mesh.y.cells(); ++j)
    for (int i = 0; i < mesh.x.cells(); ++i, ++value)
      if (!mesh.solid(i, j)) view.values.push_back(*value);
  view.cells_under = [&mesh](const Box& plot) {
    const auto columns = cells_under_pixels(mesh.x, plot.width);
    const auto rows = cells_under_pixels(mesh.y, plot.height);
    std::vector<int> cells;
    for (const int j : rows)
      for (const int i : columns) cells.push_back(mesh.solid(i, j) ? -1 : j * mesh.x.cells() + i);
    return cells;
  };
  return view;
}

View view_of_cut(const PlaneCut& cut, const std::vector<double>& of_cells) {
  View view;
  const auto& [x, y] = cut.extent();
  view.extent = {mesh::uniform_axis(x[0], x[1], 1), mesh::uniform_axis(y[0], y[1], 1), {}, {}};
  for (const int cell : cut.cells())
    view.values.push_back(of_cells[static_cast<std::size_t>(cell)]);
  view.cells_under = [&cut](const Box& plot) { return cut.cells_under(plot.width, plot.height); };
  return view;
}

void draw_colour_bar(Canvas& canvas, const PicturePlan& plan, const Range& range) {
  const ColourMap& map = viridis();
  const Box& bar = plan.bar;
  for (int y = 0; y < bar.height; ++y) {
    const auto level = static_cast<std::size_t>(y) * map.size() / bar.height;
    canvas.fill({bar.x, bar.y + y, bar.width, 1}, map[level]);
  }
  canvas.frame(bar, plan.line, plan.text.colour);
  const int marks = bar.right() + plan.line;
  for (const Tick& tick : plan.bar_ticks) {
    const int y = bar.y + tick_position(tick.value, range, bar.height);
    canvas.fill({marks, y - plan.line / 2, plan.tick, plan.line}, plan.text.colour);
    draw_text(canvas, marks + plan.tick + plan.gap, y, tick.label, plan.text);
  }
}

std::string draw(const View& view, const output::NamedField& drawn, double time,
                 const PictureStyle& style) {
  const Range range = value_range(view.values);
  const PicturePlan plan = plan_picture(view.extent, range, style.width, !style.title.empty());
  Canvas canvas(plan.width, plan.height, kWhite);
  CellPainter(view.cells_under(plan.plot), drawn, range, plan).paint(canvas);
  canvas.frame(plan.plot, plan.line, plan.text.colour);
  draw_x_axis(canvas, plan, view.extent.x, style.x_label);
  draw_y_axis(canvas, plan, view.extent.y, style.y_label);
  draw_colour_bar(canvas, plan, range);
  const std::string& label = drawn.label.empty() ? drawn.name : drawn.label;
  const std::string place = style.place.empty() ? "" : ",  " + style.place;
  draw_heading(canvas, plan, style.title, fmt::format("{}{},  t = {:.6g}", label, place, time));
  return canvas.png();
}

void name_plane(PictureStyle& style, int axis, double position) {
  constexpr std::array<char, 3> kNames = {'x', 'y', 'z'};
  const auto [across, along] = mesh::axes_of_planes[static_cast<std::size_t>(axis)];
  style.x_label = fmt::format("{} / L", kNames[static_cast<std::size_t>(across)]);
  style.y_label = fmt::format("{} / L", kNames[static_cast<std::size_t>(along)]);
  style.place = fmt::format("{} = {:.6g}", kNames[static_cast<std::size_t>(axis)], position);
}

}  // namespace

std::string draw_picture(const output::Snapshot& snapshot, const std::string& field,
                         const PictureStyle& style) {
  const output::NamedField& drawn = field_to_draw(snapshot, field);
  if (!snapshot.poly)
    return draw(view_of_box(*snapshot.mesh, drawn.values), drawn, snapshot.time, style);
  const auto z = mesh::extent_of(*snapshot.poly)[2];
  const PlaneCut cut(*snapshot.poly, 2, 0.5 * (z[0] + z[1]));
  return draw(view_of_cut(cut, drawn.values), drawn, snapshot.time, style);
}

std::string draw_cut(const output::Snapshot& snapshot, const std::string& field, int axis,
                     double position, PictureStyle style) {
  const output::NamedField& drawn = field_to_draw(snapshot, field);
  const PlaneCut cut(*snapshot.poly, axis, position);
  name_plane(style, axis, position);
  return draw(view_of_cut(cut, drawn.values), drawn, snapshot.time, style);
}

std::string draw_slice(const output::Snapshot& snapshot, const std::string& field, int axis,
                       int cell, PictureStyle style) {
  const output::NamedField& whole = field_to_draw(snapshot, field);
  const mesh::Mesh& mesh = *snapshot.mesh;
  const mesh::Mesh plane = mesh::plane_of(mesh, axis, cell);
  const auto [across, along] = mesh::axes_of_planes[static_cast<std::size_t>(axis)];
  const std::array<std::size_t, 3> strides = {
      1, static_cast<std::size_t>(mesh.x.cells()),
      static_cast<std::size_t>(mesh.x.cells()) * static_cast<std::size_t>(mesh.y.cells())};
  output::NamedField values{whole.name, whole.label, {}};
  for (std::size_t j = 0; j < plane.y.widths.size(); ++j)
    for (std::size_t i = 0; i < plane.x.widths.size(); ++i)
      values.values.push_back(whole.values[static_cast<std::size_t>(cell) * strides[axis] +
                                           i * strides[across] + j * strides[along]]);
  name_plane(style, axis, mesh.axis(axis).centre(cell));
  return draw_picture({snapshot.step, snapshot.time, &plane, {values}}, field, style);
}

}  // namespace slipflow::drawing
