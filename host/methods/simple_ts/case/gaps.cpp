#include "gaps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace slipflow::simple_ts {

namespace {
/// Calls visit(i, j) for the cells of the domain in the box widened by one.
template <class Visit>
void for_cells_around(const mesh::Mesh& mesh, const mesh::CellBox& box, Visit visit) {
  for (int j = std::max(box.j0 - 1, 0); j < std::min(box.j1 + 1, mesh.y.cells()); ++j)
    for (int i = std::max(box.i0 - 1, 0); i < std::min(box.i1 + 1, mesh.x.cells()); ++i)
      visit(i, j);
}
}  // namespace

std::string wall_in_gap(const Case& c, int wall) {
  const auto& name = c.walls[wall - 1].name;
  const bool is_body = !c.bodies.empty() && c.bodies.front().wall <= wall;
  return is_body ? name : "the " + name + " side";
}

NarrowGaps::NarrowGaps(const Case& c) : case_(c), dead_ends_(static_cast<std::size_t>(c.cells())) {
  for (const Body& body : c.bodies) fill_dead_ends(body.cells);
  const int nx = c.mesh.x.cells(), ny = c.mesh.y.cells();
  if (nx == 1 || ny == 1) fill_dead_ends({0, 0, nx, ny});
}

/// The cell itself, or the one it is the image of.
NarrowGaps::Place NarrowGaps::wrapped(Place cell) const {
  const int nx = case_.mesh.x.cells(), ny = case_.mesh.y.cells();
  if (case_.periodic_x()) cell.i = (cell.i + nx) % nx;
  if (case_.periodic_y()) cell.j = (cell.j + ny) % ny;
  return cell;
}

bool NarrowGaps::in_dead_end(Place cell) const {
  const auto [i, j] = wrapped(cell);
  const int nx = case_.mesh.x.cells(), ny = case_.mesh.y.cells();
  if (i < 0 || i >= nx || j < 0 || j >= ny) return false;
  return dead_ends_[static_cast<std::size_t>(j) * nx + i];
}

/// A gas cell of the domain with one way out at most.
bool NarrowGaps::is_tip(Place cell) const {
  const auto [i, j] = wrapped(cell);
  if (i < 0 || i >= case_.mesh.x.cells() || j < 0 || j >= case_.mesh.y.cells()) return false;
  if (tag(i, j) != 0 || in_dead_end({i, j})) return false;
  int closed = 0;
  for (const auto& [di, dj] : {std::array{-1, 0}, {1, 0}, {0, -1}, {0, 1}})
    closed += tag(i + di, j + dj) != 0 || in_dead_end({i + di, j + dj});
  return closed >= 3;
}

/// Marks the tips in the box or next to it, then the cells that these leave with one way out, and
/// so on.
void NarrowGaps::fill_dead_ends(const mesh::CellBox& box) {
  std::vector<Place> tips;
  for_cells_around(case_.mesh, box, [&](int i, int j) {
    if (is_tip({i, j})) tips.push_back({i, j});
  });
  while (!tips.empty()) {
    const Place tip = tips.back();
    tips.pop_back();
    const auto [i, j] = wrapped(tip);
    if (!is_tip({i, j})) continue;
    dead_ends_[static_cast<std::size_t>(j) * case_.mesh.x.cells() + i] = true;
    tips.insert(tips.end(), {{i - 1, j}, {i + 1, j}, {i, j - 1}, {i, j + 1}});
  }
}

/// The wall that a node sees on one side of it, where these two cells are; 0: none that acts.
int NarrowGaps::wall_at(Place a, Place b) const {
  for (const int wall : {tag(a.i, a.j), tag(b.i, b.j)})
    if (wall != 0 && case_.walls[wall - 1].values.acts_on_gas()) return wall;
  return 0;
}

std::string NarrowGaps::sentence(Place cell, int other, const Body& body) const {
  const std::string name = other == body.wall ? "itself" : wall_in_gap(case_, other);
  const int i = std::clamp(cell.i, 0, case_.mesh.x.cells() - 1);
  const int j = std::clamp(cell.j, 0, case_.mesh.y.cells() - 1);
  return fmt::format(
      "{} leaves a gap one cell wide to {} at cell ({}, {}), x = {:.6g}, y = {:.6g}: "
      "close it, or make it two cells wide, better four",
      body.name, name, i, j, case_.mesh.x.centre(i), case_.mesh.y.centre(j));
}

/// The walls on either side of the node between the cells lo and hi, across_x, across_y away; 0 and
/// 0 where no gas flows.
std::array<int, 2> NarrowGaps::walls_at(Place lo, Place hi, int across_x, int across_y) const {
  if (tag(lo.i, lo.j) != 0 || tag(hi.i, hi.j) != 0) return {0, 0};
  if (in_dead_end(lo) || in_dead_end(hi)) return {0, 0};
  return {wall_at({lo.i - across_x, lo.j - across_y}, {hi.i - across_x, hi.j - across_y}),
          wall_at({lo.i + across_x, lo.j + across_y}, {hi.i + across_x, hi.j + across_y})};
}

/// The gap at the node between the cells lo and hi, if the body is one of its walls.
std::optional<std::string> NarrowGaps::gap_at(Place lo, Place hi, int across_x, int across_y,
                                              const Body& body) const {
  const auto [one, two] = walls_at(lo, hi, across_x, across_y);
  if (one == 0 || two == 0 || (one != body.wall && two != body.wall)) return std::nullopt;
  return sentence(hi, one == body.wall ? two : one, body);
}

std::optional<std::string> NarrowGaps::beside(const Body& body) const {
  std::optional<std::string> first;
  for_cells_around(case_.mesh, body.cells, [&](int i, int j) {
    if (!first) first = gap_at({i - 1, j}, {i, j}, 0, 1, body);
    if (!first) first = gap_at({i, j - 1}, {i, j}, 1, 0, body);
  });
  return first;
}

std::optional<std::string> NarrowGaps::between_sides() const {
  const int nx = case_.mesh.x.cells(), ny = case_.mesh.y.cells();
  const auto sentence_at = [&](Place lo, Place hi, int across_x, int across_y) {
    const auto [one, two] = walls_at(lo, hi, across_x, across_y);
    if (one == 0 || two == 0) return std::string();
    return fmt::format(
        "a single cell between {} and {} lets up to three times too much gas through: "
        "take two cells or more, better four",
        wall_in_gap(case_, one), wall_in_gap(case_, two));
  };
  std::string first;
  for (int i = 0; ny == 1 && i <= nx && first.empty(); ++i)
    first = sentence_at({i - 1, 0}, {i, 0}, 0, 1);
  for (int j = 0; nx == 1 && j <= ny && first.empty(); ++j)
    first = sentence_at({0, j - 1}, {0, j}, 1, 0);
  return first.empty() ? std::nullopt : std::optional(first);
}

}  // namespace slipflow::simple_ts
