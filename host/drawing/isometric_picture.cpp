#include "slipflow/drawing/isometric_picture.hpp"

#include <fmt/format.h>

#include <cmath>

#include "colour_bar.hpp"
#include "drawn_field.hpp"
#include "isometric_canvas.hpp"
#include "isosurface.hpp"
#include "palette.hpp"
#include "picture_frame.hpp"

namespace slipflow::drawing {

namespace {
/// The part of white in the colour of the farthest surface.
constexpr double kFarthestFade = 0.4;
/// Room right of the box and around it for its outermost lines, as parts of its width.
constexpr double kRoomForName = 0.07, kRoomForLines = 0.01;
/// Edges lie this part of the shortest side in front of the surfaces that they bound.
constexpr double kLineAhead = 0.01;
constexpr std::array<char, 3> kLetters = {'x', 'y', 'z'};

std::size_t cast_size(int k) { return static_cast<std::size_t>(k); }

std::size_t cell_number(const mesh::Mesh& mesh, const std::array<int, 3>& cell) {
  const auto nx = static_cast<std::size_t>(mesh.x.cells()),
             ny = static_cast<std::size_t>(mesh.y.cells());
  return (cast_size(cell[2]) * ny + cast_size(cell[1])) * nx + cast_size(cell[0]);
}

std::vector<double> gas_values(const mesh::Mesh& mesh, const std::vector<double>& values) {
  std::vector<double> gas;
  mesh::for_cells(mesh::cells_of(mesh.layout()), [&](int i, int j, int k) {
    if (!mesh.solid(i, j, k)) gas.push_back(values[cell_number(mesh, {i, j, k})]);
  });
  return gas;
}

std::vector<double> values_of(const FaceValues& faces) {
  std::vector<double> values;
  for (const auto& [face, value] : faces)
    if (std::isfinite(value)) values.push_back(value);
  return values;
}

/// The corners of a rectangle across an axis, over a cell along the others.
std::array<Point3, 4> rectangle(const mesh::Mesh& mesh, int axis, double position,
                                const std::array<int, 3>& cell) {
  const auto [across, along] = mesh::axes_of_planes[cast_size(axis)];
  std::array<Point3, 4> corners;
  for (std::size_t k = 0; k < 4; ++k) {
    const int second = k == 1 || k == 2, third = k >= 2;  // in the order of its sides
    corners[k][cast_size(axis)] = position;
    corners[k][cast_size(across)] =
        mesh.axis(across).faces[cast_size(cell[cast_size(across)] + second)];
    corners[k][cast_size(along)] =
        mesh.axis(along).faces[cast_size(cell[cast_size(along)] + third)];
  }
  return corners;
}

std::array<std::array<double, 2>, 3> extent_of(const mesh::Mesh& mesh) {
  std::array<std::array<double, 2>, 3> extent;
  for (int axis = 0; axis < 3; ++axis)
    extent[cast_size(axis)] = {mesh.axis(axis).faces.front(), mesh.axis(axis).faces.back()};
  return extent;
}

/// A corner of the box, with 1 for the upper end of x, 2 of y, 4 of z.
Point3 corner_of(const std::array<std::array<double, 2>, 3>& extent, int corner) {
  return {extent[0][cast_size(corner & 1)], extent[1][cast_size(corner >> 1 & 1)],
          extent[2][cast_size(corner >> 2)]};
}

class IsometricDrawing {
 public:
  IsometricDrawing(const output::Snapshot& snapshot, const output::NamedField& field,
                   const PictureStyle& style, const IsometricStyle& shown)
      : snapshot_(snapshot),
        mesh_(*snapshot.mesh),
        field_(field),
        style_(style),
        shown_(shown),
        extent_(extent_of(mesh_)),
        gas_(gas_values(mesh_, field.values)),
        scale_(style.range ? *style.range : range_of(ends_of_colours(gas_), style.diverging),
               style.diverging),
        on_walls_(shown.walls ? values_of(shown.walls->values) : std::vector<double>{}),
        scale_of_walls_(scale_of_walls(shown.walls, on_walls_)),
        plan_(plan_picture(unstretched(window()), style.width, !style.title.empty(), style.letters,
                           shown.walls && shows_field() ? 2 : 1)),
        canvas_(plan_.window, plan_.plot.width, plan_.plot.height) {}

  std::string bytes() {
    draw_edges();
    draw_bodies();
    for (const Plane& slice : shown_.slices) draw_slice(slice);
    if (shown_.isosurface) draw_isosurface(*shown_.isosurface);
    Figure figure(plan_.width, plan_.height, style_.format);
    figure.image(plan_.plot, canvas_.pixels());
    draw_ends(figure);
    std::string heading = place_and_time(snapshot_, place());
    const auto draw_bar = [&](const Box& bar, const ColourScale& scale,
                              const std::vector<double>& values, const std::string& label) {
      if (!draw_colour_bar(figure, plan_, bar, scale, values, label))
        heading = label + ",  " + heading;
    };
    if (shows_field()) draw_bar(plan_.bar, scale_, gas_, label_of(field_));
    if (shown_.walls)
      draw_bar(shows_field() ? plan_.second_bar : plan_.bar, scale_of_walls_, on_walls_,
               shown_.walls->label);
    draw_heading(figure, plan_, style_.title, label_runs(heading));
    return figure.bytes();
  }

 private:
  static ColourScale scale_of_walls(const std::optional<WallColours>& walls,
                                    const std::vector<double>& values) {
    if (!walls) return {Range{}, std::nullopt};
    return {walls->range ? *walls->range : range_of(ends_of_colours(values), walls->diverging),
            walls->diverging};
  }

  bool shows_field() const { return !shown_.walls || !shown_.slices.empty() || shown_.isosurface; }

  /// The whole box, and room for the name of y.
  Window window() const {
    Extremes x, y;
    for (int corner = 0; corner < 8; ++corner) {
      const Isometric at = isometric(corner_of(extent_, corner));
      x.take(at.x), y.take(at.y);
    }
    const double width = x.hi - x.lo, room = kRoomForLines * width;
    return {x.lo - room, y.lo - room, x.hi + kRoomForName * width, y.hi + room};
  }

  Colour colour(double value, const ColourScale& scale) const {
    return std::isfinite(value) ? scale.colour(value) : kNotFinite;
  }

  /// In the light, and paler the farther away it is.
  Colour lit(Colour colour, const Point3& normal, const Point3& at) const {
    // From the south-east upper corner, which is the nearest one, to the opposite one.
    const double nearest = isometric(corner_of(extent_, 5)).depth;
    const double farthest = isometric(corner_of(extent_, 2)).depth;
    const double away = (nearest - isometric(at).depth) / (nearest - farthest);
    return mixed(mixed(kInk, colour, brightness(normal)), kWhite, kFarthestFade * away);
  }

  /// Draws all edges but the three at the nearest corner, which would cross the contents of the
  /// box.
  void draw_edges() {
    for (int corner = 0; corner < 8; ++corner)
      for (const int axis : {1, 2, 4})
        if (const int other = corner | axis; other != corner && corner != 5 && other != 5)
          canvas_.line(corner_of(extent_, corner), corner_of(extent_, other), plan_.line,
                       kLineAhead * shortest_side(), kFaintInk);
  }

  double shortest_side() const {
    double shortest = extent_[0][1] - extent_[0][0];
    for (const auto& [lo, hi] : extent_) shortest = std::min(shortest, hi - lo);
    return shortest;
  }

  /// The faces of solid cells that look to the viewer, but for those between two of them.
  void draw_bodies() {
    mesh::for_cells(mesh::cells_of(mesh_.layout()), [&](int i, int j, int k) {
      if (!mesh_.solid(i, j, k)) return;
      for (int side = 0; side < 6; ++side) draw_face({i, j, k}, side);
    });
  }

  void draw_face(const std::array<int, 3>& solid, int side) {
    const int axis = mesh::axis_across(side), upper = side % 2;
    Point3 normal{};
    normal[cast_size(axis)] = upper ? 1 : -1;
    if (!is_seen(normal)) return;
    auto gas = solid;
    gas[cast_size(axis)] += upper ? 1 : -1;
    const bool is_inside =
        gas[cast_size(axis)] >= 0 && gas[cast_size(axis)] < mesh_.axis(axis).cells();
    if (is_inside && mesh_.solid(gas[0], gas[1], gas[2])) return;
    const int face = solid[cast_size(axis)] + upper;
    const auto corners = rectangle(mesh_, axis, mesh_.axis(axis).faces[cast_size(face)], solid);
    const Colour colour = is_inside ? colour_of_face(axis, upper ? gas : solid, gas) : kSolid;
    canvas_.polygon(corners, lit(colour, normal, corners[0]));
  }

  Colour colour_of_face(int axis, const std::array<int, 3>& above,
                        const std::array<int, 3>& gas) const {
    if (!shown_.walls) return colour(field_.values[cell_number(mesh_, gas)], scale_);
    const auto at = shown_.walls->values.find({axis, above[0], above[1], above[2]});
    return at == shown_.walls->values.end() || std::isnan(at->second)
               ? kSolid
               : colour(at->second, scale_of_walls_);
  }

  void draw_slice(const Plane& slice) {
    mesh::CellBox box = mesh::cells_of(mesh_.layout());
    int* const ends[3][2] = {{&box.i0, &box.i1}, {&box.j0, &box.j1}, {&box.k0, &box.k1}};
    *ends[slice.axis][0] = slice.cell, *ends[slice.axis][1] = slice.cell + 1;
    const double position = mesh_.axis(slice.axis).centre(slice.cell);
    mesh::for_cells(box, [&](int i, int j, int k) {
      if (mesh_.solid(i, j, k)) return;
      canvas_.polygon(rectangle(mesh_, slice.axis, position, {i, j, k}),
                      colour(field_.values[cell_number(mesh_, {i, j, k})], scale_));
    });
  }

  void draw_isosurface(const Isosurface& surface) {
    const auto& values = field_to_draw(snapshot_, surface.field).values;
    for_isosurface(mesh_, values, surface.level, field_.values, [&](const SurfaceTriangle& t) {
      const auto& [a, b, c] = t.corners;
      Point3 along, across, normal;
      for (std::size_t k = 0; k < 3; ++k) along[k] = b[k] - a[k], across[k] = c[k] - a[k];
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t next = (k + 1) % 3, after = (k + 2) % 3;
        normal[k] = along[next] * across[after] - along[after] * across[next];
      }
      canvas_.polygon(t.corners, lit(colour(t.value, scale_), normal, a));
    });
  }

  /// Both ends of each axis, and its name between them, at its edge that is nearest to the margin.
  void draw_ends(Figure& figure) const {
    const auto dot = [&](int corner) {
      const Isometric at = isometric(corner_of(extent_, corner));
      return plan_.at(at.x, at.y);
    };
    const int edges[3][2] = {{0, 1}, {1, 3}, {0, 4}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      TextStyle style = plan_.text;
      style.across = axis == 1 ? Align::low : Align::high;
      style.vertical = axis == 2 ? Align::middle : Align::high;
      const double right = axis == 1 ? plan_.gap : -plan_.gap;
      const Dot low = dot(edges[axis][0]), high = dot(edges[axis][1]);
      const auto write = [&](double part, const std::string& words) {
        draw_text(figure, std::lerp(low.x, high.x, part) + right,
                  std::lerp(low.y, high.y, part) - (axis == 2 ? 0 : plan_.gap), label_runs(words),
                  style);
      };
      // The lower end of z is that of x.
      if (axis != 2) write(0.1, fmt::format("{:.4g}", extent_[axis][0]));
      write(axis == 2 ? 1 : 0.9, fmt::format("{:.4g}", extent_[axis][1]));
      const auto unit = snapshot_.length_unit.empty() ? "" : " / " + snapshot_.length_unit;
      write(0.5, kLetters[axis] + unit);
    }
  }

  /// "z = 0.5, surface: Mach number = 1"
  std::string place() const {
    std::string words;
    const auto add = [&](const std::string& more) { words += (words.empty() ? "" : ", ") + more; };
    for (const Plane& slice : shown_.slices)
      add(fmt::format("{} = {:.6g}", kLetters[cast_size(slice.axis)],
                      mesh_.axis(slice.axis).centre(slice.cell)));
    if (shown_.isosurface) {
      const auto& field = field_to_draw(snapshot_, shown_.isosurface->field);
      add(fmt::format("surface: {} = {:.6g}", label_of(field), shown_.isosurface->level));
    }
    return words;
  }

  const output::Snapshot& snapshot_;
  const mesh::Mesh& mesh_;
  const output::NamedField& field_;
  const PictureStyle& style_;
  const IsometricStyle& shown_;
  const std::array<std::array<double, 2>, 3> extent_;
  const std::vector<double> gas_;
  const ColourScale scale_;
  const std::vector<double> on_walls_;
  const ColourScale scale_of_walls_;
  const PicturePlan plan_;
  IsometricCanvas canvas_;
};
}  // namespace

std::string draw_isometric_picture(const output::Snapshot& snapshot, const std::string& field,
                                   const PictureStyle& style, const IsometricStyle& shown) {
  return IsometricDrawing(snapshot, field_to_draw(snapshot, field), style, shown).bytes();
}

Extremes ends_in_gas(const output::Snapshot& snapshot, const std::string& field) {
  return ends_of_colours(gas_values(*snapshot.mesh, field_to_draw(snapshot, field).values));
}

Extremes ends_on_walls(const FaceValues& values) { return ends_of_colours(values_of(values)); }

}  // namespace slipflow::drawing
