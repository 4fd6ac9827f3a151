// The words in the picture of a mesh.
#include <fmt/format.h>

#include <algorithm>

#include "slipflow/box/conditions.hpp"
#include "slipflow/config/units.hpp"
#include "slipflow/simple_ts/problem.hpp"

namespace slipflow::simple_ts {

namespace {
std::string slip_in_words(const WallValues& wall) {
  if (wall.slip < 0) return "free slip";
  if (wall.slip == 0) return "no slip";
  if (wall.slip_law == 0) return "slip";
  return fmt::format("slip ({})", slip_law_name(wall.slip_law));
}

// For a wall whose temperature varies, those of its coldest and its hottest cell.
std::string temperature_in_words(const Wall& wall, const config::UnitSystem* units) {
  const auto text = [&](double T) { return quantity_text(T, "T0", units, 6); };
  if (wall.temperatures.empty()) return "T = " + text(wall.values.temperature);
  const auto [least, most] = std::ranges::minmax(wall.temperatures);
  return fmt::format("T = {} to {}", text(least), text(most));
}

// "wall, slip, temperature jump, T = 1": the conditions at a wall; with SI units "T = 300 K".
std::string wall_in_words(const Wall& wall, const config::UnitSystem* units) {
  const auto& values = wall.values;
  std::string words = "wall, " + slip_in_words(values);
  words += values.jump > 0 ? ", temperature jump"
           : values.heat_flow != 0
               ? ", heat flow " + quantity_text(values.heat_flow, "rho0 V0^3", units)
           : values.jump < 0 ? ", adiabatic"
                             : ", isothermal";
  if (values.jump >= 0) words += ", " + temperature_in_words(wall, units);
  if (values.velocity != std::array<double, 3>{})
    words += fmt::format(", velocity {}, {}", quantity_text(values.velocity[0], "V0", units),
                         quantity_text(values.velocity[1], "V0", units));
  if (values.velocity[2] != 0) words += ", " + quantity_text(values.velocity[2], "V0", units);
  return words;
}
}  // namespace

drawing::MeshPicture Problem::picture() const {
  const Case& c = case_;
  std::vector<std::string> walls;
  for (const auto& wall : c.walls) walls.push_back(wall_in_words(wall, c.output.units.get()));
  std::array<std::string, 4> sides;  // of a plane across z
  std::size_t wall = 0;              // wall boundaries come first, in their order
  for (int side = 0; side < 4; ++side) {
    sides[side] = boxes::line_of_side(settings_.value(), side).kind;
    if (c.sides[side] != BoundaryKind::wall) continue;
    if (sides[side] == "wall") sides[side] = walls[wall];
    ++wall;
  }
  auto picture = boxes::picture_of(c.title, c.bodies, sides, std::move(walls));
  picture.cut = c.cut;
  return picture;
}

}  // namespace slipflow::simple_ts
