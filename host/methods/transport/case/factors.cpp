#include "case/factors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "slipflow/setup/options.hpp"
#include "slipflow/setup/side_table.hpp"

namespace slipflow::transport {

namespace {
using config::Directive;
using config::Settings;

std::vector<double> faces_and_centres(const mesh::Axis& axis) {
  std::vector<double> positions = {axis.faces.front()};
  for (int cell = 0; cell < axis.cells(); ++cell)
    positions.insert(positions.end(), {axis.centre(cell), axis.faces[cell + 1]});
  return positions;
}

// Multiplies the factors of cells by the part of each that lies between two positions. Returns the
// first and the end of those that do.
std::pair<int, int> cut(const mesh::Axis& axis, double low, double high,
                        std::vector<double>& factors) {
  if (factors.empty()) factors.assign(2 * axis.widths.size() + 1, 1.0);
  int first = axis.cells(), end = 0;
  for (int cell = 0; cell < axis.cells(); ++cell) {
    const double inside = std::min(high, axis.faces[cell + 1]) - std::max(low, axis.faces[cell]);
    factors[2 * static_cast<std::size_t>(cell) + 1] *=
        std::clamp(inside / axis.widths[cell], 0.0, 1.0);
    if (inside <= 0) continue;
    first = std::min(first, cell);
    end = cell + 1;
  }
  return {first, end};
}

void read_box(const Settings& s, const Directive& d, const mesh::Mesh& mesh, Distribution& to) {
  const auto axes = static_cast<std::size_t>(mesh.axes());
  const auto numbers = setup::parse_numbers(*setup::option(d, "box"));
  if (numbers.size() != 2 * axes)
    throw s.error(d, fmt::format("box must be {} numbers, separated by commas: the low corner, "
                                 "then the high one",
                                 2 * axes));
  for (std::size_t axis = 0; axis < axes; ++axis) {
    const auto [first, end] = cut(mesh.axis(static_cast<int>(axis)), numbers[axis],
                                  numbers[axes + axis], to.factors.over[axis]);
    if (first >= end) throw s.error(d, "the box is empty or lies outside the mesh");
    to.low[axis] = first;
    to.high[axis] = end;
  }
}
}  // namespace

double Factors::in_cell(const std::array<int, 3>& cell) const {
  double factor = 1;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (!over[axis].empty()) factor *= over[axis][2 * static_cast<std::size_t>(cell[axis]) + 1];
  return factor;
}

bool Factors::operator==(const Factors& other) const {
  return over == other.over && time == other.time;
}

Factors read_factors(const Settings& s, const Directive& d, const mesh::Mesh& mesh) {
  Factors factors;
  for (int axis = 0; axis < 3; ++axis) {
    const std::string name = std::string("over_") + setup::kAxes[axis];
    if (!setup::option(d, name)) continue;
    if (axis >= mesh.axes()) throw s.error(d, name + " is for a mesh of three axes");
    const setup::SideTable table(s, d, setup::kAxes[axis], {"factor"}, name.c_str());
    factors.over[static_cast<std::size_t>(axis)] =
        table.at(faces_and_centres(mesh.axis(axis)), "factor", "position");
  }
  if (setup::option(d, "over_time")) {
    if (s.text("scheme.time") == "steady")
      throw s.error(d, "over_time is for scheme.time = euler or crank_nicolson");
    const setup::SideTable table(s, d, "t", {"factor"}, "over_time");
    factors.time = setup::TimeTable{table.column("t"), table.column("factor")};
  }
  return factors;
}

std::vector<Distribution> read_distributions(const Settings& s, const std::string& key,
                                             const mesh::Mesh& mesh) {
  std::vector<Distribution> all;
  for (const Directive& d : s.directives(key)) {
    Distribution one{d.numbers[0], {}, {}, read_factors(s, d, mesh)};
    for (int axis = 0; axis < 3; ++axis)
      one.high[static_cast<std::size_t>(axis)] = std::max(mesh.axis(axis).cells(), 1);
    if (setup::option(d, "box")) read_box(s, d, mesh, one);
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace slipflow::transport
