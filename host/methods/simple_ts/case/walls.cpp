#include <fmt/format.h>

#include <algorithm>

#include "parts.hpp"
#include "simple_ts/boundary/slip_laws.h"
#include "slipflow/box/conditions.hpp"
#include "slipflow/setup/box_mesh.hpp"
#include "slipflow/setup/options.hpp"
#include "slipflow/setup/shared_keys.hpp"
#include "slipflow/setup/side_table.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::simple_ts {

namespace {
using config::Directive;
using config::Settings;
using setup::option;
using setup::parse_numbers;

void read_velocity(const Settings& s, const Directive& d, const Case& c, WallValues& wall) {
  const std::string* text = option(d, "velocity");
  if (!text) return;
  if (*text == "free_stream") {
    wall.velocity[0] = c.gas.u_stream;
    return;
  }
  const auto velocity = parse_numbers(*text);
  if (velocity.size() != static_cast<std::size_t>(c.axes()))
    throw s.error(d, fmt::format("velocity={} must be free_stream or {}", shown(*text),
                                 c.axes() == 3 ? "three numbers UX,UY,UZ" : "two numbers UX,UY"));
  std::ranges::copy(velocity, wall.velocity.begin());
}

/// The axis about which a body turns, its length the angular velocity: of a circle along z, of a
/// cylinder its own. `numbers`: of the line's option.
std::array<double, 3> axis_of_turning(const Settings& s, const Directive& d,
                                      const std::string& text, const std::vector<double>& numbers) {
  const bool is_sphere = d.key == "body.sphere";
  if (numbers.size() != (is_sphere ? 3 : 1))
    throw s.error(d, fmt::format("turning={} must be {}, radians per unit of time, positive "
                                 "counter-clockwise",
                                 shown(text), is_sphere ? "three numbers WX,WY,WZ" : "a number"));
  if (is_sphere) return {numbers[0], numbers[1], numbers[2]};
  if (d.key != "body.cylinder") return {0, 0, numbers[0]};
  std::array<double, 3> axis{};
  for (std::size_t k = 0; k < 3; ++k) axis[k] = d.numbers[k + 3] - d.numbers[k];
  const double length = std::hypot(axis[0], axis[1], axis[2]);
  for (double& part : axis) part *= numbers[0] / length;
  return axis;
}

/// Reads turning= of a circle, sphere or cylinder: about its centre.
void read_turning(const Settings& s, const Directive& d, const Case& c, WallValues& wall) {
  const std::string* text = option(d, setup::kTurningOfBody);
  if (!text) return;
  const auto axis = axis_of_turning(s, d, *text, parse_numbers(*text));
  const std::string* walls = option(d, setup::kWallsOfBody);
  if (s.text("mesh.walls") != "cut" || (walls && *walls == "stairs"))
    throw s.error(d, "turning is for a body that cuts cells: mesh.walls = cut");
  if (d.options.contains("count"))
    throw s.error(d, "turning is for a single body; give each one a line of its own");
  if (c.axes() == 2) {
    wall.turning = axis[2];
    std::copy_n(d.numbers.begin(), 2, wall.turns_about.begin());
    return;
  }
  wall.turning_in_space = axis;
  std::copy_n(d.numbers.begin(), d.key == "body.circle" ? 2 : 3, wall.turns_about_in_space.begin());
}

/// Coefficients of tangential momentum and of energy: those of the wall, else of the gas.
std::array<double, 2> accommodation_of(const Settings& s, const Directive& d, const Gas& gas) {
  const std::string* text = option(d, "accommodation");
  if (!text) return {gas.momentum_accommodation, gas.energy_accommodation};
  const auto sigma = parse_numbers(*text);
  const auto possible = [](double value) { return value > 0 && value <= 1; };
  if (sigma.empty() || sigma.size() > 2 || !possible(sigma.front()) || !possible(sigma.back()))
    throw s.error(d, fmt::format("accommodation={} must be one number for momentum and energy, or "
                                 "two with a comma, greater than 0 and at most 1",
                                 shown(*text)));
  return {sigma.front(), sigma.back()};
}

/// (48) The factor of slip and jump in Maxwell's and Smoluchowski's conditions.
double incomplete(double accommodation) { return (2 - accommodation) / accommodation; }

/// The number of a slip law; -1 when there is none of this name.
int slip_law(const std::string& name) {
#define SF_NUMBER_OF(known, number, velocity) \
  if (name == #known) return number;
  SF_SLIP_LAWS(SF_NUMBER_OF)
#undef SF_NUMBER_OF
  return -1;
}

std::string names_of_slip_laws() {
  std::string names;
#define SF_APPEND(known, number, velocity) names += #known ", ";
  SF_SLIP_LAWS(SF_APPEND)
#undef SF_APPEND
  return names;
}

void read_slip(const Settings& s, const Directive& d, const Gas& gas, WallValues& wall) {
  const std::string* text = option(d, "slip");
  const std::string kind = text ? *text : "on";
  wall.slip = kind == "free" ? -1 : 0;
  if (kind == "off" || kind == "free") return;
  wall.slip_law = slip_law(kind);
  if (wall.slip_law < 0)
    throw s.error(d,
                  fmt::format("slip={} must be {}off or free", shown(kind), names_of_slip_laws()));
  wall.slip = incomplete(accommodation_of(s, d, gas)[0]) * gas.slip_coefficient * gas.knudsen;
}

void prescribe_heat_flow(double into_wall, double jump, WallValues& wall) {
  wall.heat_flow = into_wall;
  wall.jump_of_heat_flow = jump;
  wall.jump = -1;
}

void read_jump(const Settings& s, const Directive& d, const Gas& gas, WallValues& wall) {
  const std::string* text = option(d, "jump");
  const double jump =
      incomplete(accommodation_of(s, d, gas)[1]) * gas.jump_coefficient * gas.knudsen;
  if (!text || *text == "on")
    wall.jump = jump;
  else if (*text == "off")
    wall.jump = 0;
  else if (*text == "adiabatic")
    prescribe_heat_flow(0, jump, wall);
  else
    throw s.error(d, fmt::format("jump={} must be on, off or adiabatic", shown(*text)));
}

bool all_positive(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double value) { return value > 0; });
}

void read_temperature(const Settings& s, const Directive& d, WallValues& wall) {
  const std::string* text = option(d, "temperature");
  if (!text) return;
  const auto T = parse_numbers(*text);
  const bool body = d.key.starts_with("body.");
  if (T.empty() || T.size() > (body ? 1 : 2) || !all_positive(T))
    throw s.error(
        d, fmt::format("temperature={} must be a number greater than 0 (unit T0){}", shown(*text),
                       body ? "" : ", or two with a comma, those of both ends"));
  wall.temperature = T[0];
}

/// A heat flow takes the place of temperature and jump.
void read_heat_flow(const Settings& s, const Directive& d, WallValues& wall) {
  const std::string* text = option(d, "flux");
  if (!text) return;
  for (const char* other : {"temperature", "jump", "path"})
    if (option(d, other))
      throw s.error(d,
                    fmt::format("give either flux or {}, not both: a given heat flow settles the "
                                "temperature of the gas at the wall",
                                other));
  const auto flux = parse_numbers(*text);
  if (flux.size() != 1)
    throw s.error(d, fmt::format("flux={} must be a number, the heat flow into the wall (unit rho0 "
                                 "V0^3)",
                                 shown(*text)));
  prescribe_heat_flow(flux[0], wall.jump, wall);
}

/// Temperatures by cell along a boundary, from those of its two ends or a table; empty when it has
/// one temperature.
std::vector<double> temperatures_along(const Settings& s, const Directive& d, int side,
                                       const mesh::Mesh& mesh) {
  const std::string* text = option(d, "temperature");
  const auto axes = mesh::axes_along(side, mesh.axes());
  if (option(d, "path")) {
    if (text) throw s.error(d, "give either path or temperature, not both");
    std::vector<std::string> names;
    for (const int axis : axes) names.emplace_back(setup::kAxes[axis]);
    const setup::SideTable table(s, d, names, {"temperature"});
    const auto first = setup::centres_of(mesh.axis(axes[0]));
    auto values = axes.size() == 1
                      ? table.at(first, "temperature")
                      : table.at(first, setup::centres_of(mesh.axis(axes[1])), "temperature");
    if (!all_positive(values))
      throw s.error(d, "the table holds a temperature that is not greater than 0");
    return values;
  }
  const auto ends = text ? parse_numbers(*text) : std::vector<double>{};
  if (ends.size() != 2) return {};
  if (axes.size() == 2)
    throw s.error(d, "temperatures of both ends are for a mesh of two axes; give path=FILE");
  const auto& faces = setup::axis_along(mesh, side).faces;
  std::vector<double> values;
  for (const double centre : setup::centres_along(mesh, side))
    values.push_back(ends[0] + (centre - faces.front()) / (faces.back() - faces.front()) *
                                   (ends[1] - ends[0]));
  return values;
}

WallValues symmetry_plane() { return {.slip = -1, .jump = -1}; }

BoundaryKind boundary_kind(const std::string& kind) {
  if (kind == "stream") return BoundaryKind::stream;
  if (kind == "outflow") return BoundaryKind::outflow;
  if (kind == "periodic") return BoundaryKind::periodic;
  if (kind == "pressure") return BoundaryKind::pressure;
  if (kind == "inflow") return BoundaryKind::inflow;
  return BoundaryKind::wall;  // wall, symmetry
}

void check_wall_moves_along_itself(const Settings& s, const Directive& d, int side,
                                   const WallValues& wall) {
  const int axis = mesh::axis_across(side);
  const double normal = wall.velocity[axis];
  if (normal != 0)
    throw s.error(d, fmt::format("the {} wall can only move along itself: the {} component of its "
                                 "velocity must be 0, not {}",
                                 mesh::side_names[side], setup::kAxes[axis], normal));
}

void check_stream(const Settings& s, const Directive& d, int side, const Gas& gas) {
  if (gas.mach <= 1)
    throw s.error(
        d, fmt::format("stream is a supersonic free stream: gas.mach must be above 1, "
                       "not {}; a slower gas enters through inflow velocity=U or pressure p=P",
                       gas.mach));
  if (side == mesh::east)
    throw s.error(d, "the stream leaves through the east side; use outflow there");
}
}  // namespace

WallValues wall_from(const Settings& s, const Directive& d, const Case& c) {
  const Gas& gas = c.gas;
  WallValues wall{};
  read_velocity(s, d, c, wall);
  read_turning(s, d, c, wall);
  read_slip(s, d, gas, wall);
  read_jump(s, d, gas, wall);
  read_temperature(s, d, wall);
  read_heat_flow(s, d, wall);
  if (option(d, "accommodation") && wall.slip <= 0 && wall.jump <= 0 && wall.heat_flow == 0)
    throw s.error(d, "accommodation has nothing to act on: the wall has neither slip nor jump");
  return wall;
}

std::string slip_law_name(int law) {
#define SF_NAME_OF(known, number, velocity) \
  if (law == (number)) return #known;
  SF_SLIP_LAWS(SF_NAME_OF)
#undef SF_NAME_OF
  throw Error(ExitStatus::internal_error, fmt::format("there is no slip law {}", law));
}

std::vector<int> read_sides(const Settings& s, Case& c) {
  // All kinds first: an inflow depends on whether the boundaries at its ends are periodic.
  boxes::check_lines_of_sides(s, c.mesh);
  for (int side = 0; side < c.side_count(); ++side)
    c.sides[side] = boundary_kind(boxes::line_of_side(s, side).kind);
  std::vector<int> wall_numbers(static_cast<std::size_t>(c.side_count()));
  for (int side = 0; side < c.side_count(); ++side) {
    const Directive& d = boxes::line_of_side(s, side);
    if (d.kind == "stream") check_stream(s, d, side, c.gas);
    if (d.kind == "pressure") c.side_values[side] = pressure_from(s, d);
    if (d.kind == "inflow") c.side_values[side] = inflow_from(s, d, side, c);
    if (c.sides[side] != BoundaryKind::wall) continue;
    const WallValues wall = d.kind == "symmetry" ? symmetry_plane() : wall_from(s, d, c);
    check_wall_moves_along_itself(s, d, side, wall);
    c.walls.push_back({mesh::side_names[side], wall, {}});
    if (d.kind == "wall") c.walls.back().temperatures = temperatures_along(s, d, side, c.mesh);
    wall_numbers[side] = static_cast<int>(c.walls.size());
  }
  setup::check_periodic_pairs(s, c.outside(), c.mesh);
  return wall_numbers;
}

}  // namespace slipflow::simple_ts
