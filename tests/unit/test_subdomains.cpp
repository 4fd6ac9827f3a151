// How the domain is cut into the sub-domains of work-groups: their order and their rows.
#include <doctest/doctest.h>

#include <algorithm>

#include "subdomains.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_subdomains {

namespace {
constexpr int kColumns = 60;

/// A channel with walls in the south and the north and a body, 40 to 49 cells from the south.
Case channel() {
  return case_from(channel_text(403, 301, 0.125, body_line(0.125, 200, 40, 209, 49)));
}
Case periodic() {
  return case_from(
      "[gas]\nknudsen = 0.02\nmach = 0.5\n[mesh]\nx = 0 40\ny = 0 20\ncells = 400 200\n"
      "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\nnorth = periodic\n"
      "[time]\nstep = 0.01\nmax_steps = 1\n");
}

enum class Kind { near_walls, at_side, away };

Kind kind_of(const Subdomains& cut, std::size_t n) {
  const int k = static_cast<int>(n);
  if (k < cut.near_walls) return Kind::near_walls;
  return k < cut.near_walls + cut.near_sides ? Kind::at_side : Kind::away;
}

int count(const Subdomains& cut, Kind kind) {
  int found = 0;
  for (std::size_t n = 0; n < cut.all.size(); ++n) found += kind_of(cut, n) == kind;
  return found;
}

/// The least number of columns or rows between a sub-domain and a side.
int distance(const SfSubdomain& s, const Case& c) {
  return std::min({s.i0, c.mesh.x.cells() - s.i1, s.j0, c.mesh.y.cells() - s.j1});
}

int rows(const SfSubdomain& s) { return s.j1 - s.j0; }

void check_each_node_once(const Subdomains& cut, int columns, int rows) {
  std::vector<int> times(static_cast<std::size_t>(columns) * rows, 0);
  for (const SfSubdomain& s : cut.all) {
    CHECK(s.i1 - s.i0 <= kColumns);
    for (int j = s.j0; j < s.j1; ++j)
      for (int i = s.i0; i < s.i1; ++i) ++times[static_cast<std::size_t>(j) * columns + i];
  }
  CHECK(std::count(times.begin(), times.end(), 1) == static_cast<long>(times.size()));
}
}  // namespace

TEST_CASE("every node, also of the far boundaries, is in one sub-domain") {
  for (const Near near : {Near::walls, Near::walls_and_ends}) {
    check_each_node_once(cut_into_subdomains(channel(), kColumns, 45, near), 404, 302);
    check_each_node_once(cut_into_subdomains(periodic(), kColumns, 45, near), 400, 200);
  }
}

TEST_CASE("a piece of a mesh has a border, with all that other ranks need, and an inner part") {
  Case c = channel();
  c.sides = {BoundaryKind::neighbour, BoundaryKind::neighbour, BoundaryKind::wall,
             BoundaryKind::neighbour};
  for (const Near near : {Near::walls, Near::walls_and_ends}) {
    const auto cut = [&](Part part) {
      return cut_into_subdomains(c, kColumns, 45, near, Extent::mesh, part);
    };
    Subdomains both = cut(Part::border);
    for (const SfSubdomain& s : both.all) {
      CHECK(rows(s) <= kRowsNearWalls);
      CHECK((s.i0 < mesh::kPad || s.i1 > 403 - mesh::kPad || s.j1 > 301 - 7));
    }
    const Subdomains inner = cut(Part::inner);
    for (const SfSubdomain& s : inner.all) {
      CHECK(s.i0 >= mesh::kPad);
      CHECK(s.i1 <= 403 - mesh::kPad);
      CHECK(s.j1 <= 301 - mesh::kPad);
    }
    CHECK(inner.all.size() > 4);
    both.all.insert(both.all.end(), inner.all.begin(), inner.all.end());
    check_each_node_once(both, 403, 301);
  }
}

TEST_CASE("a piece that is all border") {
  Case c = case_from(channel_text(8, 6, 1, ""));
  c.sides = {BoundaryKind::wall, BoundaryKind::wall, BoundaryKind::neighbour, BoundaryKind::wall};
  const auto cut = [&](Part part) {
    return cut_into_subdomains(c, kColumns, 45, Near::walls, Extent::mesh, part);
  };
  CHECK(cut(Part::inner).all.empty());
  check_each_node_once(cut(Part::border), 9, 7);
}

TEST_CASE("for kernels that march: first near walls, then at boundaries, then away from both") {
  for (const Case& c : {channel(), periodic()}) {
    const Subdomains cut = cut_into_subdomains(c, kColumns, 45, Near::walls);
    CHECK((count(cut, Kind::near_walls) > 0) == c.mesh.any_solid());
    CHECK(count(cut, Kind::at_side) > 0);
    CHECK(count(cut, Kind::away) > 0);
    for (std::size_t n = cut.near_walls; n < cut.all.size(); ++n)
      CHECK((distance(cut.all[n], c) < mesh::kPad) == (kind_of(cut, n) == Kind::at_side));
  }
}

TEST_CASE("an open sub-domain between walls is away from the boundaries") {
  // Within reach of the walls are 4 rows; the next one is as far from the side as it must be.
  const Case c = channel();
  const Subdomains cut = cut_into_subdomains(c, kColumns, 45, Near::walls);
  for (std::size_t n = cut.near_walls; n < cut.all.size(); ++n) {
    const SfSubdomain& s = cut.all[n];
    const bool in_outer_strip = s.i0 == 0 || s.i1 > c.mesh.x.cells() - mesh::kPad;
    CHECK((kind_of(cut, n) == Kind::at_side) == in_outer_strip);
  }
}

TEST_CASE("sub-domains near walls and in the outer strips have fewer rows") {
  const Case c = channel();
  const Subdomains cut = cut_into_subdomains(c, kColumns, 77, Near::walls);
  int highest[3] = {0, 0, 0};
  for (std::size_t n = 0; n < cut.all.size(); ++n) {
    int& most = highest[static_cast<int>(kind_of(cut, n))];
    most = std::max(most, rows(cut.all[n]));
  }
  CHECK(highest[static_cast<int>(Kind::near_walls)] == 9);
  CHECK(highest[static_cast<int>(Kind::at_side)] == 37);
  CHECK(highest[static_cast<int>(Kind::away)] == 75);
  const Subdomains low = cut_into_subdomains(c, kColumns, 5, Near::walls);
  for (const SfSubdomain& s : low.all) CHECK(rows(s) <= 5);
}

TEST_CASE("the plain kernels have open sub-domains of one height, row by row") {
  const Case c = channel();
  const Subdomains cut = cut_into_subdomains(c, kColumns, 77, Near::walls_and_ends);
  CHECK(cut.near_sides == 0);
  CHECK(std::is_sorted(cut.all.begin() + cut.near_walls, cut.all.end(),
                       [](const SfSubdomain& a, const SfSubdomain& b) { return a.j0 < b.j0; }));
}

}  // namespace slipflow::simple_ts::test_subdomains
