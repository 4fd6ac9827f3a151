#include "slipflow/drawing/picture.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "colour_map.hpp"
#include "palette.hpp"
#include "picture_frame.hpp"
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

/// Paints the cells of a field into the plot, one look-up per pixel.
class CellPainter {
 public:
  CellPainter(const mesh::Mesh& mesh, const output::NamedField& field, const Range& range,
              const PicturePlan& plan)
      : mesh_(mesh),
        field_(field),
        range_(range),
        plan_(plan),
        columns_(cells_under_pixels(mesh.x, plan.plot.width)),
        rows_(cells_under_pixels(mesh.y, plan.plot.height)) {}

  void paint(Canvas& canvas) const {
    for (int y = 0; y < plan_.plot.height; ++y) {
      Colour* row = canvas.row(plan_.plot.y + y) + plan_.plot.x;
      for (int x = 0; x < plan_.plot.width; ++x) row[x] = colour(x, y);
    }
  }

 private:
  Colour colour(int x, int y) const {
    const int i = columns_[x], j = rows_[y];
    const auto is_gas = [&](int px, int py) { return !mesh_.solid(columns_[px], rows_[py]); };
    if (mesh_.solid(i, j)) return any_near(plan_, x, y, is_gas) ? kOutline : kSolid;
    const double value = field_.values[static_cast<std::size_t>(j) * mesh_.x.cells() + i];
    if (!std::isfinite(value)) return kNotFinite;
    return map_[std::lround(range_.fraction(value) * static_cast<double>(map_.size() - 1))];
  }

  const mesh::Mesh& mesh_;
  const output::NamedField& field_;
  const Range& range_;
  const PicturePlan& plan_;
  std::vector<int> columns_, rows_;
  const ColourMap& map_ = viridis();
};

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

}  // namespace

std::string draw_picture(const output::Snapshot& snapshot, const std::string& field,
                         const PictureStyle& style) {
  const mesh::Mesh& mesh = *snapshot.mesh;
  const output::NamedField& drawn = field_to_draw(snapshot, field);
  const Range range = value_range(mesh, drawn.values);
  const PicturePlan plan = plan_picture(mesh, range, style.width, !style.title.empty());
  Canvas canvas(plan.width, plan.height, kWhite);
  CellPainter(mesh, drawn, range, plan).paint(canvas);
  canvas.frame(plan.plot, plan.line, plan.text.colour);
  draw_x_axis(canvas, plan, mesh.x, style.x_label);
  draw_y_axis(canvas, plan, mesh.y, style.y_label);
  draw_colour_bar(canvas, plan, range);
  const std::string& label = drawn.label.empty() ? drawn.name : drawn.label;
  const std::string place = style.place.empty() ? "" : ",  " + style.place;
  draw_heading(canvas, plan, style.title,
               fmt::format("{}{},  t = {:.6g}", label, place, snapshot.time));
  return canvas.png();
}

std::string draw_slice(const output::Snapshot& snapshot, const std::string& field, int axis,
                       int cell, PictureStyle style) {
  constexpr std::array<char, 3> kNames = {'x', 'y', 'z'};
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
  style.x_label = fmt::format("{} / L", kNames[across]);
  style.y_label = fmt::format("{} / L", kNames[along]);
  style.place = fmt::format("{} = {:.6g}", kNames[axis], mesh.axis(axis).centre(cell));
  return draw_picture({snapshot.step, snapshot.time, &plane, {values}}, field, style);
}

}  // namespace slipflow::drawing
