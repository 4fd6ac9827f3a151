#include "body_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "copies.hpp"
#include "slipflow/setup/options.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::setup {

namespace {
using config::Directive;
using config::Settings;

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
  placed.place = d.numbers.empty() ? mesh::Rectangle{mesh.x.faces.front(), mesh.y.faces.front(),
                                                     mesh.x.faces.back(), mesh.y.faces.back()}
                                   : rectangle_of(s, d);
  try {
    placed.mask = mesh::read_mask(s.folder() / d.file);
  } catch (const Error& e) {
    throw s.error(d, e.what());
  }
  check_aspect(s, d, placed);
  return placed;
}
}  // namespace

mesh::Solid solid_of(const Settings& s, const Directive& d, const mesh::Shape& outline) {
  mesh::Solid solid{outline};
  const auto given = option(d, "z");
  if (!given) return solid;
  const auto z = parse_numbers(*given);
  if (z.size() != 2 || !(z[1] > z[0]) || std::max(-z[0], z[1]) > kLargestLength)
    throw s.error(d, fmt::format("z={} must be two numbers Z0,Z1 with Z0 < Z1, not beyond {}",
                                 shown(*given), kLargestLength));
  return {outline, z[0], z[1]};
}

mesh::Shape shape_of(const Settings& s, const Directive& d, const mesh::Mesh& mesh) {
  for (const double number : d.numbers)
    if (std::abs(number) > kLargestLength)
      throw s.error(d, fmt::format("{} is beyond {}, the largest length", number, kLargestLength));
  if (d.key == "body.rectangle") return rectangle_of(s, d);
  if (d.key == "body.polygon") return polygon_of(s, d);
  if (d.key == "body.circle") return circle_of(s, d);
  return mask_of(s, d, mesh);
}

}  // namespace slipflow::setup
