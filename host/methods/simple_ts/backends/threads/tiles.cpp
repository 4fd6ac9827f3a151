#include "tiles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slipflow::simple_ts {

namespace {
// With kColumnsOfTile, the arrays of a tile stay in a core's second-level cache.
constexpr int kMostRows = 32;
constexpr int kFewestRows = 6, kFewestColumns = 32;
// The part computed twice around a tile, and the cost of a row however short it is, in rows and in
// columns; the additional time at an end of the mesh, in rows or columns. Measured, as the times of
// tiles of the quickstart.
constexpr double kRowsTwice = 2, kColumnsTwice = 16, kOfEnd = 10;
// Tiles at bodies take longer than others. With several for each thread, this evens out.
constexpr double kUneven = 0.15;

int pieces_of(double nodes, int most) { return static_cast<int>(std::ceil(nodes / most)); }

/// The nodes along an axis, and whether the mesh ends there.
struct Axis {
  int nodes;
  bool ends_low, ends_high;

  double before() const { return ends_low ? kOfEnd : 0; }
  /// In the time of a row or column in the middle.
  double time() const { return nodes + before() + (ends_high ? kOfEnd : 0); }

  /// The first nodes of pieces that take the same time, and the end.
  std::vector<int> cuts(int pieces) const {
    std::vector<int> all = {0};
    for (int k = 1; k < pieces; ++k) {
      const auto at = static_cast<int>(std::lround(time() * k / pieces - before()));
      all.push_back(std::clamp(at, all.back() + 1, nodes - (pieces - k)));
    }
    all.push_back(nodes);
    return all;
  }
};

struct Pieces {
  int across, along;
};

/// In the time of a node, about, how long an iteration takes.
double time_of(const Pieces& pieces, const Axis& x, const Axis& y, int threads) {
  const int rounds = pieces_of(pieces.across * pieces.along, threads);
  const double of_tile =
      (x.time() / pieces.across + kColumnsTwice) * (y.time() / pieces.along + kRowsTwice);
  return rounds * of_tile * (1 + kUneven / rounds);
}

Pieces best_pieces(const Axis& x, const Axis& y, int threads, int most_columns) {
  const Pieces least{std::min(pieces_of(x.time(), most_columns), x.nodes),
                     std::min(pieces_of(y.time(), kMostRows), y.nodes)};
  const auto most = [&](int nodes, int fewest, int needed) {
    return std::max(needed, std::min(nodes / fewest, needed + 2 * threads));
  };
  Pieces best = least;
  double shortest = std::numeric_limits<double>::infinity();
  for (int across = least.across; across <= most(x.nodes, kFewestColumns, least.across); ++across)
    for (int along = least.along; along <= most(y.nodes, kFewestRows, least.along); ++along)
      if (const double time = time_of({across, along}, x, y, threads); time < shortest) {
        shortest = time;
        best = {across, along};
      }
  return best;
}
}  // namespace

std::vector<Tile> tiles_of(const Case& c, int threads, int most_columns) {
  const auto layout = c.mesh.layout();
  const auto ends = [&](mesh::Side side) { return !c.continues(side); };
  const Axis x{layout.nx + ends(mesh::east), ends(mesh::west), ends(mesh::east)};
  const Axis y{layout.ny + ends(mesh::north), ends(mesh::south), ends(mesh::north)};
  const auto [across, along] = best_pieces(x, y, threads, most_columns);
  const std::vector<int> columns = x.cuts(across), rows = y.cuts(along);
  std::vector<Tile> tiles;
  for (std::size_t b = 0; b + 1 < rows.size(); ++b)
    for (std::size_t a = 0; a + 1 < columns.size(); ++a)
      tiles.push_back({columns[a], columns[a + 1], rows[b], rows[b + 1]});
  return tiles;
}

}  // namespace slipflow::simple_ts
