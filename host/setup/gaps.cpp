#include "slipflow/setup/gaps.hpp"

#include <fmt/format.h>

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

namespace {
const mesh::Axis& axis_of(const GapRegion& region, std::size_t axis) {
  return region.mesh.axis(static_cast<int>(axis));
}

/// "cell (4, 0), x = 4.5, y = 0.5"
std::string place_of(const GapRegion& region, const std::array<int, 3>& cell) {
  const auto axes = static_cast<std::size_t>(region.mesh.axes());
  std::string numbers, place;
  for (std::size_t k = 0; k < axes; ++k) {
    const double centre = axis_of(region, k).centre(cell[k]);
    numbers += fmt::format("{}{}", k ? ", " : "", cell[k]);
    place += fmt::format(", {} = {}", "xyz"[k], quantity_text(centre, "L", region.units, 6));
  }
  return fmt::format("cell ({}){}", numbers, place);
}

const Body* body_of(const GapRegion& region, int wall) {
  const auto body = std::ranges::find(region.bodies, wall, &Body::wall);
  return body == region.bodies.end() ? nullptr : &*body;
}

std::string sentence_on(const GapRegion& region, const Gap& gap) {
  return fmt::format(
      "{} leaves a gap {} wide to {} at {}: close it, or make it two cells wide, better four",
      region.name(gap.wall), gap.cells == 1 ? "one cell" : fmt::format("{:g} cells", gap.cells),
      gap.other == gap.wall ? "itself" : region.name(gap.other), place_of(region, gap.cell));
}

std::string sentence_on_channel(const GapRegion& region, const Gap& gap) {
  return fmt::format(
      "a single cell between {} and {} lets up to three times too much {} through: "
      "take two cells or more, better four",
      region.name(gap.wall), region.name(gap.other), region.fluid);
}

/// The region without the gaps next to bodies that cut cells, which are not those of whole cells.
GapRegion on_stairs(GapRegion region) {
  for (const Body& body : region.bodies)
    if (body.cut) region.acts_of_bodies[static_cast<std::size_t>(body.wall)] = false;
  return region;
}

/// Throws if there is a gap.
void refuse(const config::Settings& s, const GapRegion& region, std::optional<Gap> gap,
            const std::vector<const config::Directive*>& lines) {
  if (!gap) return;
  if (gap->wall >= GapRegion::kFirstSide) std::swap(gap->wall, gap->other);
  const Body* body = body_of(region, gap->wall);
  if (!body) throw s.error("mesh.cells", sentence_on_channel(region, *gap));
  throw s.error(*lines[static_cast<std::size_t>(body - region.bodies.data())],
                sentence_on(region, *gap));
}
}  // namespace

int GapRegion::wall(std::array<int, 3> cell) const {
  const auto axes = static_cast<std::size_t>(mesh.axes());
  bool is_outside = false;
  for (std::size_t k = axes; k-- > 0;) {
    const int n = axis_of(*this, k).cells();
    if (cell[k] >= 0 && cell[k] < n) continue;
    const std::size_t side = 2 * k + (cell[k] < 0 ? 0 : 1);
    if (sides[side] == GapSide::periodic)
      cell[k] = (cell[k] % n + n) % n;
    else if (sides[side] != GapSide::open)
      return kFirstSide + static_cast<int>(side);
    else
      is_outside = true;
  }
  return is_outside ? 0 : mesh.tags[mesh.layout().at(cell[0], cell[1], cell[2])];
}

bool GapRegion::acts(int wall) const {
  if (wall == 0) return false;
  if (wall >= kFirstSide)
    return sides[static_cast<std::size_t>(wall - kFirstSide)] == GapSide::wall;
  return acts_of_bodies.empty() || acts_of_bodies[static_cast<std::size_t>(wall)];
}

std::string GapRegion::name(int wall) const {
  if (const Body* body = body_of(*this, wall)) return body->name;
  return fmt::format("the {} side", mesh::side_names[static_cast<std::size_t>(wall - kFirstSide)]);
}

void check_gaps(const config::Settings& s, const GapRegion& region,
                const std::vector<const config::Directive*>& lines) {
  if (region.mesh.axes() > 2) {
    const auto gap = narrowest_gap_in_space(region);
    return refuse(s, region, gap && gap->cells == 1 ? gap : std::nullopt, lines);
  }
  refuse(s, region, narrowest_gap_at_cut_walls(region, 2), lines);
  const GapRegion stairs = on_stairs(region);
  const NarrowGaps gaps(stairs);
  for (std::size_t k = 0; k < lines.size(); ++k)
    if (const auto gap = gaps.beside(region.bodies[k]))
      throw s.error(*lines[k], sentence_on(region, *gap));
  if (const auto gap = gaps.between_sides())
    throw s.error("mesh.cells", sentence_on_channel(region, *gap));
}

std::string warning_of_coarse_gap(const GapRegion& region) {
  const auto gap =
      region.mesh.axes() > 2 ? narrowest_gap_in_space(region) : first_coarse_gap(on_stairs(region));
  if (!gap) return "";
  const double excess = 200.0 / (gap->cells * gap->cells);  // docs/methods/simple-ts.md section 9
  return fmt::format(
      "the gap between {} and {} at {}, is {:g} cells wide: without slip {:.0f} % too much {} "
      "flows "
      "through it; make it four cells wide or more",
      region.name(gap->wall), region.name(gap->other), place_of(region, gap->cell), gap->cells,
      excess, region.fluid);
}

std::string warning_of_cut_gap(const GapRegion& region) {
  const auto gap = narrowest_gap_at_cut_walls(region, 4);
  if (!gap) return "";
  return fmt::format(
      "the gap between {} and {} at {}, is {:g} cells wide: make it four cells wide or more",
      region.name(gap->wall), region.name(gap->other), place_of(region, gap->cell), gap->cells);
}

std::string warning_of_pieces(const std::vector<Body>& bodies) {
  const auto body = std::ranges::find_if(bodies, [](const Body& b) { return b.pieces > 1; });
  if (body == bodies.end()) return "";
  return fmt::format(
      "{} is thinner than the cells: the cells it covers are {} pieces with gaps between them; "
      "make "
      "it thicker, or take smaller cells",
      body->name, body->pieces);
}

std::vector<std::string> warnings_of_gaps(const GapRegion& region) {
  std::vector<std::string> warnings = {warning_of_cut_gap(region), warning_of_coarse_gap(region),
                                       warning_of_pieces(region.bodies)};
  std::erase(warnings, "");
  return warnings;
}

}  // namespace slipflow::setup
