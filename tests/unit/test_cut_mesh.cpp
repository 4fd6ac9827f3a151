// Cells that bodies cut, against closed forms.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "cut_meshes.hpp"

namespace test_cut_mesh {

using namespace cut_meshes;
using doctest::Approx;

namespace {
/// The cells of the domain that are connected to one through open faces.
std::set<std::pair<int, int>> connected_to(const CutMesh& cut, const Mesh& mesh, int i, int j) {
  const auto open = [&](int a, int b, bool across) {
    const int number = cut.place[mesh.layout().at(a, b)];
    const CutCell* cell = number < 0 ? nullptr : &cut.cells[number];
    if (cell) return (across ? cell->open_x : cell->open_y) > 0;
    return cut.tags[mesh.layout().at(a, b)] == 0;
  };
  std::set<std::pair<int, int>> reached = {{i, j}};
  std::vector<std::pair<int, int>> next = {{i, j}};
  const auto go = [&](int a, int b, bool is_open) {
    if (is_open && cells_of(mesh.layout()).has(a, b, 0) && reached.insert({a, b}).second)
      next.push_back({a, b});
  };
  while (!next.empty()) {
    const auto [a, b] = next.back();
    next.pop_back();
    go(a - 1, b, open(a, b, true)), go(a + 1, b, open(a + 1, b, true));
    go(a, b - 1, open(a, b, false)), go(a, b + 1, open(a, b + 1, false));
  }
  return reached;
}
}  // namespace

TEST_CASE("a sloping wall leaves a trapezoid of gas in a cell") {
  const Mesh mesh = square_mesh(10);
  const CutMesh cut = cut_mesh(mesh, {below(0.33, 0.4)}, kClosed);
  const CutCell& cell = cell_of(cut, mesh, 0, 3);  // the wall rises from 0.33 to 0.37 in it
  CHECK(cell.volume == Approx(0.1 * (0.07 + 0.03) / 2).epsilon(1e-13));
  CHECK(cell.x == Approx(0.1 * (0.07 + 2 * 0.03) / (3 * 0.1)).epsilon(1e-13));
  const double centroid = 0.4 - (0.07 * 0.07 + 0.07 * 0.03 + 0.03 * 0.03) / (3 * 0.1);
  CHECK(cell.y == Approx(centroid).epsilon(1e-13));
  CHECK(cell.open_x == Approx(0.07).epsilon(1e-13));
  CHECK(cell.y_x == Approx(0.365).epsilon(1e-13));
  CHECK(cell.open_y == 0);
  CHECK_FALSE(cell.corner_in_gas);
  CHECK(cell_of(cut, mesh, 0, 4).corner_in_gas);
  CHECK(cell.near);
  const auto pieces = pieces_of(cut, mesh, 0, 3);
  REQUIRE(pieces.size() == 1);
  CHECK(pieces[0].S_x == Approx(0.04).epsilon(1e-13));
  CHECK(pieces[0].S_y == Approx(-0.1).epsilon(1e-13));
  CHECK(pieces[0].x == Approx(0.05).epsilon(1e-13));
  CHECK(pieces[0].y == Approx(0.35).epsilon(1e-13));
  CHECK(pieces[0].curvature == 0);
  CHECK(std::tuple(pieces[0].wall, pieces[0].curve, pieces[0].side) == std::tuple(1, 0, 2));
  CHECK(cut.report.gas_area == Approx(1 - 0.33 - 0.2).epsilon(1e-13));
  CHECK(cut.tags[mesh.layout().at(5, 0)] == 1);
  CHECK(cell_of(cut, mesh, 0, 2).volume == 0);
}

TEST_CASE("cells far from outlines are not listed") {
  const Mesh mesh = square_mesh(40);
  const CutMesh cut = cut_mesh(mesh, {below(0.5125, 0)}, kClosed);  // in the middle of row 20
  for (int j = -4; j < 44; ++j) {
    const int distance = std::abs(j - 20);
    CHECK((cut.place[mesh.layout().at(7, j)] >= 0) == (distance <= 4));
    if (distance <= 4) CHECK(cell_of(cut, mesh, 7, j).near == (distance <= 2));
    CHECK((cut.tags[mesh.layout().at(7, j)] == 1) == (j < 20));
  }
  CHECK(
      std::ranges::is_sorted(cut.cells, {}, [](const CutCell& c) { return std::pair(c.j, c.i); }));
  CHECK(cut.first_piece.size() == cut.cells.size() + 1);
}

TEST_CASE("a circle's cells make up the polygon of its crossings, of second order in area") {
  const double radius = 0.3;
  std::vector<double> errors;
  for (const int n : {17, 34, 68}) {
    const Mesh mesh = square_mesh(n);
    const CutMesh cut = cut_mesh(mesh, {{Circle{{0.487, 0.513}, radius}, false, 2}}, kClosed);
    double body = 0;  // by Gauss's theorem from the pieces
    for (const WallPiece& piece : cut.pieces) {
      body -= (piece.x * piece.S_x + piece.y * piece.S_y) / 2;
      if (piece.curve < 0) continue;
      CHECK(piece.curvature == 1 / radius);
      CHECK(piece.side == -1);
      CHECK(std::hypot(piece.x - piece.centre_x, piece.y - piece.centre_y) ==
            Approx(radius).epsilon(0.02));
      CHECK((piece.x - piece.centre_x) * piece.S_x + (piece.y - piece.centre_y) * piece.S_y < 0);
    }
    CHECK(body == Approx(1 - cut.report.gas_area).epsilon(1e-4));
    const double all = cut.report.gas_area + cut.report.closed_area + cut.report.dead_end_area;
    errors.push_back(all - (1 - std::numbers::pi * radius * radius));
    CHECK(cut.tags[mesh.layout().at(n / 2, n / 2)] == 2);
  }
  CHECK(errors[0] > 0);
  CHECK(errors[0] / errors[1] == Approx(4).epsilon(0.1));
  CHECK(errors[1] / errors[2] == Approx(4).epsilon(0.1));
}

TEST_CASE("the gas within a circle: all around is solid, and the curvature negative") {
  const Mesh mesh = square_mesh(20);
  const CutMesh outside = cut_mesh(mesh, {{Circle{{0.5, 0.5}, 0.32}, false, 1}}, kClosed);
  const CutMesh inside = cut_mesh(mesh, {{Circle{{0.5, 0.5}, 0.32}, true, 1}}, kClosed);
  const auto all = [](const CutReport& r) {
    return r.gas_area + r.closed_area + r.pocket_area + r.dead_end_area;
  };
  CHECK(all(inside.report) + all(outside.report) == Approx(1).epsilon(1e-13));
  CHECK(inside.tags[mesh.layout().at(-4, 0)] == 1);
  CHECK(inside.tags[mesh.layout().at(0, 19)] == 1);
  CHECK(inside.tags[mesh.layout().at(10, 10)] == 0);
  for (const WallPiece& piece : inside.pieces)
    if (piece.curve >= 0) CHECK(piece.curvature == -1 / 0.32);
}

TEST_CASE("nothing passes a plate thinner than a cell") {
  const Mesh mesh = square_mesh(20);
  for (const double slope : {0.0, 0.013, 0.37, 1.0, 2.9})
    for (const double thickness : {1e-9, 1e-4, 0.01}) {
      CAPTURE(slope);
      CAPTURE(thickness);
      const double y = 0.5 - slope / 2, west = y - 2 * slope, east = y + 3 * slope;
      const Polygon plate{{{-2, west}, {3, east}, {3, east + thickness}, {-2, west + thickness}}};
      const CutMesh cut = cut_mesh(mesh, {{plate, false, 1}}, kClosed);
      const auto south = connected_to(cut, mesh, 19, 0);
      CHECK(south.size() > 150);
      CHECK_FALSE(south.contains({0, 19}));
      CHECK(connected_to(cut, mesh, 0, 19).size() > 150);
    }
}

TEST_CASE("a wall one rounding beside a mesh line is a wall on it") {
  const Mesh mesh = square_mesh(10);
  const double line = mesh.y.faces[4];
  const auto on_line = cut_mesh(mesh, {{Rectangle{-2, -2, 3, line}, false, 1}}, kClosed);
  CHECK(cell_of(on_line, mesh, 3, 4).volume == mesh.x.widths[3] * mesh.y.widths[4]);
  CHECK(cell_of(on_line, mesh, 3, 4).open_x == mesh.y.widths[4]);
  CHECK(cell_of(on_line, mesh, 3, 3).volume == 0);
  for (const double to : {-1.0, 1.0}) {
    const Rectangle moved{-2, -2, 3, std::nextafter(line, to)};
    const auto cut = cut_mesh(mesh, {{moved, false, 1}}, kClosed);
    CHECK(cut.tags == on_line.tags);
    for (int i = 0; i < 10; ++i) {
      const CutCell &a = cell_of(cut, mesh, i, 4), &b = cell_of(on_line, mesh, i, 4);
      CHECK(std::tuple(a.volume, a.x, a.y, a.open_x, a.open_y, a.corner_in_gas) ==
            std::tuple(b.volume, b.x, b.y, b.open_x, b.open_y, false));
      const auto pieces = pieces_of(cut, mesh, i, 4);
      REQUIRE(pieces.size() == 1);
      CHECK(std::tuple(pieces[0].curve, pieces[0].side) == std::tuple(0, 2));
      CHECK(pieces[0].S_y == -mesh.x.widths[i]);
    }
    const Rectangle upright{-2, -2, std::nextafter(line, to), 3};
    const auto turned = cut_mesh(mesh, {{upright, false, 1}}, kClosed);
    for (int j = 0; j < 10; ++j) {
      CHECK(cell_of(turned, mesh, 3, j).volume == 0);
      const CutCell& cell = cell_of(turned, mesh, 4, j);
      CHECK(cell.volume == mesh.x.widths[4] * mesh.y.widths[j]);
      CHECK(cell.open_y == mesh.x.widths[4]);
      const auto pieces = pieces_of(turned, mesh, 4, j);
      REQUIRE(pieces.size() == 1);
      CHECK(std::tuple(pieces[0].S_x, pieces[0].side) == std::tuple(-mesh.y.widths[j], 1));
    }
  }
}

TEST_CASE("a bar that begins one rounding inside a cell divides it") {
  const Mesh mesh = square_mesh(10);
  const double line = mesh.x.faces[4];
  for (const double west : {line, std::nextafter(line, -1.0), std::nextafter(line, 1.0)}) {
    const auto cut = cut_mesh(mesh, {{Rectangle{west, 0.43, 3, 0.45}, false, 1}}, kClosed);
    CHECK(cell_of(cut, mesh, 4, 4).volume == Approx(0.005));
    CHECK(cell_of(cut, mesh, 4, 4).open_x == Approx(0.05));
    CHECK(cell_of(cut, mesh, 3, 4).volume == mesh.x.widths[3] * mesh.y.widths[4]);
  }
}

TEST_CASE("a wall on a part of a face") {
  const Mesh mesh = square_mesh(10);
  const auto cut =
      cut_mesh(mesh, {{Rectangle{0.33, -1, 0.71, mesh.y.faces[4]}, false, 1}}, kClosed);
  CHECK(cell_of(cut, mesh, 3, 4).open_y == Approx(0.03));
  CHECK(cell_of(cut, mesh, 3, 4).x_y == Approx(0.315));
  const auto pieces = pieces_of(cut, mesh, 3, 4);
  REQUIRE(pieces.size() == 1);
  CHECK(pieces[0].S_y == Approx(-0.07));
  CHECK(pieces[0].x == Approx(0.365));
  CHECK(pieces[0].y == mesh.y.faces[4]);
}

TEST_CASE("two bodies that share a sloping edge are one") {
  const Mesh mesh = square_mesh(13);
  const Point a{0.21, 0.24}, b{0.83, 0.31}, c{0.74, 0.79}, d{0.27, 0.68};
  const auto one = cut_mesh(mesh, {{Polygon{{a, b, c, d}}, false, 1}}, kClosed);
  const auto two =
      cut_mesh(mesh, {{Polygon{{a, b, c}}, false, 1}, {Polygon{{a, c, d}}, false, 2}}, kClosed);
  REQUIRE(one.cells.size() <= two.cells.size());
  for (const CutCell& cell : one.cells) {
    const CutCell& other = cell_of(two, mesh, cell.i, cell.j);
    CHECK(other.volume == Approx(cell.volume).epsilon(1e-12));
    CHECK(other.open_x == Approx(cell.open_x).epsilon(1e-12));
    CHECK(other.open_y == Approx(cell.open_y).epsilon(1e-12));
  }
  CHECK(one.corners.size() == two.corners.size() - 2);  // at a and c both bodies have a corner
}

TEST_CASE("a body across periodic boundaries is that of the middle, and ghost cells are images") {
  const int n = 16;
  const Mesh mesh = square_mesh(n);
  const Circle circle{{0.5, 0.5}, 0.23};
  const Polygon square{{{0.31, 0.44}, {0.53, 0.3}, {0.7, 0.52}, {0.47, 0.69}}};
  for (const Shape& shape : {Shape(circle), Shape(square)}) {
    const auto middle = cut_mesh(mesh, {{shape, false, 1}}, {true, true});
    const auto across = cut_mesh(mesh, {{moved(shape, 0.5, -0.5), false, 1}}, {true, true});
    CHECK(across.report.gas_area == Approx(middle.report.gas_area).epsilon(1e-14));
    CHECK(across.report.cut_cells == middle.report.cut_cells);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const int there = middle.place[mesh.layout().at(i, j)];
        const int here = across.place[mesh.layout().at((i + 8) % n, (j + 8) % n)];
        REQUIRE((there >= 0) == (here >= 0));
        if (here < 0) continue;
        CHECK(across.cells[here].volume == Approx(middle.cells[there].volume).epsilon(1e-12));
        CHECK(across.cells[here].open_x == Approx(middle.cells[there].open_x).epsilon(1e-12));
        CHECK(across.cells[here].open_y == Approx(middle.cells[there].open_y).epsilon(1e-12));
        CHECK(across.cells[here].corner_in_gas == middle.cells[there].corner_in_gas);
      }
    for (const CutCell& cell : across.cells) {
      const int i = (cell.i + n) % n, j = (cell.j + n) % n;
      const CutCell& own = cell_of(across, mesh, i, j);
      CHECK(std::tuple(cell.volume, cell.open_x, cell.open_y, cell.near) ==
            std::tuple(own.volume, own.open_x, own.open_y, own.near));
      CHECK(cell.x == own.x + (cell.i - i) / n);
      CHECK(cell.y_x == own.y_x + (cell.j - j) / n);
      const auto images = pieces_of(across, mesh, cell.i, cell.j);
      const auto pieces = pieces_of(across, mesh, i, j);
      REQUIRE(images.size() == pieces.size());
      for (std::size_t k = 0; k < pieces.size(); ++k)
        CHECK(std::tuple(images[k].S_x, images[k].S_y, images[k].y) ==
              std::tuple(pieces[k].S_x, pieces[k].S_y, pieces[k].y + (cell.j - j) / n));
    }
  }
}

TEST_CASE("faces to walls of the domain and to cells of other bodies are pieces") {
  Mesh mesh = square_mesh(10);
  for (int j = -4; j < 14; ++j)
    for (int i = -4; i < 0; ++i) mesh.tags[mesh.layout().at(i, j)] = 7;
  mesh.tags[mesh.layout().at(5, 5)] = 9;
  const auto cut = cut_mesh(mesh, {below(0.37, 0)}, kClosed);
  const auto at_side = pieces_of(cut, mesh, 0, 4);
  REQUIRE(at_side.size() == 1);
  CHECK(std::tuple(at_side[0].S_x, at_side[0].S_y) == std::tuple(-mesh.y.widths[4], 0.0));
  CHECK(std::tuple(at_side[0].wall, at_side[0].curve) == std::tuple(7, -1));
  CHECK(at_side[0].x == 0);
  CHECK(at_side[0].y == Approx(0.45));
  CHECK(pieces_of(cut, mesh, 0, 3).size() == 2);
  const auto at_body = pieces_of(cut, mesh, 5, 4);
  REQUIRE(at_body.size() == 1);
  CHECK(std::tuple(at_body[0].S_y, at_body[0].wall) == std::tuple(mesh.x.widths[5], 9));
  CHECK(cell_of(cut, mesh, 5, 5).volume == 0);
  CHECK_FALSE(cell_of(cut, mesh, 5, 5).corner_in_gas);
  CHECK(cut.tags[mesh.layout().at(-1, 0)] == 7);
}

}  // namespace test_cut_mesh
