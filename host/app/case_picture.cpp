#include "case_picture.hpp"

#include <fmt/format.h>

namespace slipflow::app {

std::string wall_in_words(const simple_ts::WallValues& wall) {
  std::string words = "wall, ";
  words += wall.slip > 0 ? "slip" : wall.slip < 0 ? "free slip" : "no slip";
  words += wall.jump > 0         ? ", temperature jump"
           : wall.heat_flow != 0 ? fmt::format(", heat flow {:.4g}", wall.heat_flow)
           : wall.jump < 0       ? ", adiabatic"
                                 : ", isothermal";
  if (wall.jump >= 0) words += fmt::format(", T = {:.6g}", wall.temperature);
  if (wall.velocity_x != 0 || wall.velocity_y != 0)
    words += fmt::format(", velocity {:.4g}, {:.4g}", wall.velocity_x, wall.velocity_y);
  return words;
}

output::MeshPicture picture_of(const config::Settings& settings, const simple_ts::Case& c) {
  output::MeshPicture picture;
  picture.title = c.title;
  for (const auto& wall : c.walls) picture.wall_kinds.push_back(wall_in_words(wall.values));
  std::size_t wall = 0;  // the sides that are walls come first, in their order
  for (const auto& [side, name] : {std::pair{mesh::west, "west"}, {mesh::east, "east"},
                                   {mesh::south, "south"}, {mesh::north, "north"}}) {
    const auto& kind = settings.directives(std::string("boundary.") + name).at(0).kind;
    picture.sides[side] = picture.side_kinds[side] = kind;
    if (c.sides[side] != mesh::SideKind::wall) continue;
    if (kind == "wall") picture.side_kinds[side] = picture.wall_kinds[wall];
    ++wall;
  }
  for (const auto& body : c.bodies) picture.bodies.push_back({body.name, body.wall, body.cells});
  return picture;
}

}  // namespace slipflow::app
