// What cutting leaves out or notes: small gas, corners of bodies, and outlines of several parts.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>
#include <vector>

#include "cut_meshes.hpp"

namespace test_cut_mesh_details {

using namespace cut_meshes;
using doctest::Approx;

TEST_CASE("small gas without use is filled: pockets, dead ends, slits") {
  const Mesh mesh = square_mesh(20);
  const double h = 0.05;
  const auto frame = [&](int cells) {
    const double east = (6 + cells) * h;
    return cut_mesh(mesh,
                    {{Rectangle{4 * h, 4 * h, east + h, 6 * h}, false, 1},
                     {Rectangle{4 * h, 7 * h, east + h, 9 * h}, false, 1},
                     {Rectangle{4 * h, 5 * h, 6 * h, 8 * h}, false, 1},
                     {Rectangle{east, 5 * h, east + h, 8 * h}, false, 1}},
                    kClosed);
  };
  CHECK(frame(3).report.pockets == 3);
  CHECK(frame(3).report.pocket_area == Approx(3 * h * h));
  CHECK(frame(3).tags[mesh.layout().at(7, 6)] == 1);
  CHECK(frame(4).report.pockets == 0);
  CHECK(frame(4).tags[mesh.layout().at(7, 6)] == 0);
  const auto slot = [&](double width) {  // two cells deep, in the middle of column 8
    const double west = 8.5 * h - width / 2, east = 8.5 * h + width / 2;
    return cut_mesh(mesh,
                    {{Rectangle{-1, -1, west, 4 * h}, false, 1},
                     {Rectangle{east, -1, 2, 4 * h}, false, 1},
                     {Rectangle{west, -1, east, 2 * h}, false, 1}},
                    kClosed)
        .report;
  };
  CHECK(slot(0.3 * h).dead_ends == 0);
  CHECK(slot(0.2 * h).dead_ends == 2);
  CHECK(slot(0.2 * h).dead_end_area == Approx(2 * 0.2 * h * h));
  CHECK(slot(0.2 * h).closed_faces == 0);
  CHECK(slot(5e-4 * h).closed_faces == 2);
  CHECK(slot(5e-4 * h).pockets == 2);
}

TEST_CASE("in the ghost cells of open boundaries outlines continue straight, wherever they end") {
  const Mesh mesh = square_mesh(10);
  const auto volume = [&](const Shape& shape, int i, int j, bool is_open = true) {
    const CutMesh cut =
        cut_mesh(mesh, {{shape, false, 1}}, kClosed, {is_open, is_open, is_open, is_open});
    const int number = cut.place[mesh.layout().at(i, j)];
    return number < 0 ? -1 : cut.cells[number].volume;
  };
  const Shape ramp = Polygon{{{0, -1}, {0.5, -1}, {0.5, 0.43}, {0, 0.33}}};
  CHECK(volume(ramp, -2, 3) == Approx(0.007));
  CHECK(volume(ramp, -2, 2) == 0);
  CHECK(volume(ramp, -2, 3, false) == Approx(0.01));
  CHECK(cut_mesh(mesh, {{ramp, false, 1}}, kClosed).corners.size() == 4);
  CHECK(cut_mesh(mesh, {{ramp, false, 1}}, kClosed, {true, false, true, false}).corners.size() ==
        2);
  const Shape round = Circle{{0.5, 0}, 0.32};
  CHECK(volume(round, 1, -3) == Approx(0.008));
  CHECK(volume(round, 8, -3) == Approx(0.008));
  CHECK(volume(round, 4, -3) == 0);
  CHECK(volume(Circle{{0.5, 1}, 0.32}, 8, 12) == Approx(0.008));
  CHECK(volume(Circle{{1, 0.5}, 0.32}, 12, 8) == Approx(0.008));
  CHECK(volume(Rectangle{0.43, 0, 0.57, 1}, 4, -1) == Approx(0.003));  // from side to side
  CHECK(volume(Rectangle{0.43, 0, 0.57, 1}, 5, 11) == Approx(0.003));
  for (const auto& [x, y, i, j] :
       {std::tuple{0.0, 0.45, -1, 4}, {1.0, 0.45, 10, 4}, {0.45, 0.0, 4, -1}, {0.45, 1.0, 4, 10}}) {
    CAPTURE(i);
    const Shape tip = Polygon{
        {{x, y}, {x + 0.3 * (0.5 - y) + 0.7 * (0.5 - x), 0.3 + 0.2 * y}, {0.4 + 0.2 * x, 0.6}}};
    CHECK(volume(tip, i, j) == Approx(0.01));  // it only touches the boundary
  }
}

TEST_CASE("the larger part of the gas in a cell is kept") {
  const Mesh mesh = square_mesh(10);
  const Rectangle bar{-2, 0.43, 3, 0.45};
  const auto cut = cut_mesh(mesh, {{bar, false, 1}}, kClosed);
  CHECK(cut.report.closed_pieces == 10);
  CHECK(cut.report.closed_area == Approx(0.03));
  CHECK(cell_of(cut, mesh, 2, 4).volume == Approx(0.005));
  CHECK(cell_of(cut, mesh, 2, 4).open_y == 0);
  const auto below_it = pieces_of(cut, mesh, 2, 3);  // the part above its face is closed
  REQUIRE(below_it.size() == 1);
  CHECK(below_it[0].S_y == Approx(0.1));
  CHECK(below_it[0].wall == 1);
  const Polygon south{{{0.2, 0.2}, {0.8, 0.2}, {0.56, 0.57}}};
  const Polygon north{{{0.2, 0.9}, {0.56, 0.57}, {0.8, 0.9}}};  // the tips meet in a cell
  const auto tips = cut_mesh(mesh, {{south, false, 1}, {north, false, 1}}, kClosed);
  CHECK(tips.report.closed_pieces == 2);  // and in the cell north of it
  const double west_of_tips = 0.06 * (0.07 / 0.6) / 2 - 0.025 * (0.3 / 11) / 2;
  CHECK(cell_of(tips, mesh, 5, 5).volume == Approx(west_of_tips));
}

TEST_CASE("convex corners of bodies, where gas touches them") {
  const Mesh mesh = square_mesh(10);
  const CutBody bar{Rectangle{0.33, 0.42, 0.71, 0.68}, false, 4};
  const auto cut = cut_mesh(mesh, {bar}, kClosed);
  REQUIRE(cut.corners.size() == 4);
  const WallCorner& corner = cut.corners[0];
  CHECK(cut.cells[corner.cell].i == 3);
  CHECK(cut.cells[corner.cell].j == 4);
  CHECK(std::tuple(corner.x, corner.y, corner.wall) == std::tuple(0.33, 0.42, 4));
  CHECK(std::tuple(corner.before_x, corner.before_y) == std::tuple(0.0, -1.0));
  CHECK(std::tuple(corner.after_x, corner.after_y) == std::tuple(1.0, 0.0));
  CHECK(corner.length_before == Approx(0.08));
  CHECK(corner.length_after == Approx(0.07));
  CHECK(cut_mesh(mesh, {bar, {Rectangle{0.25, 0.36, 0.47, 0.55}, false, 1}}, kClosed)
            .corners.size() == 3 + 3);
  CHECK(cut_mesh(mesh, {{Rectangle{0.3, 0.4, 0.7, 0.7}, false, 1}}, kClosed).corners.size() == 8);
  const Polygon angle{
      {{0.15, 0.15}, {0.85, 0.15}, {0.85, 0.45}, {0.45, 0.45}, {0.45, 0.85}, {0.15, 0.85}}};
  CHECK(cut_mesh(mesh, {{angle, false, 1}}, kClosed).corners.size() == 5);
  CHECK(cut_mesh(mesh, {{angle, true, 1}}, kClosed).corners.size() == 1);
  for (const auto& [count, corners] : {std::pair(24, 0), std::pair(12, 12)}) {
    Polygon round;
    for (int k = 0; k < count; ++k) {
      const double turn = 2 * std::numbers::pi * (k + 0.3) / count;
      round.corners.push_back({0.5 + 0.37 * std::cos(turn), 0.5 + 0.37 * std::sin(turn)});
    }
    CHECK(cut_mesh(mesh, {{round, false, 1}}, kClosed).corners.size() == corners);
  }
}

TEST_CASE("drawings are filled by the rule of each part") {
  const Mesh mesh = square_mesh(20);
  const auto ring = [](double r) {
    const std::vector<Point> p = {
        {.5 - r, .5 - r}, {.5 + r, .5 - r}, {.5 + r, .5 + r}, {.5 - r, .5 + r}};
    return std::vector<Edge>{{p[0], p[1]}, {p[1], p[2]}, {p[2], p[3]}, {p[3], p[0]}};
  };
  auto edges = ring(0.33);
  const auto hole = ring(0.17);
  edges.insert(edges.end(), hole.begin(), hole.end());
  for (const auto& [rule, hole_area] :
       {std::pair(FillRule::even_odd, 0.34 * 0.34), std::pair(FillRule::nonzero, 0.0)}) {
    const auto cut = cut_mesh(mesh, {{Drawing{{{edges, rule}}}, false, 1}}, kClosed);
    CHECK(cut.report.gas_area == Approx(1 - 0.66 * 0.66 + hole_area));
  }
}

TEST_CASE("a circle within a cell is left out and named") {
  const Mesh mesh = square_mesh(10);
  const auto cut = cut_mesh(mesh,
                            {below(0.2, 0.1),
                             {Circle{{0.55, 0.55}, 0.04}, false, 2},
                             {Circle{{0.55, 0.75}, 0.08}, false, 2}},
                            kClosed);
  CHECK(cut.unresolved == std::vector<int>{1});
  CHECK(cut.tags[mesh.layout().at(5, 5)] == 0);
}

TEST_CASE("an axis with its ghost cells") {
  const Axis axis = axis_from_faces({0, 1, 3, 6, 10, 15});
  const Axis periodic = with_ghosts(axis, true), closed = with_ghosts(axis, false);
  CHECK(periodic.faces ==
        std::vector<double>{-14, -12, -9, -5, 0, 1, 3, 6, 10, 15, 16, 18, 21, 25});
  CHECK(closed.faces == std::vector<double>{-4, -3, -2, -1, 0, 1, 3, 6, 10, 15, 20, 25, 30, 35});
  CHECK(closed.widths == std::vector<double>{1, 1, 1, 1, 1, 2, 3, 4, 5, 5, 5, 5, 5});
}

}  // namespace test_cut_mesh_details
