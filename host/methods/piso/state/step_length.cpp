#include "state/step_length.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "slipflow/support/error.hpp"

namespace slipflow::piso {

namespace {
double smallest_width(const Case& c) {
  if (c.poly) {  // mesh_digest begins with the volumes
    const auto last = c.mesh_digest.begin() + c.poly->cells;
    return std::pow(*std::min_element(c.mesh_digest.begin(), last), 1.0 / c.axes);
  }
  double width = std::numeric_limits<double>::infinity();
  for (int axis = 0; axis < c.axes; ++axis)
    width = std::min(width, *std::ranges::min_element(c.mesh.axis(axis).widths));
  return width;
}

// The speed of anything that is prescribed over the smallest width.
double prescribed_rate(const Case& c) {
  double speed = 0;
  for (const Surface& surface : c.surfaces) {
    const OverTime& over = surface.over_time;
    const double factor = over.is_sine ? std::abs(over.amplitude) : 1;
    for (const double part : surface.velocity) speed = std::max(speed, std::abs(part) * factor);
  }
  return speed / smallest_width(c);
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
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto [least, most] = std::ranges::minmax_element(
        c.poly->points, {}, [axis](const mesh::Vector3& point) { return point[axis]; });
    length = std::max(length, (*most)[axis] - (*least)[axis]);
  }
  return length;
}

// By gravity and by pressures along the mesh.
double acceleration(const Case& c) {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const Surface& surface : c.surfaces) {
    if (!SF_GIVES_PRESSURE(static_cast<int>(surface.kind))) continue;
    const OverTime& over = surface.over_time;
    const double p = surface.pressure * (over.is_sine ? std::abs(over.amplitude) : 1);
    least = std::min(least, p);
    most = std::max(most, p);
  }
  const double of_pressure = most > least ? (most - least) / length_of(c) : 0;
  return std::sqrt(sf_dot(c.flow.gravity, c.flow.gravity)) + of_pressure;
}
}  // namespace

double chosen_step(const Case& c, double courant_rate) {
  const double courant = *c.time.courant;
  if (const double rate = std::max(courant_rate, prescribed_rate(c)); rate > 0)
    return courant / rate;
  if (const double a = acceleration(c); a > 0) return std::sqrt(courant * smallest_width(c) / a);
  throw Error(ExitStatus::bad_input,
              "time.courant: nothing moves at the start, so it finds no time step; give time.step");
}

}  // namespace slipflow::piso
