// Random bodies cut random meshes: areas against one sweep of the whole domain and against the
// shoelace formula, closure, and neighbouring cells that agree.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>
#include <vector>

#include "slipflow/mesh/cut_mesh.hpp"

namespace test_cut_mesh_random {

using namespace slipflow::mesh;

namespace {
/// A sequence of numbers in [0, 1) that depends on the seed alone.
class Random {
 public:
  explicit Random(int seed) : state_(static_cast<unsigned long long>(seed) * 7919 + 13) {
    for (int k = 0; k < 7; ++k) next();
  }
  double next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>((state_ >> 11) & ((1ULL << 53) - 1)) / 9007199254740992.0;
  }
  double between(double lo, double hi) { return lo + (hi - lo) * next(); }
  int below(int n) { return static_cast<int>(next() * n); }
  bool one_in(int n) { return below(n) == 0; }

 private:
  unsigned long long state_;
};

double shoelace(const std::vector<Point>& p) {
  double twice = 0;
  for (std::size_t k = 0; k < p.size(); ++k) {
    const Point &a = p[k], &b = p[(k + 1) % p.size()];
    twice += (a.x - p[0].x) * (b.y - p[0].y) - (b.x - p[0].x) * (a.y - p[0].y);
  }
  return std::abs(twice) / 2;
}

/// A mesh and bodies two cells or more away from its boundaries.
struct Scene {
  Mesh mesh;
  std::vector<CutBody> bodies;
  bool is_simple = true;  ///< no outline crosses itself
};

class SceneMaker {
 public:
  explicit SceneMaker(int seed) : random_(seed) {
    cells_ = 12 + random_.below(12);
    scene_.mesh.x = axis(seed % 3 == 0);
    scene_.mesh.y = axis(seed % 3 == 0);
    scene_.mesh.tags.assign(scene_.mesh.layout().size(), 0);
    x0_ = x(2), x1_ = x(cells_ - 2), y0_ = y(2), y1_ = y(cells_ - 2);
    const int count = 1 + random_.below(3);
    for (int k = 0; k < count; ++k) add_body(k);
  }

  Scene take() { return std::move(scene_); }

 private:
  Axis axis(bool is_uniform) {
    const double spread = random_.one_in(2) ? 1 : random_.between(1, 2);
    std::vector<double> faces = {-1};
    for (int k = 0; k < cells_; ++k)
      faces.push_back(faces.back() + (is_uniform ? 1.0 / 8 : (.5 + random_.next() * spread) / 10));
    return axis_from_faces(std::move(faces));
  }

  double x(int k) const { return scene_.mesh.x.faces[k]; }
  double y(int k) const { return scene_.mesh.y.faces[k]; }
  double random_line_x() { return x(2 + random_.below(cells_ - 3)); }
  double random_line_y() { return y(2 + random_.below(cells_ - 3)); }
  Point inside(const Point& p) const {
    return {std::clamp(p.x, x0_, x1_), std::clamp(p.y, y0_, y1_)};
  }

  Polygon star() {
    scene_.is_simple = false;  // points moved to lines may make its outline cross itself
    const Point centre{random_.between(x0_, x1_), random_.between(y0_, y1_)};
    Polygon star;
    const int corners = 3 + random_.below(9);
    for (int k = 0; k < corners; ++k) {
      const double angle = 2 * std::numbers::pi * (k + random_.next()) / corners;
      const double radius = random_.between(.1, .6);
      Point p{centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)};
      if (random_.one_in(3)) p.x = random_line_x();
      if (random_.one_in(3)) p.y = random_line_y();
      star.corners.push_back(inside(p));
    }
    return star;
  }

  Polygon on_faces() {
    const int i = 2 + random_.below(cells_ - 5), j = 2 + random_.below(cells_ - 5);
    const double west = x(i), east = x(std::min(cells_ - 2, i + 1 + random_.below(4)));
    const double south = y(j), north = y(std::min(cells_ - 2, j + 1 + random_.below(4)));
    return {{{west, south}, {east, south}, {east, north}, {west, north}}};
  }

  Polygon plate() {
    const double angle = random_.between(0, std::numbers::pi), half = random_.between(.1, .6);
    const double thick = .0005 + .05 * random_.next() * random_.next();
    const double c = std::cos(angle), s = std::sin(angle);
    const Point centre{random_.between(x0_ + .3, x1_ - .3), random_.between(y0_ + .3, y1_ - .3)};
    Polygon plate;
    for (const auto& [u, v] : {Point{-half, -thick}, {half, -thick}, {half, thick}, {-half, thick}})
      plate.corners.push_back(inside({centre.x + c * u - s * v, centre.y + s * u + c * v}));
    return plate;
  }

  Polygon sliver() {
    const double x = random_.between(x0_, .5 * (x0_ + x1_)), y = random_line_y();
    const double height = random_.next() * (random_.one_in(2) ? 1e-9 : .02);
    const double width = .4 * (x1_ - x0_);
    return {{inside({x, y}), inside({x + width * random_.next(), y}),
             inside({x + width * random_.next(), y + height})}};
  }

  Circle circle() {
    Circle c{{}, random_.between(.12, .4)};
    c.centre = {random_.between(x0_ + c.radius, x1_ - c.radius),
                random_.between(y0_ + c.radius, y1_ - c.radius)};
    if (random_.one_in(3)) c = {{random_line_x(), random_line_y()}, .1};
    return c;
  }

  Polygon next_to(const Polygon& other) const {
    const Point &a = other.corners[0], &b = other.corners[1];
    return {{a, b, inside({.5 * (a.x + b.x) + .1, .5 * (a.y + b.y) - .13})}};
  }

  void add_body(int number) {
    const int kind = random_.below(5);
    Shape shape = circle();
    if (kind == 0) shape = star();
    if (kind == 1) shape = on_faces();
    if (kind == 2) shape = plate();
    if (kind == 3) shape = sliver();
    const auto* first = number > 0 ? std::get_if<Polygon>(&scene_.bodies.front().shape) : nullptr;
    if (first && kind != 4 && random_.one_in(3)) shape = next_to(*first);
    if (auto* polygon = std::get_if<Polygon>(&shape); polygon && random_.one_in(2))
      for (Point& p : polygon->corners)
        p.x += (random_.below(5) - 2) * 1.1e-16, p.y += (random_.below(5) - 2) * 1.1e-16;
    scene_.bodies.push_back({shape, false, number + 1});
  }

  Random random_;
  int cells_ = 0;
  double x0_ = 0, x1_ = 0, y0_ = 0, y1_ = 0;
  Scene scene_;
};

/// The polygon of a circle's crossings with the lines of a mesh.
Polygon polygon_of(const Circle& c, const Mesh& mesh) {
  std::vector<Point> points;
  const auto half_chord = [&](double d) { return std::sqrt((c.radius - d) * (c.radius + d)); };
  for (const double x : mesh.x.faces)
    if (std::abs(x - c.centre.x) < c.radius)
      for (const int sign : {-1, 1})
        points.push_back({x, c.centre.y + sign * half_chord(x - c.centre.x)});
  for (const double y : mesh.y.faces)
    if (std::abs(y - c.centre.y) < c.radius)
      for (const int sign : {-1, 1})
        points.push_back({c.centre.x + sign * half_chord(y - c.centre.y), y});
  std::ranges::sort(points, {},
                    [&](const Point& p) { return std::atan2(p.y - c.centre.y, p.x - c.centre.x); });
  return {points};
}

double all_gas(const CutReport& r) {
  return r.gas_area + r.closed_area + r.pocket_area + r.dead_end_area;
}

/// The gas of the domain, as one cell.
double swept_area(const Scene& scene) {
  Mesh whole{uniform_axis(scene.mesh.x.faces.front(), scene.mesh.x.faces.back(), 1),
             uniform_axis(scene.mesh.y.faces.front(), scene.mesh.y.faces.back(), 1),
             {},
             {}};
  whole.tags.assign(whole.layout().size(), 0);
  auto bodies = scene.bodies;
  for (CutBody& body : bodies)
    if (const auto* circle = std::get_if<Circle>(&body.shape))
      body.shape = polygon_of(*circle, scene.mesh);
  return all_gas(cut_mesh(whole, bodies, {false, false}).report);
}

void check_cells(const CutMesh& cut, const Mesh& mesh) {
  const auto cell = [&](int i, int j) -> const CutCell* {
    const int number = cut.place[mesh.layout().at(i, j)];
    return number < 0 ? nullptr : &cut.cells[number];
  };
  for (const CutCell& c : cut.cells) {
    if (!cells_of(mesh.layout()).has(c.i, c.j, 0)) continue;
    const double width = mesh.x.widths[c.i], height = mesh.y.widths[c.j];
    const bool is_solid = cut.tags[mesh.layout().at(c.i, c.j)] != 0;
    REQUIRE((c.volume == 0) == is_solid);
    REQUIRE(c.volume <= width * height);
    REQUIRE(std::abs(c.x - mesh.x.centre(c.i)) <= width / 2);
    REQUIRE(std::abs(c.y - mesh.y.centre(c.j)) <= height / 2);
    if (is_solid) REQUIRE(c.open_x + c.open_y == 0);
    const CutCell *east = cell(c.i + 1, c.j), *north = cell(c.i, c.j + 1);
    if (is_solid || !east || !north) continue;
    double S_x = 0, S_y = 0;
    const auto at = static_cast<std::size_t>(&c - cut.cells.data());
    for (int k = cut.first_piece[at]; k < cut.first_piece[at + 1]; ++k)
      S_x += cut.pieces[k].S_x, S_y += cut.pieces[k].S_y;
    REQUIRE(std::abs(S_x - (c.open_x - east->open_x)) <= 1e-15);
    REQUIRE(std::abs(S_y - (c.open_y - north->open_y)) <= 1e-15);
  }
}
/// Bodies moved across periodic boundaries by whole cells leave as much gas.
void check_moved(const Scene& scene, double gas, double domain) {
  const double dx = 7 * scene.mesh.x.widths[0], dy = -9 * scene.mesh.y.widths[0];
  auto bodies = scene.bodies;
  for (CutBody& body : bodies) body.shape = moved(body.shape, dx, dy);
  const CutMesh cut = cut_mesh(scene.mesh, bodies, {true, true});
  CHECK(std::abs(all_gas(cut.report) - gas) < 1e-12 * domain);
  CHECK(cut.report.worst_closure < 1e-12);
  check_cells(cut, scene.mesh);
}

/// Bodies far from the boundaries leave the same gas in a periodic domain; the gas inside a body
/// and around it make up the domain.
void check_other_ways(const Scene& scene, const CutMesh& cut, double domain) {
  const CutMesh periodic = cut_mesh(scene.mesh, scene.bodies, {true, true});
  CHECK(periodic.report.gas_area == cut.report.gas_area);
  CHECK(periodic.report.worst_closure < 1e-12);
  check_cells(periodic, scene.mesh);
  if (scene.bodies.size() > 1) return;
  auto turned = scene.bodies;
  turned[0].gas_inside = true;
  const CutMesh inside = cut_mesh(scene.mesh, turned, {false, false});
  CHECK(std::abs(all_gas(inside.report) + all_gas(cut.report) - domain) < 1e-12 * domain);
  CHECK(inside.report.worst_closure < 1e-12);
  check_cells(inside, scene.mesh);
}
}  // namespace

TEST_CASE("random bodies cut a mesh: areas, closure and faces agree") {
  int cut_cells = 0, closed = 0, simple = 0;
  for (int seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    const Scene scene = SceneMaker(seed).take();
    const CutMesh cut = cut_mesh(scene.mesh, scene.bodies, {false, false});
    REQUIRE(cut.unresolved.empty());
    check_cells(cut, scene.mesh);
    const double domain = (scene.mesh.x.faces.back() - scene.mesh.x.faces.front()) *
                          (scene.mesh.y.faces.back() - scene.mesh.y.faces.front());
    const double gas = all_gas(cut.report);
    double error = std::abs(gas - swept_area(scene)) / domain;
    if (scene.bodies.size() == 1 && scene.is_simple) {
      const auto* circle = std::get_if<Circle>(&scene.bodies[0].shape);
      const Polygon outline =
          circle ? polygon_of(*circle, scene.mesh) : std::get<Polygon>(scene.bodies[0].shape);
      error = std::max(error, std::abs(gas - (domain - shoelace(outline.corners))) / domain);
      ++simple;
    }
    CHECK(error < 1e-12);
    CHECK(cut.report.worst_closure < 1e-12);
    check_other_ways(scene, cut, domain);
    if (seed % 3 == 0) check_moved(scene, gas, domain);  // the mesh is uniform
    cut_cells += cut.report.cut_cells;
    closed += cut.report.closed_pieces;
  }
  CHECK(std::tuple(cut_cells > 5000, closed > 1000, simple > 50) == std::tuple(true, true, true));
}

}  // namespace test_cut_mesh_random
