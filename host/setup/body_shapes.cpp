#include "body_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "copies.hpp"
#include "slipflow/mesh/stl_file.hpp"
#include "slipflow/mesh/svg_file.hpp"
#include "slipflow/setup/options.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::setup {

namespace {
using config::Directive;
using config::Settings;

/// What `read` makes of the file, whose faults become those of the line.
template <class Read>
auto read_line_file(const Settings& settings, const Directive& line, Read read) {
  try {
    return read(settings.folder() / line.file);
  } catch (const Error& e) {
    throw settings.error(line, e.what());
  }
}

mesh::Rectangle rectangle_of(const Settings& s, const Directive& d) {
  const mesh::Rectangle r{d.numbers[0], d.numbers[1], d.numbers[2], d.numbers[3]};
  if (!(r.x1 > r.x0) || !(r.y1 > r.y0))
    throw s.error(d, "the four numbers are x0 y0 x1 y1 with x0 < x1 and y0 < y1");
  return r;
}

mesh::Circle circle_of(const Settings& s, const Directive& d) {
  if (!(d.numbers[2] > 0))
    throw s.error(d, "the three numbers are x y r, with a radius greater than 0");
  return {{d.numbers[0], d.numbers[1]}, d.numbers[2]};
}

mesh::Polygon polygon_of(const Settings& s, const Directive& d) {
  if (d.numbers.size() % 2 != 0)
    throw s.error(d, fmt::format("the numbers are x and y of each corner, so {} cannot be",
                                 d.numbers.size()));
  mesh::Polygon polygon;
  for (std::size_t k = 0; k < d.numbers.size(); k += 2)
    polygon.corners.push_back({d.numbers[k], d.numbers[k + 1]});
  return polygon;
}

/// The rectangle of a picture: the four numbers, or the whole mesh.
mesh::Rectangle place_of(const Settings& s, const Directive& d, const mesh::Mesh& mesh) {
  if (!d.numbers.empty()) return rectangle_of(s, d);
  return {mesh.x.faces.front(), mesh.y.faces.front(), mesh.x.faces.back(), mesh.y.faces.back()};
}

/// Refuses a mask that would be stretched: its pixels are squares, up to rounding to whole ones.
void check_aspect(const Settings& s, const Directive& d, const mesh::PlacedMask& m) {
  const double width = m.place.x1 - m.place.x0, height = m.place.y1 - m.place.y0;
  const double rows = m.mask.width * height / width;
  if (std::abs(rows - m.mask.height) <= 0.5 + 0.01 * rows) return;
  throw s.error(d, fmt::format("'{}' has {} x {} pixels, but covers {:.6g} x {:.6g}: picture "
                               "and rectangle must have the same aspect ratio",
                               shown(d.file), m.mask.width, m.mask.height, width, height));
}

mesh::PlacedMask mask_of(const Settings& s, const Directive& d, const mesh::Mesh& mesh) {
  mesh::PlacedMask placed;
  placed.place = place_of(s, d, mesh);
  placed.mask = read_line_file(s, d, [](const auto& file) { return mesh::read_mask(file); });
  check_aspect(s, d, placed);
  return placed;
}

/// The drawing of a picture with its page on the rectangle, and y upwards.
mesh::Drawing drawing_of(const Settings& s, const Directive& d, const mesh::Mesh& mesh) {
  const mesh::Rectangle place = place_of(s, d, mesh);
  auto [page, drawing] =
      read_line_file(s, d, [](const auto& file) { return mesh::read_svg(file); });
  const double width = page.x1 - page.x0, height = page.y1 - page.y0;
  const double scale_x = (place.x1 - place.x0) / width, scale_y = (place.y1 - place.y0) / height;
  const double within = std::min(scale_x, scale_y);
  if (!(std::abs(scale_y - scale_x) <= 0.01 * scale_x))
    throw s.error(
        d, fmt::format("the page of '{}' has {:.6g} x {:.6g}, but covers {:.6g} x "
                       "{:.6g}: page and rectangle must have the same aspect ratio, as with the "
                       "rectangle {:.6g} {:.6g} {:.6g} {:.6g}",
                       shown(d.file), width, height, place.x1 - place.x0, place.y1 - place.y0,
                       place.x0, place.y0, place.x0 + within * width, place.y0 + within * height));
  for (auto& part : drawing.parts)
    for (auto& edge : part.edges)
      for (mesh::Point* p : {&edge.a, &edge.b}) {
        *p = {place.x0 + (p->x - page.x0) * scale_x, place.y1 - (p->y - page.y0) * scale_y};
        if (!(std::max(std::abs(p->x), std::abs(p->y)) <= kLargestLength))
          throw s.error(d, fmt::format("the drawing of '{}' reaches beyond {}, the largest length",
                                       shown(d.file), kLargestLength));
      }
  return drawing;
}

mesh::Shape shape_of(const Settings& s, const Directive& d, const mesh::Mesh& mesh) {
  if (d.key == "body.rectangle") return rectangle_of(s, d);
  if (d.key == "body.polygon") return polygon_of(s, d);
  if (d.key == "body.circle") return circle_of(s, d);
  if (d.key == "body.svg") return drawing_of(s, d, mesh);
  return mask_of(s, d, mesh);
}

/// A body of that outline: its extent in z is that of the option z=Z0,Z1, else the whole mesh.
mesh::Prism prism_of(const Settings& s, const Directive& d, const mesh::Shape& outline) {
  const auto given = option(d, "z");
  if (!given) return {outline};
  const auto z = parse_numbers(*given);
  if (z.size() != 2 || !(z[1] > z[0]) || std::max(-z[0], z[1]) > kLargestLength)
    throw s.error(d, fmt::format("z={} must be two numbers Z0,Z1 with Z0 < Z1, not beyond {}",
                                 shown(*given), kLargestLength));
  return {outline, z[0], z[1]};
}
mesh::Position3 position_at(const Directive& d, std::size_t first) {
  return {d.numbers[first], d.numbers[first + 1], d.numbers[first + 2]};
}

mesh::Prism box_of(const Settings& s, const Directive& d) {
  const auto lo = position_at(d, 0), hi = position_at(d, 3);
  if (!(hi[0] > lo[0]) || !(hi[1] > lo[1]) || !(hi[2] > lo[2]))
    throw s.error(d, "the six numbers are x0 y0 z0 x1 y1 z1 with x0 < x1, y0 < y1 and z0 < z1");
  return {mesh::Rectangle{lo[0], lo[1], hi[0], hi[1]}, lo[2], hi[2]};
}

mesh::Sphere sphere_of(const Settings& s, const Directive& d) {
  if (!(d.numbers[3] > 0))
    throw s.error(d, "the four numbers are x y z r, with a radius greater than 0");
  return {position_at(d, 0), d.numbers[3]};
}

mesh::Cylinder cylinder_of(const Settings& s, const Directive& d) {
  const mesh::Cylinder cylinder{position_at(d, 0), position_at(d, 3), d.numbers[6]};
  if (!(cylinder.radius > 0) || cylinder.a == cylinder.b)
    throw s.error(d,
                  "the seven numbers are x0 y0 z0 x1 y1 z1 r, the different centres of the ends "
                  "and a radius greater than 0");
  return cylinder;
}

/// The surface of the file, times scale= and then moved by shift=.
mesh::Surface surface_of(const Settings& s, const Directive& d) {
  const double scale = number_of(
      s, d, "scale", 1, [](double f) { return f > 0 && f <= kLargestLength; },
      fmt::format(" greater than 0 and at most {}", kLargestLength));
  std::vector<double> shift(3);
  if (const auto* given = option(d, "shift")) {
    shift = parse_numbers(*given);
    if (shift.size() != 3)
      throw s.error(d, fmt::format("shift={} must be three numbers DX,DY,DZ", shown(*given)));
  }
  auto surface = read_line_file(s, d, [](const auto& file) { return mesh::read_stl(file); });
  for (auto& point : surface.points)
    for (std::size_t axis = 0; axis < 3; ++axis) {
      point[axis] = point[axis] * scale + shift[axis];
      if (!(std::abs(point[axis]) <= kLargestLength))
        throw s.error(d, fmt::format("the surface of '{}' reaches beyond {}, the largest length",
                                     shown(d.file), kLargestLength));
    }
  return surface;
}

mesh::Solid solid_of_stl(const Settings& s, const Directive& d, const mesh::Mesh& mesh) {
  const bool given = option(d, "section") != nullptr;
  if (mesh.axes() == 1) throw s.error(d, "is for a mesh of two or three axes");
  if (given && mesh.axes() == 3)
    throw s.error(d, "section is for a mesh of two axes; on three the body is the whole solid");
  if (!given && mesh.axes() == 2)
    throw s.error(d, "needs section=Z, the height of the section that the mesh of two axes has");
  const auto any = [](double z) { return std::abs(z) <= kLargestLength; };
  const double z =
      number_of(s, d, "section", 0, any, fmt::format(", not beyond {}", kLargestLength));
  const mesh::Surface surface = surface_of(s, d);
  if (mesh.axes() == 3) return surface;
  const mesh::Extent3 box = mesh::bounds(surface);
  auto drawing = mesh::section_of(surface, z);
  if (drawing.parts.empty())
    throw s.error(d, fmt::format("section={:.6g} misses the surface, which extends from z = {:.6g} "
                                 "to {:.6g}",
                                 z, box.lo[2], box.hi[2]));
  return mesh::Prism{std::move(drawing)};
}

constexpr std::array<std::string_view, 4> kOfSpace = {"body.box", "body.sphere", "body.cylinder",
                                                      "body.stl"};

/// Boxes, spheres, cylinders and surfaces are solids in space; others are prisms of an outline.
bool is_of_space(const Directive& d) {
  return std::ranges::find(kOfSpace, d.key) != kOfSpace.end();
}

/// On a mesh of two axes the section of a surface.
mesh::Solid solid_in_space(const Settings& s, const Directive& d, const mesh::Mesh& mesh) {
  if (d.key == "body.stl") return solid_of_stl(s, d, mesh);
  if (mesh.axes() < 3) throw s.error(d, "is for a mesh of three axes");
  if (d.key == "body.box") return box_of(s, d);
  if (d.key == "body.sphere") return sphere_of(s, d);
  return cylinder_of(s, d);
}
}  // namespace

std::vector<mesh::Solid> solids_of(const Settings& s, const Directive& d, const mesh::Mesh& mesh) {
  for (const double number : d.numbers)
    if (std::abs(number) > kLargestLength)
      throw s.error(d, fmt::format("{} is beyond {}, the largest length", number, kLargestLength));
  if (is_of_space(d)) return {solid_in_space(s, d, mesh)};
  std::vector<mesh::Solid> solids;
  for (const auto& shape : copies_of(s, d, shape_of(s, d, mesh)))
    solids.push_back(prism_of(s, d, shape));
  return solids;
}

}  // namespace slipflow::setup
