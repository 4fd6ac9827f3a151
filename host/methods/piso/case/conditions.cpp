#include "conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "slipflow/setup/options.hpp"
#include "slipflow/setup/side_table.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::piso {

namespace {
using config::Directive;
using config::Settings;

bool is_moderate(double x) { return std::abs(x) <= boxes::largest_number; }

std::vector<double> numbers_of(const Settings& s, const Directive& d, const char* name,
                               std::size_t least, std::size_t most, const std::string& what) {
  const std::string& text = *setup::option(d, name);
  auto numbers = setup::parse_numbers(text);
  if (numbers.size() < least || numbers.size() > most || !std::ranges::all_of(numbers, is_moderate))
    throw s.error(d, fmt::format("{}={} must be {}", name, shown(text), what));
  return numbers;
}

std::array<double, 3> read_velocity(const Settings& s, const Directive& d, int axes) {
  const auto count = static_cast<std::size_t>(axes);
  const auto numbers =
      numbers_of(s, d, "velocity", count, count,
                 fmt::format("{} numbers with commas between them, one for each axis", axes));
  std::array<double, 3> velocity{};
  std::ranges::copy(numbers, velocity.begin());
  return velocity;
}

OverTime read_over_time(const Settings& s, const Directive& d) {
  OverTime over;
  const bool table = setup::option(d, "over_time"), sine = setup::option(d, "sine");
  if (!table && !sine) return over;
  if (table && sine) throw s.error(d, "give either over_time or sine, not both");
  if (s.text("scheme.algorithm") != "piso")
    throw s.error(d,
                  fmt::format("{} is for scheme.algorithm = piso", table ? "over_time" : "sine"));
  if (table) {
    const setup::SideTable read(s, d, {"t"}, {"factor"}, "over_time");
    over.table = setup::TimeTable{read.column("t"), read.column("factor")};
    return over;
  }
  const auto numbers =
      numbers_of(s, d, "sine", 2, 3, "AMPLITUDE,FREQUENCY or AMPLITUDE,FREQUENCY,PHASE");
  over.is_sine = true;
  over.amplitude = numbers[0];
  over.frequency = numbers[1];
  over.phase = numbers.size() > 2 ? numbers[2] : 0;
  return over;
}

void read_wall(const Settings& s, const Directive& d, int axes, Condition& to) {
  if (setup::option(d, "velocity")) to.velocity = read_velocity(s, d, axes);
  to.slip_length = setup::number_of(
      s, d, "slip_length", 0, [](double b) { return b >= 0 && b <= boxes::largest_number; },
      fmt::format(" from 0 to {}", boxes::largest_number));
  if (to.slip_length > 0) to.kind = PatchKind::slip;
  to.over_time = read_over_time(s, d);
}

double area_of(const mesh::Mesh& mesh, int side) {
  double area = 1;
  for (int axis = 0; axis < mesh.axes(); ++axis)
    if (axis != mesh::axis_across(side))
      area *= mesh.axis(axis).faces.back() - mesh.axis(axis).faces.front();
  return area;
}

double read_flow(const Settings& s, const Directive& d) {
  return numbers_of(s, d, "flow", 1, 1, "a number: volume per time")[0];
}

void require_one(const Settings& s, const Directive& d) {
  const bool velocity = setup::option(d, "velocity"), flow = setup::option(d, "flow");
  if (velocity == flow) throw s.error(d, "inflow needs either velocity or flow");
}

void read_inflow(const Settings& s, const Directive& d, const mesh::Mesh& mesh, int side,
                 Condition& to) {
  require_one(s, d);
  to.lets_through = true;
  if (setup::option(d, "velocity")) to.velocity = read_velocity(s, d, mesh.axes());
  if (setup::option(d, "flow")) {
    const double inwards = side % 2 == 0 ? 1 : -1;
    to.velocity[static_cast<std::size_t>(mesh::axis_across(side))] =
        inwards * read_flow(s, d) / area_of(mesh, side);
  }
  if (const std::string* profile = setup::option(d, "profile")) {
    if (*profile != "parabolic" && *profile != "uniform")
      throw s.error(d, fmt::format("profile={} must be parabolic or uniform", shown(*profile)));
    to.parabolic = *profile == "parabolic";
  }
  to.over_time = read_over_time(s, d);
}

void read_pressure(const Settings& s, const Directive& d, Condition& to) {
  to.pressure = setup::number_of(s, d, "p", 0, is_moderate,
                                 fmt::format(" of at most {} in size", boxes::largest_number));
  to.over_time = read_over_time(s, d);
}
}  // namespace

double OverTime::at(double t) const {
  if (table) return table->at(t);
  if (!is_sine) return 1;
  return amplitude * std::sin(2 * std::numbers::pi * frequency * t + phase);
}

double OverTime::largest() const {
  if (!table) return is_sine ? std::abs(amplitude) : 1;
  double most = 0;
  for (const double factor : table->factors) most = std::max(most, std::abs(factor));
  return most;
}

std::string Condition::in_words(int axes) const {
  const std::string vector =
      axes > 2 ? fmt::format("{:.6g} {:.6g} {:.6g}", velocity[0], velocity[1], velocity[2])
               : fmt::format("{:.6g} {:.6g}", velocity[0], velocity[1]);
  const bool moves = std::ranges::any_of(velocity, [](double v) { return v != 0; });
  const char* changing = over_time == OverTime{} ? "" : ", changing";
  switch (kind) {
    case PatchKind::velocity:
      if (flow != 0) return fmt::format("inflow, flow {:.6g}{}", flow, changing);
      if (lets_through) return fmt::format("inflow, velocity {}{}", vector, changing);
      return moves ? fmt::format("wall, velocity {}{}", vector, changing) : "wall";
    case PatchKind::slip:
      return fmt::format("wall, slip length {:.6g}{}{}", slip_length,
                         moves ? ", velocity " + vector : "", changing);
    case PatchKind::outflow:
      return fmt::format("outflow, p {:.6g}", pressure);
    case PatchKind::pressure:
      return fmt::format("pressure {:.6g}{}", pressure, changing);
    case PatchKind::symmetry:
      return "symmetry";
  }
  return "";
}

namespace {
// Symmetry, outflow and pressure, which are the same on every mesh.
void read_open(const Settings& s, const Directive& d, Condition& to) {
  if (d.kind == "symmetry") to.kind = PatchKind::symmetry;
  if (d.kind != "outflow" && d.kind != "pressure") return;
  to.kind = d.kind == "outflow" ? PatchKind::outflow : PatchKind::pressure;
  read_pressure(s, d, to);
}
}  // namespace

Condition read_side(const Settings& s, const Directive& d, const mesh::Mesh& mesh, int side) {
  Condition surface;
  surface.name = mesh::side_names[static_cast<std::size_t>(side)];
  if (d.kind == "wall") read_wall(s, d, mesh.axes(), surface);
  if (d.kind == "inflow") read_inflow(s, d, mesh, side, surface);
  read_open(s, d, surface);
  const auto across = static_cast<std::size_t>(mesh::axis_across(side));
  if (d.kind == "wall" && surface.velocity[across] != 0)
    throw s.error(d, "a wall moves along itself; its velocity across must be 0");
  return surface;
}

Condition read_patch(const Settings& s, const Directive& d, int axes) {
  Condition surface;
  const std::string* name = setup::option(d, "name");
  if (!name) throw s.error(d, "needs name=NAME, a patch of the mesh");
  surface.name = *name;
  if (d.kind == "wall") read_wall(s, d, axes, surface);
  read_open(s, d, surface);
  if (d.kind != "inflow") return surface;
  require_one(s, d);
  surface.lets_through = true;
  if (setup::option(d, "velocity")) surface.velocity = read_velocity(s, d, axes);
  if (setup::option(d, "flow")) surface.flow = read_flow(s, d);
  surface.over_time = read_over_time(s, d);
  return surface;
}

Condition read_body(const Settings& s, const Directive& d, const mesh::Mesh& mesh,
                    const std::string& name) {
  Condition surface;
  surface.name = name;
  read_wall(s, d, mesh.axes(), surface);
  return surface;
}

}  // namespace slipflow::piso
