#include "subdomains.hpp"

#include <algorithm>

namespace slipflow::simple_ts {

namespace {
// How far the equations of a node look.
constexpr int kReach = mesh::kPad;
// Rows of a sub-domain near walls: a row there takes more than twice as long as elsewhere, and these
// groups should not be the last to end.
constexpr int kRowsNearWalls = 9;

// Per row of [0, count): whether solid cells are within reach of the columns [i0, i1).
std::vector<char> rows_near_walls(const mesh::Mesh& mesh, int i0, int i1, int count) {
  const auto layout = mesh.layout();
  const int first = std::max(i0 - kReach, -mesh::kPad);
  const int last = std::min(i1 + kReach, layout.nx + mesh::kPad);
  std::vector<char> near(static_cast<std::size_t>(count), 0);
  for (int j = -mesh::kPad; j < layout.ny + mesh::kPad; ++j) {
    const auto row = mesh.tags.begin() + static_cast<std::ptrdiff_t>(layout.at(0, j));
    if (std::none_of(row + first, row + last, [](auto tag) { return tag != 0; })) continue;
    for (int k = std::max(j - kReach, 0); k < std::min(j + kReach + 1, count); ++k) near[k] = 1;
  }
  return near;
}

// Within reach of the ends of a column of nodes.
void mark_ends(std::vector<char>& near) {
  const auto reach = static_cast<std::ptrdiff_t>(
      std::min(near.size(), static_cast<std::size_t>(kReach) + 1));
  std::fill(near.begin(), near.begin() + reach, 1);
  std::fill(near.end() - reach, near.end(), 1);
}

// Where the pieces of [first, last) begin, and last: pieces of one length, none longer than `longest`,
// and the rest.
std::vector<int> cuts(int first, int last, int longest, bool odd) {
  const int n = last - first;
  const int pieces = (n + longest - 1) / longest;
  int length = (n + pieces - 1) / pieces;
  if (odd && length % 2 == 0) length += length < longest ? 1 : -1;
  std::vector<int> at;
  for (int begin = first; begin < last; begin += length) at.push_back(begin);
  at.push_back(last);
  return at;
}
}  // namespace

Subdomains cut_into_subdomains(const Case& c, int columns, int rows, Near near_what) {
  const int count = c.mesh.y.cells() + !c.periodic_y();
  // The fused kernel repeats three rows and advances two at a time.
  const bool odd_rows = near_what == Near::walls;
  const auto x = cuts(0, c.mesh.x.cells() + !c.periodic_x(), columns, false);
  std::vector<SfSubdomain> open, near_walls;
  for (std::size_t a = 0; a + 1 < x.size(); ++a) {
    auto near = rows_near_walls(c.mesh, x[a], x[a + 1], count);
    if (near_what == Near::walls_and_ends && !c.periodic_y()) mark_ends(near);
    for (int begin = 0; begin < count;) {
      const auto run = near.begin() + begin;
      const int end = static_cast<int>(
          std::find(run, near.end(), static_cast<char>(!*run)) - near.begin());
      const auto y =
          cuts(begin, end, *run ? std::min(rows, kRowsNearWalls) : rows, odd_rows);
      for (std::size_t b = 0; b + 1 < y.size(); ++b)
        (*run ? near_walls : open).push_back({x[a], x[a + 1], y[b], y[b + 1]});
      begin = end;
    }
  }
  // Row by row: groups that run at the same time then share the lines between them.
  const auto below = [](const SfSubdomain& a, const SfSubdomain& b) {
    return a.j0 != b.j0 ? a.j0 < b.j0 : a.i0 < b.i0;
  };
  std::sort(open.begin(), open.end(), below);
  std::sort(near_walls.begin(), near_walls.end(), below);
  Subdomains cut{near_walls, static_cast<int>(near_walls.size())};
  cut.all.insert(cut.all.end(), open.begin(), open.end());
  return cut;
}

}  // namespace slipflow::simple_ts
