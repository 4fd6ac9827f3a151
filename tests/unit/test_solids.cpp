// Solids to cells on meshes of three axes, and surfaces from STL files.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "failure.hpp"
#include "slipflow/mesh/solids.hpp"
#include "slipflow/mesh/stl_file.hpp"
#include "surfaces.hpp"

namespace test_solids {

using namespace slipflow::mesh;
using slipflow::ExitStatus;
using test_support::failure;

namespace {
using Cells = std::set<std::array<int, 3>>;

Cells cells_of(const Mesh& mesh, const Solid& solid) {
  Cells cells;
  for (const CellRun& run : cells_inside(mesh, solid))
    for (int i = run.i0; i < run.i1; ++i) REQUIRE(cells.insert({i, run.j, run.k}).second);
  return cells;
}

template <class Rule>
Cells cells_where(const Mesh& mesh, Rule rule) {
  Cells cells;
  for (int k = 0; k < mesh.z.cells(); ++k)
    for (int j = 0; j < mesh.y.cells(); ++j)
      for (int i = 0; i < mesh.x.cells(); ++i)
        if (rule(mesh.x.centre(i), mesh.y.centre(j), mesh.z.centre(k))) cells.insert({i, j, k});
  return cells;
}

Mesh box_mesh() {
  return {uniform_axis(0, 3, 31), geometric_axis(0, 2, 23, 1.04), uniform_axis(0, 2, 19), {}};
}

/// Of positions in halves of a cell, so that centres lie on surfaces.
Mesh cubes(int n) {
  const Axis axis = uniform_axis(0, n, n);
  return {axis, axis, axis, {}};
}

Surface read(const std::string& bytes) { return read_stl(bytes, "body.stl"); }

std::string refusal_of_stl(const std::string& bytes) {
  const auto [status, sentence] = failure([&] { read(bytes); });
  CHECK(status == ExitStatus::bad_input);
  return sentence;
}

/// Mirrored along one axis of a mesh that is n wide.
Position3 mirrored(Position3 p, int axis, int n) {
  p[static_cast<std::size_t>(axis)] = n - p[static_cast<std::size_t>(axis)];
  return p;
}
}  // namespace

TEST_CASE("a sphere and cylinders cover the cells whose centres are in them") {
  const Mesh mesh = box_mesh();
  const auto sphere = cells_of(mesh, Sphere{{1.4, 0.9, 1.1}, 0.71});
  CHECK(sphere == cells_where(mesh, [](double x, double y, double z) {
          return std::hypot(x - 1.4, y - 0.9, z - 1.1) <= 0.71;
        }));
  CHECK(sphere.size() > 500);
  const Position3 a = {0.6, 0.5, 0.4}, b = {2.3, 1.6, 1.2};
  const double length = std::hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
  const auto inside = [&](double by) {  // of the cylinder widened by this much
    return cells_where(mesh, [&](double x, double y, double z) {
      const Position3 d = {x - a[0], y - a[1], z - a[2]};
      const double along =
          (d[0] * (b[0] - a[0]) + d[1] * (b[1] - a[1]) + d[2] * (b[2] - a[2])) / length;
      const double across = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - along * along;
      return along >= -by && along <= length + by && across <= std::pow(0.31 + by, 2);
    });
  };
  for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
    const auto slanted = cells_of(mesh, Cylinder{from, to, 0.31});
    CHECK(std::ranges::includes(slanted, inside(0)));
    CHECK(std::ranges::includes(inside(3e-4), slanted));
    CHECK(slanted.size() > 100);
  }
  // Along x it has the same cells in every plane across it, and so along the other axes.
  CHECK(cells_of(mesh, Cylinder{{0.5, 1, 1}, {2, 1, 1}, 0.4}) ==
        cells_where(mesh, [](double x, double y, double z) {
          return x >= 0.5 && x <= 2 && std::hypot(y - 1, z - 1) <= 0.4;
        }));
  CHECK(cells_of(mesh, Cylinder{{1, 1, 0.3}, {1, 1, 1.4}, 0.4}) ==
        cells_of(mesh, Prism{Circle{{1, 1}, 0.4}, 0.3, 1.4}));
}

TEST_CASE("mirrored solids cover the mirrored cells, with centres on their surfaces") {
  constexpr int n = 12;
  const Mesh mesh = cubes(n);
  for (const double off : {0.0, 2e-4, -2e-4})  // as of rounded positions
    for (int axis = 0; axis < 3; ++axis) {
      CAPTURE(axis);
      const Position3 a = {3.5 + off, 4.5, 3}, b = {3.5 + off, 4.5, 8.5}, m = {4.5, 4.5, 4.5};
      const Position3 lo = {2.5, 3.5, 1.5}, hi = {6.5 + off, 5.5, 4.5};
      const auto flip = [&](const Position3& p) { return mirrored(p, axis, n); };
      const Position3 p = flip(lo), q = flip(hi);
      const Position3 flipped_lo = {std::min(p[0], q[0]), std::min(p[1], q[1]),
                                    std::min(p[2], q[2])};
      const Position3 flipped_hi = {std::max(p[0], q[0]), std::max(p[1], q[1]),
                                    std::max(p[2], q[2])};
      const auto box = [](const Position3& from, const Position3& to) {
        return Prism{Rectangle{from[0], from[1], to[0], to[1]}, from[2], to[2]};
      };
      const std::vector<std::pair<Solid, Solid>> pairs = {
          {box(lo, hi), box(flipped_lo, flipped_hi)},
          {Sphere{m, 3 + off}, Sphere{flip(m), 3 + off}},
          {Cylinder{a, b, 2.5}, Cylinder{flip(a), flip(b), 2.5}},
          {read(test_surfaces::ascii(test_surfaces::box(lo, hi))),
           read(test_surfaces::ascii(test_surfaces::box(flipped_lo, flipped_hi)))}};
      for (const auto& [solid, image] : pairs) {
        CAPTURE(solid.index());
        Cells expected;
        for (auto cell : cells_of(mesh, solid)) {
          cell[static_cast<std::size_t>(axis)] = n - 1 - cell[static_cast<std::size_t>(axis)];
          expected.insert(cell);
        }
        CHECK(expected.size() > 30);
        CHECK(cells_of(mesh, image) == expected);
      }
    }
  // 3-4-5: with the six ends of the axes 30 centres are at the radius.
  CHECK(cells_of(cubes(12), Sphere{{5.5, 5.5, 5.5}, 5 - 1e-4}).size() == 515);
}

TEST_CASE("the solid in a surface covers the cells whose centres are in it") {
  const Mesh mesh = box_mesh();
  const Position3 lo = {0.42, 0.31, 0.57}, hi = {2.2, 1.5, 1.63};
  const Surface box = read(test_surfaces::ascii(test_surfaces::box(lo, hi)));
  CHECK(box.points.size() == 8);
  CHECK(box.triangles.size() == 12);
  CHECK(cells_of(mesh, box) ==
        cells_of(mesh, Prism{Rectangle{lo[0], lo[1], hi[0], hi[1]}, lo[2], hi[2]}));
  // Its sides, edges and corners run through centres, which count as inside.
  const Mesh unit = cubes(9);
  CHECK(cells_of(unit,
                 read(test_surfaces::ascii(test_surfaces::box({1.5, 1.5, 1.5}, {5.5, 5.5, 5.5}))))
            .size() == 125);
  CHECK(read("\xEF\xBB\xBF" + test_surfaces::ascii(test_surfaces::box(lo, hi))).triangles.size() ==
        12);
  // A box in a box is a cavity.
  auto hollow = test_surfaces::box({1, 1, 1}, {8, 8, 8});
  const auto inner = test_surfaces::box({3, 3, 3}, {6, 6, 6});
  hollow.insert(hollow.end(), inner.begin(), inner.end());
  CHECK(cells_of(unit, read(test_surfaces::ascii(hollow))).size() == 343 - 27);
}

TEST_CASE("corners that differ by round-off are one point, others are not") {
  const auto noisy = [](double noise) {
    auto facets = test_surfaces::box({-0.5, 0.25, 0}, {1.5, 1, 3});
    int k = 0;
    for (auto& facet : facets)
      for (Position3& p : facet)
        for (double& coordinate : p) coordinate += noise * (k++ % 5 - 2);
    return test_surfaces::ascii(facets);
  };
  const Surface box = read(noisy(6e-17));  // z from -1.2e-16 to 1.2e-16
  CHECK(box.points.size() == 8);
  CHECK(box.points.front()[2] == 0);                 // the value nearest to 0
  CHECK(read(noisy(2e-13)).triangles.size() == 12);  // of an extent of 3
  CHECK(refusal_of_stl(noisy(2e-11)).find("is not a closed surface: ") != std::string::npos);
}

TEST_CASE("a sphere of triangles approaches the sphere, its vertices on lines of centres") {
  const Mesh mesh = cubes(21);
  const auto facets = test_surfaces::sphere({10.5, 10.5, 10.5}, 8.3, 40);
  const auto exact = cells_of(mesh, Sphere{{10.5, 10.5, 10.5}, 8.3});
  for (const auto& bytes : {test_surfaces::ascii(facets), test_surfaces::binary(facets)}) {
    const auto cells = cells_of(mesh, read(bytes));
    CHECK(std::ranges::includes(exact, cells));
    CHECK(static_cast<double>(cells.size()) ==
          doctest::Approx(static_cast<double>(exact.size())).epsilon(0.03));
  }
}

TEST_CASE("sections of a surface are the shape of two axes") {
  const Axis x = uniform_axis(0, 3, 30), y = uniform_axis(0, 2, 20);
  const Surface box =
      read(test_surfaces::binary(test_surfaces::box({0.5, 0.5, 0.25}, {2, 1.5, 1.25})));
  const auto expected = cells_inside(x, y, Shape(Rectangle{0.5, 0.5, 2, 1.5}));
  for (const double z : {0.25, 0.7, 1.25})  // the flat bottom and top, too
    CHECK(cells_inside(x, y, Shape(section_of(box, z))) == expected);
  CHECK(section_of(box, 0.2).parts.empty());
  CHECK(section_of(box, 1.3).parts.empty());
  // One part ends where the other begins.
  auto facets = test_surfaces::box({0, 0, 0}, {1, 1, 1});
  for (const auto& facet : test_surfaces::box({2, 0, 1}, {3, 1, 2})) facets.push_back(facet);
  const auto cells = [&](double z) {
    return cells_inside(x, y, Shape(section_of(read(test_surfaces::ascii(facets)), z)));
  };
  CHECK(cells(0.5) == cells_inside(x, y, Shape(Rectangle{0, 0, 1, 1})));
  CHECK(cells(1).size() == 2 * cells(0.5).size());
}

TEST_CASE("promise 7: what is no closed STL is refused in one sentence") {
  auto facets = test_surfaces::box({0, 0, 0}, {1, 2, 3});
  const std::string whole = test_surfaces::binary(facets);
  facets.pop_back();
  CHECK(
      refusal_of_stl(test_surfaces::ascii(facets)) ==
      "'body.stl' is not a closed surface: 3 of the triangles' edges have no second triangle, the "
      "first from (1, 0, 0) to (1, 0, 3)");
  CHECK(refusal_of_stl("") ==
        "'body.stl' is no STL: it neither begins with 'solid' nor has a binary header");
  CHECK(refusal_of_stl("solid a\nendsolid a\n") == "'body.stl' has no triangles");
  CHECK(refusal_of_stl("solid a\n facet normal 0 0 1\n outer loop\n vertex 0 zero 0") ==
        "'body.stl', line 4: expected a finite number, but found 'zero'");
  CHECK(refusal_of_stl("solid a\n facet normal 0 0 1\n outer loop\n vertex 0 0 1\n vertex 0 1") ==
        "'body.stl', line 5: expected a finite number, but the file ends");
  CHECK(refusal_of_stl("solid a\nfacet normal 0 0 1\nouter circle") ==
        "'body.stl', line 3: expected 'loop', but found 'circle'");
  CHECK(refusal_of_stl("SOLID") == "'body.stl', line 1: expected 'endsolid', but the file ends");
  CHECK(refusal_of_stl("\n SOLID A\nENDSOLID A\n") == "'body.stl' has no triangles");
  std::string cut = whole.substr(0, 300);
  cut.replace(0, 5, "begin");
  CHECK(refusal_of_stl(cut) ==
        "'body.stl' is no STL: it does not begin with 'solid', and a binary one of 12 triangles "
        "has 684 bytes, not 300");
  std::string not_finite = whole;
  not_finite.replace(84 + 50 + 12, 4, std::string("\0\0\x80\x7f", 4));
  CHECK(refusal_of_stl(not_finite) == "'body.stl' has a corner that is not finite, in triangle 2");
  CHECK(failure([] { read_stl("/nonexistent.stl"); }).second ==
        "'/nonexistent.stl' cannot be read: No such file or directory");
}

}  // namespace test_solids
