// Bodies whose outlines cut the cells of the mesh: mesh.walls = cut.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "parts.hpp"
#include "quantities.hpp"
#include "state/cut_pieces.hpp"

namespace slipflow::simple_ts {

namespace {
using config::Settings;

/// A choice that cut cells need.
struct Need {
  const char *key, *choice;
};
constexpr std::array<Need, 5> kNeeds = {{{"scheme.time", "implicit"},
                                         {"inner.diagonal", "outflow"},
                                         {"inner.relaxation", "cycle"},
                                         {"inner.pressure", "jacobi"},
                                         {"run.precision", "double"}}};

/// Share of its speed with which a body may move through its surface, which rounding of numbers in
/// a case file leaves.
constexpr double kThroughSurface = 1e-6;

/// The direction across a piece of wall: of a polygon that of its side, as closed faces may have
/// turned that of the piece.
mesh::Point across(const Body& body, const mesh::WallPiece& piece) {
  const auto* polygon = std::get_if<mesh::Polygon>(&body.cut->shape);
  if (!polygon || piece.side < 0) return {piece.S_x, piece.S_y};
  const auto& corners = polygon->corners;
  const auto side = static_cast<std::size_t>(piece.side);
  const mesh::Point &a = corners[side], &b = corners[(side + 1) % corners.size()];
  return {b.y - a.y, a.x - b.x};
}

bool moves_through(const WallValues& wall, const mesh::Point& n) {
  const double through = wall.velocity[0] * n.x + wall.velocity[1] * n.y;
  return std::abs(through) >
         kThroughSurface * std::hypot(wall.velocity[0], wall.velocity[1]) * std::hypot(n.x, n.y);
}
}  // namespace

bool read_cut_walls(const Settings& s, const Case& c) {
  if (s.text("mesh.walls") != "cut") return false;
  for (const auto& [key, choice] : kNeeds)
    if (s.text(key) != choice)
      throw s.error(
          key, fmt::format("must be {} with mesh.walls = cut, or use mesh.walls = stairs", choice));
  if (c.axes() == 3 && s.directives("output.walls").front().kind == "on")
    throw s.error("output.walls",
                  "must be off with mesh.walls = cut on a mesh of three axes, or use "
                  "mesh.walls = stairs");
  return true;
}

namespace {
/// Whether a velocity moves the wall through itself at a patch: of a sphere always, of a cylinder
/// across its axis.
bool moves_through(const mesh::CutInSpace& cut, const mesh::WallPatch& patch,
                   const std::array<double, 3>& v) {
  mesh::Facet facet{patch.at, patch.S, 0};
  if (patch.facet >= 0)
    facet = mesh::facet_of(cut.solids[static_cast<std::size_t>(patch.body)].solid, patch.facet);
  const auto& n = facet.direction;
  const double speed = std::hypot(v[0], v[1], v[2]), size = std::hypot(n[0], n[1], n[2]);
  if (size == 0) return true;
  const double along = (v[0] * n[0] + v[1] * n[1] + v[2] * n[2]) / size;
  const double through =
      facet.radius > 0 ? std::sqrt(std::max(speed * speed - along * along, 0.0)) : std::abs(along);
  return through > kThroughSurface * speed;
}

void check_motion_in_space(const Settings& s, const Case& c,
                           const std::vector<const config::Directive*>& lines) {
  for (const mesh::WallPatch& patch : c.cut_in_space->patches) {
    const auto& v = c.walls[static_cast<std::size_t>(patch.wall) - 1].values.velocity;
    if (patch.body < 0 || v == std::array<double, 3>{} || !moves_through(*c.cut_in_space, patch, v))
      continue;
    for (std::size_t k = 0; k < c.bodies.size(); ++k)
      if (c.bodies[k].wall == patch.wall)
        throw s.error(*lines[k],
                      fmt::format("{}can only move along its sides: at {} its velocity has a "
                                  "component through its surface",
                                  setup::in_a_row(*lines[k], c.bodies[k].name),
                                  place_text(patch.at[0], patch.at[1], c.output.units.get())));
  }
}
}  // namespace

void check_motion_of_cut_bodies(const Settings& s, const Case& c,
                                const std::vector<const config::Directive*>& lines) {
  if (c.cut_in_space) check_motion_in_space(s, c, lines);
  if (!c.cut) return;
  for (std::size_t k = 0; k < c.bodies.size(); ++k) {
    const Body& body = c.bodies[k];
    const WallValues& wall = c.walls[static_cast<std::size_t>(body.wall - 1)].values;
    if (!body.cut || wall.velocity == std::array<double, 3>{}) continue;
    for (const CutWallPiece& at : pieces_of_cut_walls(c)) {
      const mesh::WallPiece& piece = c.cut->pieces[static_cast<std::size_t>(at.number)];
      if (piece.wall == body.wall && piece.curve >= 0 && moves_through(wall, across(body, piece)))
        throw s.error(*lines[k],
                      fmt::format("{}can only move along its sides: at {} its velocity has a "
                                  "component through its surface",
                                  setup::in_a_row(*lines[k], body.name),
                                  place_text(piece.x, piece.y, c.output.units.get())));
    }
  }
}

}  // namespace slipflow::simple_ts
