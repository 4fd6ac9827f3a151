#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "parts.hpp"
#include "slipflow/setup/options.hpp"
#include "slipflow/setup/side_table.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::simple_ts {

namespace {
using config::Directive;
using config::Settings;
using setup::axis_along;
using setup::number_of;
using setup::option;
using setup::SideTable;

constexpr double kMostValue = 1e6;  // of pressures, temperatures, densities, velocities

/// The tangential velocities along=U or, in space, along=U,V; 0 when the line leaves them out.
std::vector<double> velocities_along(const Settings& s, const Directive& d, std::size_t count) {
  const std::string* text = option(d, "along");
  if (!text) return std::vector<double>(count, 0.0);
  auto values = parse_numbers(*text);
  const auto allowed = [](double value) { return std::abs(value) <= kMostValue; };
  if (values.size() != count || !std::ranges::all_of(values, allowed))
    throw s.error(d, fmt::format("along={} must be {} from {} to {} (unit V0)", shown(*text),
                                 count == 1 ? "a number" : "two numbers with a comma,", -kMostValue,
                                 kMostValue));
  return values;
}

double positive(const Settings& s, const Directive& d, const std::string& name, const char* unit) {
  const auto allowed = [](double value) { return value > 0 && value <= kMostValue; };
  return number_of(s, d, name, 1, allowed,
                   fmt::format(" greater than 0 and at most {} (unit {})", kMostValue, unit));
}

/// A parabola by cell, 0 at both ends of the boundary. Its mean over the cells is scaled to 1, so
/// that the inflow does not depend on the mesh.
std::vector<double> parabola(const mesh::Axis& axis) {
  std::vector<double> values;
  const double lo = axis.faces.front(), length = axis.faces.back() - lo;
  double sum = 0, widths = 0;
  for (int k = 0; k < axis.cells(); ++k) {
    const double eta = (axis.centre(k) - lo) / length;
    values.push_back(eta * (1 - eta));
    sum += axis.widths[k] * values.back();
    widths += axis.widths[k];
  }
  for (double& value : values) value *= widths / sum;
  return values;
}

/// The product of values along the axes of a boundary, in the order of the arrays.
std::vector<double> product_along(const std::vector<std::vector<double>>& factors) {
  std::vector<double> values = {1.0};
  for (const auto& of_axis : factors) {
    std::vector<double> more;
    for (const double factor : of_axis)
      for (const double value : values) more.push_back(value * factor);
    values = std::move(more);
  }
  return values;
}

/// Reads the speed into the domain, by cell, and the tangential velocities, by node.
void read_profile(const Settings& s, const Directive& d, int side, const Case& c,
                  SideValues& values) {
  const std::string* profile = option(d, "profile");
  const double speed = positive(s, d, "velocity", "V0");
  const auto axes = mesh::axes_along(side, c.axes());
  const auto along = velocities_along(s, d, axes.size());
  if (profile && *profile != "uniform" && *profile != "parabolic")
    throw s.error(d, fmt::format("profile={} must be uniform or parabolic", shown(*profile)));
  const bool is_parabolic = profile && *profile == "parabolic";
  std::vector<std::vector<double>> shapes;
  for (const int axis : axes) {
    const mesh::Axis& of = c.mesh.axis(axis);
    shapes.push_back(is_parabolic ? parabola(of)
                                  : std::vector<double>(static_cast<std::size_t>(of.cells()), 1.0));
  }
  values.across = product_along(shapes);
  for (double& value : values.across) value *= speed;
  for (std::size_t of = 0; of < axes.size(); ++of) {
    std::size_t nodes = 1;
    for (const int axis : axes)
      nodes *= static_cast<std::size_t>(c.mesh.axis(axis).cells() + (axis == axes[of]));
    values.along[of].assign(nodes, along[of]);
  }
}

/// Both ends of a periodic axis are one node. The mean of both keeps mirrored tables mirrored.
void join_ends(double& first, double& last) { first = last = 0.5 * (first + last); }

void read_line_of_velocities(const Settings& s, const Directive& d, int side, const Case& c,
                             SideValues& values) {
  const SideTable table(s, d, {mesh::across_x(side) ? "y" : "x"}, {"velocity", "along"});
  const auto& nodes = axis_along(c.mesh, side).faces;
  values.across = table.at(setup::centres_along(c.mesh, side), "velocity");
  auto& along = values.along[0];
  along = table.has("along") ? table.at(nodes, "along", "end of a face")
                             : std::vector<double>(nodes.size(), 0.0);
  if (mesh::across_x(side) ? c.periodic_y() : c.periodic_x())
    join_ends(along.front(), along.back());
}

void read_plane_of_velocities(const Settings& s, const Directive& d, int side, const Case& c,
                              SideValues& values) {
  const auto axes = mesh::axes_along(side, 3);
  const auto letter = [&](std::size_t of) { return std::string(setup::kAxes[axes[of]]); };
  const SideTable table(s, d, {letter(0), letter(1)},
                        {"velocity", "along_" + letter(0), "along_" + letter(1)});
  std::array<std::vector<double>, 2> centres;
  for (std::size_t of = 0; of < 2; ++of) centres[of] = setup::centres_of(c.mesh.axis(axes[of]));
  values.across = table.at(centres[0], centres[1], "velocity");
  for (std::size_t of = 0; of < 2; ++of) {
    auto places = centres;
    places[of] = c.mesh.axis(axes[of]).faces;
    auto& along = values.along[of];
    const std::size_t n = places[0].size(), m = places[1].size();
    const std::string name = "along_" + letter(of);
    along = table.has(name) ? table.at(places[0], places[1], name, "end of a face")
                            : std::vector<double>(n * m, 0.0);
    if (!c.periodic(axes[of])) continue;
    const std::size_t step = of == 0 ? 1 : n, lines = of == 0 ? m : n;
    for (std::size_t k = 0; k < lines; ++k) {
      const std::size_t first = of == 0 ? k * n : k;
      join_ends(along[first], along[first + (places[of].size() - 1) * step]);
    }
  }
}

void read_profile_table(const Settings& s, const Directive& d, int side, const Case& c,
                        SideValues& values) {
  for (const char* other : {"velocity", "along", "profile"})
    if (option(d, other))
      throw s.error(
          d, fmt::format("give either path or {}, not both: the table holds the velocity", other));
  if (c.axes() == 2)
    read_line_of_velocities(s, d, side, c, values);
  else
    read_plane_of_velocities(s, d, side, c, values);
  for (const auto* velocities : {&values.across, &values.along[0], &values.along[1]})
    for (const double velocity : *velocities)
      if (!(std::abs(velocity) <= kMostValue))  // nan too, between numbers that are too large
        throw s.error(
            d, fmt::format("the table holds a velocity of {}, above {}", velocity, kMostValue));
  if (*std::min_element(values.across.begin(), values.across.end()) < 0)
    throw s.error(d, "the table holds a velocity below 0: an inflow is positive into the domain");
}

void read_factors(const Settings& s, const Directive& d, SideValues& values) {
  if (!option(d, "over_time")) return;
  const SideTable table(s, d, {"t"}, {"factor"}, "over_time");
  values.times = table.column("t");
  values.factors = table.column("factor");
  for (const double factor : values.factors)
    if (factor < 0 || factor > kMostValue)
      throw s.error(d, fmt::format("over_time holds a factor of {}, which must be from 0 to {}",
                                   factor, kMostValue));
}
}  // namespace

SideValues pressure_from(const Settings& s, const Directive& d) {
  SideValues values;
  if (!option(d, "p")) throw s.error(d, "pressure needs p=NUMBER (unit p0)");
  values.pressure = positive(s, d, "p", "p0");
  values.temperature = positive(s, d, "temperature", "T0");
  const std::string* at = option(d, "at");
  if (at && *at != "face" && *at != "ghost")
    throw s.error(d, fmt::format("at={} must be face or ghost", shown(*at)));
  values.at_ghost = at && *at == "ghost";
  return values;
}

SideValues inflow_from(const Settings& s, const Directive& d, int side, const Case& c) {
  SideValues values;
  values.temperature = positive(s, d, "temperature", "T0");
  values.density = positive(s, d, "density", "rho0");
  if (option(d, "path"))
    read_profile_table(s, d, side, c, values);
  else if (option(d, "velocity"))
    read_profile(s, d, side, c, values);
  else
    throw s.error(d,
                  "inflow needs velocity=NUMBER (its mean into the domain, unit V0) or path=FILE");
  read_factors(s, d, values);
  if (side % 2 == 1)
    for (double& velocity : values.across) velocity = -velocity;
  return values;
}

}  // namespace slipflow::simple_ts
