// Shapes to cells: on odd sizes, uniform and stretched meshes, mirrored.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>

#include "slipflow/mesh/shapes.hpp"

namespace test_shapes {

using namespace slipflow::mesh;

namespace {
using Cells = std::set<std::pair<int, int>>;

/// The covered cells; no two runs may hold the same one.
Cells cells_of(const Axis& x, const Axis& y, const Shape& shape) {
  Cells cells;
  for (const CellRun& run : cells_inside(x, y, shape))
    for (int i = run.i0; i < run.i1; ++i) CHECK(cells.insert({i, run.j}).second);
  return cells;
}

/// The cells whose centres fulfil the rule.
template <class Rule>
Cells cells_where(const Axis& x, const Axis& y, Rule rule) {
  Cells cells;
  for (int j = 0; j < y.cells(); ++j)
    for (int i = 0; i < x.cells(); ++i)
      if (rule(x.centre(i), y.centre(j))) cells.insert({i, j});
  return cells;
}

/// The meshes of these tests: odd numbers of cells, equal and growing widths.
std::vector<std::pair<Axis, Axis>> meshes() {
  return {{uniform_axis(0, 6.7, 67), uniform_axis(0, 3.1, 31)},
          {geometric_axis(0, 6.7, 53, 1.03), geometric_axis(0, 3.1, 29, 0.96)},
          {axis_from_faces({0, 0.5, 0.6, 2.1, 2.3, 4, 6.7}), uniform_axis(0, 3.1, 7)}};
}

Axis mirrored(const Axis& axis) {
  std::vector<double> faces(axis.faces.rbegin(), axis.faces.rend());
  for (double& face : faces) face = axis.faces.back() - face;
  return axis_from_faces(std::move(faces));
}

Mask mask_from(const std::vector<std::string>& rows) {  // top to bottom, as one sees it
  Mask mask{static_cast<int>(rows.front().size()), static_cast<int>(rows.size()), {}};
  for (auto row = rows.rbegin(); row != rows.rend(); ++row)
    for (const char pixel : *row) mask.dark.push_back(pixel == '#');
  return mask;
}
}  // namespace

TEST_CASE("a circle covers the cells whose centres are within its radius") {
  for (const auto& [x, y] : meshes()) {
    const Circle circle{{2.93, 1.47}, 1.19};
    const auto cells = cells_of(x, y, circle);
    CHECK(cells == cells_where(x, y, [](double cx, double cy) {
            return std::hypot(cx - 2.93, cy - 1.47) <= 1.19;
          }));
    CHECK(!cells.empty());
  }
}

TEST_CASE("a circle's cells approach its area") {
  const Axis x = uniform_axis(0, 2, 801), y = uniform_axis(0, 2, 799);
  const double area = static_cast<double>(cells_of(x, y, Circle{{0.97, 1.02}, 0.9}).size()) *
                      x.widths[0] * y.widths[0];
  CHECK(area == doctest::Approx(M_PI * 0.81).epsilon(5e-4));
}

TEST_CASE("a polygon covers the cells whose centres lie inside, in either sense of its corners") {
  for (const auto& [x, y] : meshes()) {
    Polygon triangle{{{0.7, 0.3}, {5.9, 1.1}, {2.2, 2.9}}};
    const auto expected = cells_where(x, y, [&](double cx, double cy) {
      for (int k = 0; k < 3; ++k) {
        const Point &a = triangle.corners[k], &b = triangle.corners[(k + 1) % 3];
        if ((b.x - a.x) * (cy - a.y) - (b.y - a.y) * (cx - a.x) < 0) return false;
      }
      return true;
    });
    CHECK(cells_of(x, y, triangle) == expected);
    CHECK(!expected.empty());
    std::ranges::reverse(triangle.corners);
    CHECK(cells_of(x, y, triangle) == expected);
  }
}

TEST_CASE(
    "a polygon may be concave, and crossed outlines enclose what an odd number of edges does") {
  const Axis x = uniform_axis(0, 5, 5), y = uniform_axis(0, 3, 3);
  const Polygon u{{{0, 0}, {5, 0}, {5, 3}, {4, 3}, {4, 1}, {1, 1}, {1, 3}, {0, 3}}};
  CHECK(cells_inside(x, y, u) ==
        std::vector<CellRun>{{0, 0, 5}, {1, 0, 1}, {1, 4, 5}, {2, 0, 1}, {2, 4, 5}});
  // A square in a square: a ring.
  const Polygon ring{
      {{0, 0}, {5, 0}, {5, 3}, {0, 3}, {0, 0}, {1, 1}, {4, 1}, {4, 2}, {1, 2}, {1, 1}}};
  CHECK(cells_inside(x, y, ring) ==
        std::vector<CellRun>{{0, 0, 5}, {1, 0, 1}, {1, 4, 5}, {2, 0, 5}});
}

TEST_CASE("a centre on the outline counts as inside, on every side") {
  const Axis x = uniform_axis(0, 7, 7), y = uniform_axis(0, 7, 7);
  const Cells square = cells_of(x, y, Rectangle{1.5, 1.5, 5.5, 5.5});
  CHECK(square.size() == 25);
  CHECK(cells_of(x, y, Polygon{{{1.5, 1.5}, {5.5, 1.5}, {5.5, 5.5}, {1.5, 5.5}}}) == square);
  // A turned square through centres: 1 + 3 + 5 + 3 + 1 cells.
  CHECK(cells_of(x, y, Polygon{{{3.5, 1.5}, {5.5, 3.5}, {3.5, 5.5}, {1.5, 3.5}}}).size() == 13);
  CHECK(cells_of(x, y, Circle{{3.5, 3.5}, 2}).size() == 13);
}

TEST_CASE("mirrored shapes on mirrored meshes cover the mirrored cells") {
  const Mask mask = mask_from({"##..", ".#.#", "####"});
  const Mask seen_from_behind = mask_from({"..##", "#.#.", "####"});
  for (const auto& [x, y] : meshes()) {
    const Axis mx = mirrored(x);
    const double w = x.faces.back();
    // Some of the edges run through centres of the uniform mesh.
    const std::vector<std::pair<Shape, Shape>> pairs = {
        {Rectangle{1.15, 0.45, 3.25, 2.05}, Rectangle{w - 3.25, 0.45, w - 1.15, 2.05}},
        {Circle{{2.05, 1.55}, 0.9}, Circle{{w - 2.05, 1.55}, 0.9}},
        {Polygon{{{1.05, 0.55}, {3.05, 2.55}, {0.55, 2.05}}},
         Polygon{{{w - 1.05, 0.55}, {w - 3.05, 2.55}, {w - 0.55, 2.05}}}},
        {PlacedMask{mask, {1, 0.5, 5, 3}}, PlacedMask{seen_from_behind, {w - 5, 0.5, w - 1, 3}}}};
    for (const auto& [shape, mirror] : pairs) {
      CAPTURE(shape.index());
      Cells expected;
      for (const auto& [i, j] : cells_of(x, y, shape)) expected.insert({x.cells() - 1 - i, j});
      CHECK(!expected.empty());
      CHECK(cells_of(mx, y, mirror) == expected);
    }
  }
}

namespace {
// Positions as a user writes them: rounded to six digits.
double rounded(double position) { return std::stod(fmt::format("{:.6g}", position)); }

// A shape given by points and its mirror images, each rounded by itself.
struct Placement {
  double width, height;
  bool flip_x, flip_y;
  Point at(double x, double y) const {
    return {rounded(flip_x ? width - x : x), rounded(flip_y ? height - y : y)};
  }
};

std::vector<Shape> shapes_at(const Placement& place, double x, double y, double r) {
  const Point c = place.at(x, y), p = place.at(x - r, y - r), q = place.at(x + r, y + r);
  const double size = rounded(r);
  const std::vector<std::string> rows = place.flip_x ? std::vector<std::string>{"..##", "#.#."}
                                                     : std::vector<std::string>{"##..", ".#.#"};
  const Rectangle box{std::min(p.x, q.x), std::min(p.y, q.y), std::max(p.x, q.x),
                      std::max(p.y, q.y)};
  // A ring of turned squares, as of count=N around=X,Y.
  const double side = place.flip_x ? -1 : 1, up = place.flip_y ? -1 : 1;
  const Rectangle blade{c.x + side * size - 0.5 * size, c.y - 0.25 * size,
                        c.x + side * size + 0.5 * size, c.y + 0.25 * size};
  return {
      Circle{c, size},
      box,
      Polygon{{c, place.at(x + r, y), place.at(x, y + 0.75 * r)}},
      Polygon{{place.at(x - r, y), place.at(x, y - r), place.at(x + r, y), place.at(x, y + r)}},
      turned(blade, c, side * up * 45),
      PlacedMask{mask_from(place.flip_y ? std::vector<std::string>{rows[1], rows[0]} : rows), box}};
}
}  // namespace

TEST_CASE("mirrored shapes with rounded positions cover the mirrored cells, in x and y") {
  const Axis unit = uniform_axis(0, 20, 120);
  CHECK(cells_of(unit, unit, Circle{{13.5833, 10}, 1.08333}).size() ==
        cells_of(unit, unit, Circle{{6.41667, 10}, 1.08333}).size());
  int covered = 0;
  for (const auto& [x, y] :
       {std::pair{uniform_axis(0, 20, 60), uniform_axis(0, 10.0 / 3, 20)},
        std::pair{geometric_axis(0, 20, 53, 1.03), geometric_axis(0, 10.0 / 3, 29, 0.96)}}) {
    const double width = x.faces.back(), height = y.faces.back(), h = width / 60;
    for (int at = 0; at < 40; ++at)  // sizes and offsets in halves of a cell
      for (const auto& [flip_x, flip_y] :
           {std::pair{true, false}, std::pair{false, true}, std::pair{true, true}}) {
        const double r = h * (1 + at % 13) / 2, cx = h * (16 + at) / 2, cy = h * (18 + at % 5) / 2;
        const auto shapes = shapes_at({width, height, false, false}, cx, cy, r);
        const auto images = shapes_at({width, height, flip_x, flip_y}, cx, cy, r);
        const Axis mx = flip_x ? mirrored(x) : x, my = flip_y ? mirrored(y) : y;
        for (std::size_t k = 0; k < shapes.size(); ++k) {
          CAPTURE(k);
          CAPTURE(at);
          Cells expected;
          for (const auto& [i, j] : cells_of(x, y, shapes[k]))
            expected.insert({flip_x ? x.cells() - 1 - i : i, flip_y ? y.cells() - 1 - j : j});
          CHECK(cells_of(mx, my, images[k]) == expected);
          covered += static_cast<int>(expected.size());
        }
      }
  }
  CHECK(covered > 10000);
}

TEST_CASE("a centre counts as inside up to a thousandth of its cell outside, not further") {
  const Axis x = uniform_axis(0, 7, 7), y = uniform_axis(0, 7, 7);
  const auto both = [&](double off) {
    const Cells circle = cells_of(x, y, Circle{{3.5, 3.5}, 2 - off});
    const Cells square = cells_of(x, y, Rectangle{1.5 + off, 1.5 + off, 5.5 - off, 5.5 - off});
    const Cells diamond = cells_of(
        x, y, Polygon{{{3.5, 1.5 + off}, {5.5 - off, 3.5}, {3.5, 5.5 - off}, {1.5 + off, 3.5}}});
    return std::array{circle.size(), square.size(), diamond.size()};
  };
  CHECK(both(0.0009) == std::array<std::size_t, 3>{13, 25, 13});
  CHECK(both(0.0021) == std::array<std::size_t, 3>{9, 9, 5});
}

TEST_CASE("a mask is upright, and each cell takes the pixel of its centre") {
  const Mask mask = mask_from({"#..", "##."});
  const Axis x = uniform_axis(0, 6, 6), y = uniform_axis(0, 6, 6);
  CHECK(cells_inside(x, y, PlacedMask{mask, {0, 0, 6, 4}}) ==
        std::vector<CellRun>{{0, 0, 4}, {1, 0, 4}, {2, 0, 2}, {3, 0, 2}});
  // Coarser than the pixels: a column and a row are skipped.
  const Axis coarse = uniform_axis(0, 6, 2);
  CHECK(cells_inside(coarse, coarse, PlacedMask{mask, {0, 0, 6, 6}}) ==
        std::vector<CellRun>{{0, 0, 1}, {1, 0, 1}});
}

TEST_CASE("what lies outside of the mesh is left out") {
  const Axis x = uniform_axis(0, 3, 3), y = uniform_axis(0, 2, 2);
  CHECK(cells_inside(x, y, Circle{{0, 0}, 1e6}).size() == 2);
  CHECK(cells_inside(x, y, Circle{{9, 9}, 1}).empty());
  CHECK(cells_inside(x, y, Polygon{{{-1e6, -1e6}, {1e6, -1e6}, {1e6, 1e6}}}) ==
        std::vector<CellRun>{{0, 0, 3}, {1, 1, 3}});
}

TEST_CASE("shapes move and turn") {
  const Shape moved_circle = moved(Circle{{1, 2}, 0.5}, 3, -1);
  CHECK(std::get<Circle>(moved_circle).centre.x == 4);
  CHECK(std::get<Circle>(moved_circle).centre.y == 1);
  // A quarter turn about (4, 4) takes the east side to the north one.
  const Axis x = uniform_axis(0, 8, 16), y = uniform_axis(0, 8, 16);
  CHECK(cells_of(x, y, turned(Rectangle{5, 3.5, 7, 4.5}, {4, 4}, 90)) ==
        cells_of(x, y, Rectangle{3.5, 5, 4.5, 7}));
  const Rectangle box = bounds(turned(Rectangle{1, 0, 3, 1}, {0, 0}, 180));
  CHECK(box.x0 == doctest::Approx(-3));
  CHECK(box.y0 == doctest::Approx(-1));
}

}  // namespace test_shapes
