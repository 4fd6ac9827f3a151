#include "space_bodies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "copies.hpp"
#include "line_file.hpp"
#include "slipflow/mesh/stl_file.hpp"
#include "slipflow/setup/options.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::setup {

namespace {
using config::Directive;
using config::Settings;

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
}  // namespace

bool is_of_space(const Directive& d) {
  return std::ranges::find(kOfSpace, d.key) != kOfSpace.end();
}

mesh::Solid solid_in_space(const Settings& s, const Directive& d, const mesh::Mesh& mesh) {
  if (d.key == "body.stl") return solid_of_stl(s, d, mesh);
  if (mesh.axes() < 3) throw s.error(d, "is for a mesh of three axes");
  if (d.key == "body.box") return box_of(s, d);
  if (d.key == "body.sphere") return sphere_of(s, d);
  return cylinder_of(s, d);
}

}  // namespace slipflow::setup
