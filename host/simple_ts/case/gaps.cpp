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

NarrowGaps::NarrowGaps(const Case& c)
    : case_(c), dead_ends_(static_cast<std::size_t>(c.cells())) {
  for (const Body& body : c.bodies) fill_dead_ends(body);
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

/// Marks the tips beside the body, then what these leave with one way out, and on.
void NarrowGaps::fill_dead_ends(const Body& body) {
  std::vector<Place> tips;
  for_cells_around(case_.mesh, body.cells, [&](int i, int j) {
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
  const std::string name = other == body.wall ? "itself"
                           : case_.bodies.front().wall <= other
                               ? case_.walls[other - 1].name
                               : "the " + case_.walls[other - 1].name + " side";
  const int i = std::clamp(cell.i, 0, case_.mesh.x.cells() - 1);
  const int j = std::clamp(cell.j, 0, case_.mesh.y.cells() - 1);
  return fmt::format("{} leaves a gap one cell wide to {} at cell ({}, {}), x = {:.6g}, y = {:.6g}: "
                     "close it, or make it two cells wide, better four",
                     body.name, name, i, j, case_.mesh.x.centre(i), case_.mesh.y.centre(j));
}

/// The gap at the node between the gas cells lo and hi, whose walls lie across_x, across_y away.
std::optional<std::string> NarrowGaps::gap_at(Place lo, Place hi, int across_x, int across_y,
                                              const Body& body) const {
  if (tag(lo.i, lo.j) != 0 || tag(hi.i, hi.j) != 0) return std::nullopt;
  if (in_dead_end(lo) || in_dead_end(hi)) return std::nullopt;
  const int one = wall_at({lo.i - across_x, lo.j - across_y}, {hi.i - across_x, hi.j - across_y});
  const int two = wall_at({lo.i + across_x, lo.j + across_y}, {hi.i + across_x, hi.j + across_y});
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

}  // namespace slipflow::simple_ts
