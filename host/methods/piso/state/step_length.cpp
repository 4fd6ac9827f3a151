#include "state/step_length.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "slipflow/support/error.hpp"

namespace slipflow::piso {

namespace {
double extent(const mesh::PolyMesh& mesh, std::size_t axis) {
  const auto [least, most] = std::ranges::minmax_element(
      mesh.points, {}, [axis](const mesh::Vector3& point) { return point[axis]; });
  return (*most)[axis] - (*least)[axis];
}

double smallest_width(const Case& c) {
  if (c.poly) {  // mesh_digest begins with the volumes
    const auto last = c.mesh_digest.begin() + c.poly->cells;
    const double volume = *std::min_element(c.mesh_digest.begin(), last);
    return c.axes < 3 ? std::sqrt(volume / extent(*c.poly, 2)) : std::cbrt(volume);
  }
  double width = std::numeric_limits<double>::infinity();
  for (int axis = 0; axis < c.axes; ++axis)
    width = std::min(width, *std::ranges::min_element(c.mesh.axis(axis).widths));
  return width;
}

// The largest extent of the mesh.
double length_of(const Case& c) {
  double length = 0;
  if (!c.poly) {
    for (int axis = 0; axis < c.axes; ++axis) {
      const auto& faces = c.mesh.axis(axis).faces;
      length = std::max(length, faces.back() - faces.front());
    }
    return length;
  }
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(c.axes); ++axis)
    length = std::max(length, extent(*c.poly, axis));
  return length;
}

// By gravity and by pressures along the mesh.
double acceleration(const Case& c) {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const Condition& surface : c.surfaces) {
    if (!SF_GIVES_PRESSURE(static_cast<int>(surface.kind))) continue;
    const double p = surface.pressure * surface.over_time.largest();
    least = std::min(least, p);
    most = std::max(most, p);
  }
  const double of_pressure = most > least ? (most - least) / length_of(c) : 0;
  return std::sqrt(sf_dot(c.flow.gravity, c.flow.gravity)) + of_pressure;
}
}  // namespace

double chosen_step(const Case& c, double courant_rate) {
  // u dt + a dt^2 = the way that the Courant number allows.
  const double width = smallest_width(c), way = *c.time.courant * width;
  const double u = std::max(courant_rate * width, largest_speed(c)), a = acceleration(c);
  if (u > 0 || a > 0) return 2 * way / (u + std::sqrt(u * u + 4 * a * way));
  throw Error(ExitStatus::bad_input,
              "time.courant: nothing moves at the start, so it finds no time step; give time.step");
}

}  // namespace slipflow::piso
