#include "slipflow/setup/gaps.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace slipflow::setup {

namespace {
/// Calls visit(i, j) for the cells of the domain in the box widened by one.
template <class Visit>
void for_cells_around(const mesh::Mesh& mesh, const mesh::CellBox& box, Visit visit) {
  for (int j = std::max(box.j0 - 1, 0); j < std::min(box.j1 + 1, mesh.y.cells()); ++j)
    for (int i = std::max(box.i0 - 1, 0); i < std::min(box.i1 + 1, mesh.x.cells()); ++i)
      visit(i, j);
}
}  // namespace

NarrowGaps::NarrowGaps(const GapRegion& region) : region_(region) {
  const int nx = region_.mesh.x.cells(), ny = region_.mesh.y.cells();
  dead_ends_.resize(static_cast<std::size_t>(nx) * ny);
  for (const Body& body : region_.bodies) fill_dead_ends(body.cells);
  if (nx == 1 || ny == 1) fill_dead_ends({0, 0, nx, ny});
}

/// The cell itself, or the one whose periodic image it is.
NarrowGaps::Place NarrowGaps::wrapped(Place cell) const {
  const int nx = region_.mesh.x.cells(), ny = region_.mesh.y.cells();
  if (region_.periodic(0)) cell.i = (cell.i + nx) % nx;
  if (region_.periodic(1)) cell.j = (cell.j + ny) % ny;
  return cell;
}

bool NarrowGaps::in_dead_end(Place cell) const {
  const auto [i, j] = wrapped(cell);
  const int nx = region_.mesh.x.cells(), ny = region_.mesh.y.cells();
  if (i < 0 || i >= nx || j < 0 || j >= ny) return false;
  return dead_ends_[static_cast<std::size_t>(j) * nx + i];
}

/// A gas cell of the domain with one way out at most.
bool NarrowGaps::is_tip(Place cell) const {
  const auto [i, j] = wrapped(cell);
  if (i < 0 || i >= region_.mesh.x.cells() || j < 0 || j >= region_.mesh.y.cells()) return false;
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
  for_cells_around(region_.mesh, box, [&](int i, int j) {
    if (is_tip({i, j})) tips.push_back({i, j});
  });
  while (!tips.empty()) {
    const Place tip = tips.back();
    tips.pop_back();
    const auto [i, j] = wrapped(tip);
    if (!is_tip({i, j})) continue;
    dead_ends_[static_cast<std::size_t>(j) * region_.mesh.x.cells() + i] = true;
    tips.insert(tips.end(), {{i - 1, j}, {i + 1, j}, {i, j - 1}, {i, j + 1}});
  }
}

/// The wall that a node sees on one side of it, where these two cells are; 0: none that acts.
int NarrowGaps::wall_at(Place a, Place b) const {
  for (const int wall : {tag(a.i, a.j), tag(b.i, b.j)})
    if (region_.acts(wall)) return wall;
  return 0;
}

/// The gap at the node between the cells lo and hi, with walls across_x, across_y away; none where
/// no gas flows.
std::optional<Gap> NarrowGaps::gap_at(Place lo, Place hi, int across_x, int across_y) const {
  if (tag(lo.i, lo.j) != 0 || tag(hi.i, hi.j) != 0) return std::nullopt;
  if (in_dead_end(lo) || in_dead_end(hi)) return std::nullopt;
  const int one = wall_at({lo.i - across_x, lo.j - across_y}, {hi.i - across_x, hi.j - across_y});
  const int two = wall_at({lo.i + across_x, lo.j + across_y}, {hi.i + across_x, hi.j + across_y});
  if (one == 0 || two == 0) return std::nullopt;
  const int last_i = region_.mesh.x.cells() - 1, last_j = region_.mesh.y.cells() - 1;
  return Gap{one, two, {std::clamp(hi.i, 0, last_i), std::clamp(hi.j, 0, last_j), 0}, 1};
}

std::optional<Gap> NarrowGaps::beside(const Body& body) const {
  std::optional<Gap> first;
  const auto look = [&](Place lo, Place hi, int across_x, int across_y) {
    if (first) return;
    auto gap = gap_at(lo, hi, across_x, across_y);
    if (!gap || (gap->wall != body.wall && gap->other != body.wall)) return;
    if (gap->wall != body.wall) std::swap(gap->wall, gap->other);
    first = gap;
  };
  for_cells_around(region_.mesh, body.cells, [&](int i, int j) {
    look({i - 1, j}, {i, j}, 0, 1);
    look({i, j - 1}, {i, j}, 1, 0);
  });
  return first;
}

std::optional<Gap> NarrowGaps::between_sides() const {
  const int nx = region_.mesh.x.cells(), ny = region_.mesh.y.cells();
  std::optional<Gap> first;
  for (int i = 0; ny == 1 && i <= nx && !first; ++i) first = gap_at({i - 1, 0}, {i, 0}, 0, 1);
  for (int j = 0; nx == 1 && j <= ny && !first; ++j) first = gap_at({0, j - 1}, {0, j}, 1, 0);
  return first;
}

}  // namespace slipflow::setup
