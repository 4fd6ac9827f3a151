#include "picture.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace slipflow::simple_ts {

namespace {
std::string slip_in_words(const WallValues& wall) {
  if (wall.slip < 0) return "free slip";
  if (wall.slip == 0) return "no slip";
  if (wall.slip_law == 0) return "slip";
  return fmt::format("slip ({})", slip_law_name(wall.slip_law));
}

// For a wall whose temperature varies, those of its coldest and its hottest cell.
std::string temperature_in_words(const Wall& wall) {
  if (wall.temperatures.empty()) return fmt::format("T = {:.6g}", wall.values.temperature);
  const auto [least, most] = std::ranges::minmax(wall.temperatures);
  return fmt::format("T = {:.6g} to {:.6g}", least, most);
}
}  // namespace

std::string wall_in_words(const Wall& wall) {
  const auto& values = wall.values;
  std::string words = "wall, " + slip_in_words(values);
  words += values.jump > 0         ? ", temperature jump"
           : values.heat_flow != 0 ? fmt::format(", heat flow {:.4g}", values.heat_flow)
           : values.jump < 0       ? ", adiabatic"
                                   : ", isothermal";
  if (values.jump >= 0) words += ", " + temperature_in_words(wall);
  if (values.velocity_x != 0 || values.velocity_y != 0)
    words += fmt::format(", velocity {:.4g}, {:.4g}", values.velocity_x, values.velocity_y);
  return words;
}

drawing::MeshPicture picture_of(const config::Settings& settings, const Case& c) {
  drawing::MeshPicture picture;
  picture.title = c.title;
  for (const auto& wall : c.walls) picture.wall_kinds.push_back(wall_in_words(wall));
  std::size_t wall = 0;  // wall boundaries come first, in their order
  for (int side = 0; side < 4; ++side) {
    const auto& kind =
        settings.directives(std::string("boundary.") + mesh::side_names[side]).at(0).kind;
    picture.sides[side] = picture.side_kinds[side] = kind;
    if (c.sides[side] != BoundaryKind::wall) continue;
    if (kind == "wall") picture.side_kinds[side] = picture.wall_kinds[wall];
    ++wall;
  }
  for (const auto& body : c.bodies) picture.bodies.push_back({body.name, body.wall, body.cells});
  return picture;
}

}  // namespace slipflow::simple_ts
