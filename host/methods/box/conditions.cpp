#include "slipflow/box/conditions.hpp"

#include <span>

#include "slipflow/setup/options.hpp"

namespace slipflow::boxes {

namespace {
std::string key_of_side(int side) { return std::string("boundary.") + mesh::side_names[side]; }
}  // namespace

const config::Directive& line_of_side(const config::Settings& s, int side) {
  return s.directives(key_of_side(side)).at(0);
}

void check_lines_of_sides(const config::Settings& s, const mesh::Mesh& mesh) {
  for (int side = 0; side < 6; ++side) {
    const std::string key = key_of_side(side);
    const bool is_there = mesh::axis_across(side) < mesh.axes();
    if (!s.table().find(key)) return;
    if (!is_there && s.given(key)) throw s.error(key, "is for a mesh of three axes");
    if (is_there && !s.given(key)) throw s.error(key, "is missing: the mesh has three axes");
  }
}

void check_z_of_body(const config::Settings& s, const config::Directive& line,
                     const mesh::Mesh& mesh) {
  if (mesh.axes() < 3 && setup::option(line, "z"))
    throw s.error(line, "z is for a mesh of three axes");
}

setup::PlacedBodies read_walls(const config::Settings& s, const AddSide& add_side,
                               const setup::BodyWalls& bodies, BoxCase& c) {
  std::vector<int> walls;  // by side; 0 where it is periodic
  check_lines_of_sides(s, c.mesh);
  for (int side = 0; side < 6; ++side) {
    if (!s.table().find(key_of_side(side))) break;
    c.sides[side] = setup::Outside::wall;
    if (mesh::axis_across(side) >= c.mesh.axes()) continue;
    const config::Directive& line = line_of_side(s, side);
    if (line.kind == "periodic") c.sides[side] = setup::Outside::periodic;
    walls.push_back(line.kind == "periodic" ? 0 : add_side(line, side));
  }
  const auto sides = std::span(c.sides).first(walls.size());
  setup::check_periodic_pairs(s, sides, c.mesh);
  const auto add_body = [&](const config::Directive& line, const std::string& name) {
    check_z_of_body(s, line, c.mesh);
    return bodies.add(line, name);
  };
  auto placed = setup::read_bodies(s, {add_body, bodies.difference}, c.mesh, c.notes);
  c.bodies = placed.bodies;
  setup::tag_ghosts(sides, walls, c.mesh);
  return placed;
}

drawing::MeshPicture picture_of(const std::string& title, const std::vector<setup::Body>& bodies,
                                const std::array<std::string, 4>& sides,
                                std::vector<std::string> walls) {
  drawing::MeshPicture picture;
  picture.title = title;
  picture.wall_kinds = std::move(walls);
  for (std::size_t side = 0; side < sides.size(); ++side) {
    picture.side_kinds[side] = sides[side];
    picture.sides[side] = sides[side].substr(0, sides[side].find_first_of(" ,"));
  }
  for (const auto& body : bodies) picture.bodies.push_back({body.name, body.wall, body.cells});
  return picture;
}

drawing::MeshPicture picture_of(const BoxCase& c, std::vector<std::string> conditions) {
  std::array<std::string, 4> sides;
  std::size_t next = 0;  // the conditions of boundaries come first, in their order
  for (int side = 0; side < 4; ++side)
    sides[static_cast<std::size_t>(side)] =
        c.periodic(mesh::axis_across(side)) ? "periodic" : conditions[next++];
  return picture_of(c.title, c.bodies, sides, std::move(conditions));
}

}  // namespace slipflow::boxes
