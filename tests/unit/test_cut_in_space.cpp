// Cells of a mesh of three axes that bodies cut: closed forms, closure, and what both sides of a
// face have.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>
#include <vector>

#include "box_surface.hpp"
#include "slipflow/mesh/cut_in_space.hpp"

namespace test_cut_in_space {

namespace {
using namespace slipflow::mesh;
using doctest::Approx;
using std::numbers::pi;

constexpr std::array<bool, 3> kClosed = {false, false, false}, kPeriodic = {true, true, true};

Mesh box_mesh(int nx, int ny, int nz) {
  Mesh mesh;
  mesh.x = uniform_axis(0, 1, nx), mesh.y = uniform_axis(0, 1, ny), mesh.z = uniform_axis(0, 1, nz);
  mesh.tags.assign(mesh.layout().size(), 0);
  return mesh;
}

/// A cuboid of these half lengths about a centre, turned about z and then about x.
Surface turned_box(const Position3& centre, const Position3& half, double about_z, double about_x) {
  const auto turned = [&](const Position3& x) {
    const double u = x[0] * std::cos(about_z) - x[1] * std::sin(about_z);
    const double v = x[0] * std::sin(about_z) + x[1] * std::cos(about_z);
    return Position3{u, v * std::cos(about_x) - x[2] * std::sin(about_x),
                     v * std::sin(about_x) + x[2] * std::cos(about_x)};
  };
  return box_surface(centre,
                     {turned({half[0], 0, 0}), turned({0, half[1], 0}), turned({0, 0, half[2]})});
}

double length(const Position3& a) { return std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]); }

/// The open area of the lower face of a cell of a mesh with the same cells along all axes.
double open_area(const CutInSpace& cut, const Mesh& mesh, int axis, std::array<int, 3> cell) {
  const int n = mesh.x.cells();
  std::array<int, 3> below = cell;
  --below[axis];
  for (int& k : cell) k = (k + n) % n;
  for (int& k : below) k = (k + n) % n;
  if (const CutCell3* of = cut.find(cell[0], cell[1], cell[2])) return of->open[axis];
  const auto is_gas = [&](const std::array<int, 3>& c) {
    return cut.tags[mesh.layout().at(c[0], c[1], c[2])] == 0;
  };
  return is_gas(cell) && is_gas(below) ? 1.0 / (n * n) : 0;
}

/// The largest sum of patches and open faces of a cell, as a share of a face.
double worst_sum(const CutInSpace& cut, const Mesh& mesh) {
  double worst = 0;
  for (std::size_t n = 0; n < cut.cells.size(); ++n) {
    const CutCell3& cell = cut.cells[n];
    if (cell.volume == 0) continue;
    Position3 sum{};
    for (int k = cut.first_patch[n]; k < cut.first_patch[n + 1]; ++k)
      for (int a = 0; a < 3; ++a) sum[a] += cut.patches[k].S[a];
    for (int a = 0; a < 3; ++a) {
      std::array<int, 3> above = {cell.i, cell.j, cell.k};
      ++above[a];
      sum[a] += open_area(cut, mesh, a, above) - cell.open[a];
    }
    worst = std::max(worst, length(sum) * mesh.x.cells() * mesh.x.cells());
  }
  return worst;
}

std::vector<CutSolid> sphere_at(const Position3& centre, double radius, bool gas_inside = false) {
  return {{Sphere{centre, radius}, gas_inside, 1}};
}
}  // namespace

TEST_CASE("the volume around a sphere is of second order, and so is the area of its patches") {
  const double volume = 4 * pi / 3 * 0.027, area = 4 * pi * 0.09;
  std::vector<double> of_volume, of_area;
  for (const int n : {12, 24}) {
    const Mesh mesh = box_mesh(n, n, n);
    const Position3 centre{0.513, 0.481, 0.507};
    const CutInSpace cut = cut_in_space(mesh, sphere_at(centre, 0.3), kPeriodic);
    of_volume.push_back(std::abs(cut.report.gas_volume - (1 - volume)) / volume);
    double sum = 0;
    for (const WallPatch& patch : cut.patches) {
      sum += length(patch.S);
      CHECK(patch.body == 0);
      const Position3 r{patch.at[0] - centre[0], patch.at[1] - centre[1], patch.at[2] - centre[2]};
      CHECK(length(r) == Approx(0.3).epsilon(0.2 / (n * n * 0.09)));
    }
    of_area.push_back(std::abs(sum - area) / area);
    CHECK(cut.report.worst_closure < 1e-13);
    CHECK(worst_sum(cut, mesh) < 1e-12);
  }
  CHECK(of_volume[1] < 2.2e-3);
  CHECK(of_area[1] < 2.2e-3);
  CHECK(of_volume[0] / of_volume[1] > 3.4);
  CHECK(of_area[0] / of_area[1] > 3.4);
}

TEST_CASE("open areas of the faces in a plane of the mesh leave the section of a body") {
  constexpr int n = 20;
  const Mesh mesh = box_mesh(n, n, n);
  const Position3 a{0.3, 0.35, 0.32}, b{0.72, 0.61, 0.66};
  const auto sections = [&](const std::vector<CutSolid>& bodies, int axis) {
    const CutInSpace cut = cut_in_space(mesh, bodies, kPeriodic);
    std::vector<double> covered;
    for (int k = 0; k < n; ++k) {
      double open = 0;
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          std::array<int, 3> cell{};
          cell[axis] = k, cell[(axis + 1) % 3] = i, cell[(axis + 2) % 3] = j;
          open += open_area(cut, mesh, axis, cell);
        }
      covered.push_back(1 - open);
    }
    return covered;
  };
  for (int axis = 0; axis < 3; ++axis) {
    const auto sphere = sections(sphere_at({0.52, 0.47, 0.51}, 0.31), axis);
    const double centre = axis == 0 ? 0.52 : axis == 1 ? 0.47 : 0.51;
    for (int k = 0; k < n; ++k) {
      const double off = k / 20.0 - centre, r2 = std::max(0.31 * 0.31 - off * off, 0.0);
      CHECK(sphere[k] == Approx(pi * r2).epsilon(2e-3).scale(0.3));
    }
    // In the middle of a cylinder whose ends are far away: an ellipse.
    const auto cylinder = sections({{Cylinder{a, b, 0.1}, false, 1}}, axis);
    const double slope = (b[axis] - a[axis]) / length({b[0] - a[0], b[1] - a[1], b[2] - a[2]});
    CHECK(cylinder[10] == Approx(pi * 0.01 / slope).epsilon(4e-3));
  }
}

TEST_CASE("flat sides are exact: volumes and areas of boxes, with edges and corners in cells") {
  const Mesh mesh = box_mesh(11, 11, 11);
  const Prism box{Rectangle{0.21, 0.23, 0.77, 0.81}, 0.33, 0.66};
  const CutInSpace cut = cut_in_space(mesh, {{box, false, 1}}, kPeriodic);
  CHECK(cut.report.gas_volume == Approx(1 - 0.56 * 0.58 * 0.33).epsilon(1e-9));
  double area = 0;
  std::set<int> facets;
  for (const WallPatch& patch : cut.patches) area += length(patch.S), facets.insert(patch.facet);
  CHECK(area == Approx(2 * (0.56 * 0.58 + 0.56 * 0.33 + 0.58 * 0.33)).epsilon(1e-9));
  CHECK(facets.size() == 6);
  CHECK(worst_sum(cut, mesh) < 1e-12);
}

TEST_CASE("cylinders in any direction, with their ends") {
  for (const int n : {14, 20, 32}) {
    const Mesh mesh = box_mesh(n, n, n);
    for (const auto& [a, b] : {std::pair(Position3{0.3, 0.35, 0.32}, Position3{0.72, 0.61, 0.66}),
                               std::pair(Position3{0.3, 0.3, 0.3}, Position3{0.7, 0.7, 0.7}),
                               std::pair(Position3{0.4, 0.31, 0.22}, Position3{0.4, 0.66, 0.81}),
                               std::pair(Position3{0.51, 0.47, 0.2}, Position3{0.51, 0.47, 0.8})}) {
      CAPTURE(n);
      CAPTURE(b[0]);
      const double l = length({b[0] - a[0], b[1] - a[1], b[2] - a[2]});
      const CutInSpace cut = cut_in_space(mesh, {{Cylinder{a, b, 0.17}, false, 1}}, kPeriodic);
      const double allowed = 9.0 / (n * n);
      CHECK(1 - cut.report.gas_volume == Approx(pi * 0.0289 * l).epsilon(allowed / 2));
      double area = 0;
      for (const WallPatch& patch : cut.patches) area += length(patch.S);
      CHECK(area == Approx(2 * pi * 0.17 * (l + 0.17)).epsilon(allowed));
      CHECK(worst_sum(cut, mesh) < 1e-12);
    }
  }
}

TEST_CASE("the patches of a turned box have the normals and the areas of its sides") {
  const Mesh mesh = box_mesh(24, 24, 24);
  const Surface box = turned_box({0.51, 0.49, 0.52}, {0.2, 0.2, 0.2}, 0.6, 0.4);
  const CutInSpace cut = cut_in_space(mesh, {{box, false, 1}}, kPeriodic);
  CHECK(cut.report.gas_volume == Approx(1 - 0.064).epsilon(3e-5));
  std::array<double, 12> area{};
  double turned = 0, all = 0;
  for (const WallPatch& patch : cut.patches) {
    const auto& [p, q, r] = box.triangles[patch.facet];
    const Position3 &P = box.points[p], &Q = box.points[q], &R = box.points[r];
    const Position3 u{Q[0] - P[0], Q[1] - P[1], Q[2] - P[2]},
        v{R[0] - P[0], R[1] - P[1], R[2] - P[2]};
    const Position3 n{(u[1] * v[2] - u[2] * v[1]) / 0.16, (u[2] * v[0] - u[0] * v[2]) / 0.16,
                      (u[0] * v[1] - u[1] * v[0]) / 0.16};
    const double along = std::abs(n[0] * patch.S[0] + n[1] * patch.S[1] + n[2] * patch.S[2]);
    area[patch.facet] += along;
    all += length(patch.S), turned += length(patch.S) - along;
  }
  CHECK(std::ranges::count_if(area, [](double a) { return a > 0; }) == 6);
  for (const double a : area)
    if (a > 0) CHECK(a == Approx(0.16).epsilon(3e-3));
  CHECK(turned < 1e-3 * all);
}

TEST_CASE(
    "sides of bodies in planes of the mesh are walls there, and a gap of one cell stays open") {
  const Mesh mesh = box_mesh(8, 8, 8);
  const auto box = [](double z0, double z1) {
    return CutSolid{Prism{Rectangle{0.25, 0.25, 0.75, 0.75}, z0, z1}, false, 1};
  };
  const CutInSpace cut = cut_in_space(mesh, {box(0.25, 0.5), box(0.625, 0.75)}, kPeriodic);
  CHECK(cut.report.gas_volume == Approx(1 - 0.25 * 0.375).epsilon(1e-12));
  CHECK(cut.tags[mesh.layout().at(4, 4, 3)] == 1);
  CHECK(cut.tags[mesh.layout().at(4, 4, 4)] == 0);
  CHECK(cut.tags[mesh.layout().at(4, 4, 5)] == 1);
  double area = 0;
  for (const WallPatch& patch : cut.patches) area += length(patch.S);
  CHECK(area == Approx(4 * 0.25 + 2 * 0.375).epsilon(1e-12));
  CHECK(worst_sum(cut, mesh) < 1e-12);
}

TEST_CASE("gas on both sides of a plate thinner than a cell is apart") {
  constexpr int n = 10;
  const Mesh mesh = box_mesh(n, n, n);
  const Surface plate = turned_box({0.5, 0.5, 0.5}, {2, 2, 0.02}, 0.3, 0.35);
  const CutInSpace cut = cut_in_space(mesh, {{plate, false, 1}}, kClosed);
  CHECK(cut.report.closed_pieces > 20);
  // What is open from the lower south-west corner on.
  std::set<std::array<int, 3>> reached = {{0, 0, 0}};
  std::vector<std::array<int, 3>> next(reached.begin(), reached.end());
  while (!next.empty()) {
    const auto cell = next.back();
    next.pop_back();
    for (int axis = 0; axis < 3; ++axis)
      for (const int step : {-1, 1}) {
        auto other = cell;
        other[axis] += step;
        if (other[axis] < 0 || other[axis] >= n) continue;
        if (!(open_area(cut, mesh, axis, step < 0 ? cell : other) > 0)) continue;
        if (reached.insert(other).second) next.push_back(other);
      }
  }
  CHECK(reached.size() > 300);
  CHECK(reached.size() < 700);
  CHECK(!reached.contains({9, 9, 9}));
}

TEST_CASE("a flat side in a plane of the mesh opens no other face of this plane") {
  const Mesh mesh = box_mesh(10, 10, 10);
  const Surface plate = turned_box({0.5, 0.5, 0.5}, {2, 2, 0.02}, 0.3, 0.35);
  const Prism far{Rectangle{0.1, 0.1, 0.3, 0.2}, 0.5, 0.7};
  const auto open = [&](const std::vector<CutSolid>& bodies) {
    const CutInSpace cut = cut_in_space(mesh, bodies, kClosed);
    CHECK(cut.report.worst_closure < 1e-6);
    std::vector<double> areas;
    for (int j = 3; j < 10; ++j)
      for (int i = 0; i < 10; ++i) areas.push_back(open_area(cut, mesh, 2, {i, j, 5}));
    return areas;
  };
  CHECK(open({{plate, false, 1}}) == open({{plate, false, 1}, {far, false, 2}}));
}

TEST_CASE("the rim of a plate thinner than a cell has its sides") {
  const Mesh mesh = box_mesh(10, 10, 10);
  const Prism plate{Rectangle{0.22, 0.23, 0.81, 0.78}, 0.52, 0.56};
  const CutInSpace cut = cut_in_space(mesh, {{plate, false, 1}}, kPeriodic);
  CHECK(1 - cut.report.gas_volume == Approx(0.59 * 0.55 * 0.04).epsilon(0.02));
  std::array<double, 6> area{};
  for (const WallPatch& patch : cut.patches)
    if (patch.facet >= 0) area[patch.facet] += length(patch.S);
  CHECK(area[2] + area[3] + area[4] + area[5] == Approx(2 * (0.59 + 0.55) * 0.04).epsilon(0.05));
}

TEST_CASE("two ducts in one body, and walls by their bodies") {
  const Mesh mesh = box_mesh(12, 12, 12);
  const auto square = [](double x) {
    const Point a{x, 0.3}, b{x + 0.2, 0.3}, c{x + 0.2, 0.55}, d{x, 0.55};
    return Outline{{{a, b}, {b, c}, {c, d}, {d, a}}, FillRule::even_odd};
  };
  const CutInSpace ducts =
      cut_in_space(mesh, {{Prism{Drawing{{square(0.13), square(0.61)}}}, true, 3}}, kPeriodic);
  CHECK(ducts.report.gas_volume == Approx(2 * 0.2 * 0.25).epsilon(1e-9));
  for (const WallPatch& patch : ducts.patches) CHECK(patch.wall == 3);
  const CutInSpace both =
      cut_in_space(mesh,
                   {{Sphere{{0.25, 0.25, 0.25}, 0.15}, false, 1},
                    {Prism{Rectangle{0.52, 0.52, 0.93, 0.93}, 0.5, 0.75}, false, 2}},
                   kPeriodic);
  for (const WallPatch& patch : both.patches) CHECK(patch.wall == (patch.at[0] < 0.45 ? 1 : 2));
}

TEST_CASE("moved by whole cells across periodic boundaries a body cuts the same") {
  const Mesh mesh = box_mesh(16, 16, 16);
  const auto compare = [&](const Solid& at, const Solid& moved) {
    const CutInSpace inside = cut_in_space(mesh, {{at, false, 1}}, kPeriodic);
    const CutInSpace across = cut_in_space(mesh, {{moved, false, 1}}, kPeriodic);
    CHECK(across.report.gas_volume == Approx(inside.report.gas_volume).epsilon(1e-12));
    CHECK(across.report.cut_cells == inside.report.cut_cells);
    for (const CutCell3& cell : inside.cells) {
      const CutCell3* there = across.find((cell.i + 8) % 16, (cell.j + 8) % 16, (cell.k + 8) % 16);
      REQUIRE(there);
      CHECK(there->volume == Approx(cell.volume).epsilon(1e-9).scale(1e-3));
      for (int a = 0; a < 3; ++a)
        CHECK(there->open[a] == Approx(cell.open[a]).epsilon(1e-9).scale(1e-2));
    }
  };
  compare(Sphere{{0.51, 0.48, 0.53}, 0.2}, Sphere{{0.01, 0.98, 0.03}, 0.2});
  compare(Sphere{{0.51, 0.48, 0.53}, 0.42}, Sphere{{0.01, 0.98, 0.03}, 0.42});
  compare(Cylinder{{0.3, 0.4, 0.2}, {0.7, 0.5, 0.8}, 0.15},
          Cylinder{{-0.2, -0.1, 0.7}, {0.2, 0, 1.3}, 0.15});
}

TEST_CASE("a fibre through periodic boundaries") {
  const Mesh mesh = box_mesh(16, 16, 16);
  const CutInSpace cut = cut_in_space(
      mesh, {{Cylinder{{-0.5, -0.5, 0.5}, {1.5, 1.5, 0.5}, 0.1}, false, 1}}, kPeriodic);
  CHECK(1 - cut.report.gas_volume == Approx(pi * 0.01 * std::sqrt(2.0)).epsilon(0.03));
  CHECK(cut.report.worst_closure < 1e-6);
}

TEST_CASE("permuted axes permute what cuts") {
  const Mesh mesh = box_mesh(14, 14, 14);
  const auto turned = [](const Position3& p) { return Position3{p[2], p[0], p[1]}; };
  const Position3 a{0.3, 0.4, 0.2}, b{0.7, 0.5, 0.8}, c{0.52, 0.31, 0.64};
  const CutInSpace cut =
      cut_in_space(mesh, {{Cylinder{a, b, 0.15}, false, 1}, {Sphere{c, 0.2}, false, 2}}, kPeriodic);
  const CutInSpace permuted = cut_in_space(
      mesh, {{Cylinder{turned(a), turned(b), 0.15}, false, 1}, {Sphere{turned(c), 0.2}, false, 2}},
      kPeriodic);
  CHECK(permuted.cells.size() == cut.cells.size());
  CHECK(permuted.report.gas_volume == Approx(cut.report.gas_volume).epsilon(1e-12));
  for (const CutCell3& cell : cut.cells) {
    const CutCell3* of = permuted.find(cell.k, cell.i, cell.j);
    REQUIRE(of);
    CHECK(of->volume == Approx(cell.volume).epsilon(1e-9).scale(1e-3));
    for (int axis = 0; axis < 3; ++axis)
      CHECK(of->open[(axis + 1) % 3] == Approx(cell.open[axis]).epsilon(1e-9).scale(1e-2));
  }
}

TEST_CASE("within a sphere there is gas, and beyond its cells none") {
  const Mesh mesh = box_mesh(20, 20, 20);
  const CutInSpace cut = cut_in_space(mesh, sphere_at({0.5, 0.5, 0.5}, 0.4, true), kClosed);
  CHECK(cut.report.gas_volume == Approx(4 * pi / 3 * 0.064).epsilon(3e-3));
  CHECK(cut.tags[mesh.layout().at(0, 0, 0)] == 1);
  CHECK(cut.tags[mesh.layout().at(10, 10, 10)] == 0);
  CHECK(cut.report.smallest_fraction > 1e-6);
  CHECK(cut.report.smallest_fraction < 0.1);
}

}  // namespace test_cut_in_space
