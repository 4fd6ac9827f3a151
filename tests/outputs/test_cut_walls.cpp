// Outputs near walls that cut cells: data of walls, their sums, fields that follow from the state.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "cut_wall_outputs.hpp"
#include "loads_of_state.hpp"
#include "output/surfaces.hpp"
#include "output/wall_contours.hpp"
#include "output/wall_data.hpp"
#include "slipflow/simple_ts/fields.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_outputs_of_cut_walls {

using namespace cut_wall_outputs;

namespace {
/// The bar, 1.5 x 1 and turned by 30 degrees, is near the south wall and the staircase.
const std::string bodies =
    "circle = 3.6 3.1 1.1 name=cylinder temperature=1.5\n"
    "polygon = 7.3505 1.192  8.6495 1.942  8.1495 2.808  6.8505 2.058 name=bar jump=adiabatic\n"
    "rectangle = 7 4 8 4.6 name=stairs walls=stairs\n";

/// The forces, heat and work of a wall from its data.
WallForces sums_of(const std::vector<ContourFace>& contour, const methods::WallData& wall) {
  WallForces sum;
  for (std::size_t k = 0; k < contour.size(); ++k) {
    const auto& face = contour[k].face;
    const double length = face.size();
    const std::array<double, 2> out = {-face.normal.x, -face.normal.y};
    const std::array<double, 2> along = {(face.to.x - face.from.x) / length,
                                         (face.to.y - face.from.y) / length};
    const double push = 0.5 * at(wall, "pressure", k) + at(wall, "normal_stress", k);
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const double corner_along = contour[k].piece ? out[axis] : std::abs(out[axis]);
      sum.force[axis] += length * (out[axis] * push + along[axis] * at(wall, "shear", k) +
                                   corner_along * at(wall, "corner", k));
    }
    sum.conduction += length * at(wall, "conduction", k);
    sum.friction_heat += length * at(wall, "friction_heat", k);
    sum.work += length * at(wall, "work", k);
  }
  return sum;
}

/// A floor that rises by `kSlope`, through (0, 1.3).
constexpr double kSlope = 0.37;
Case floor_case() {
  return case_from(
      "[gas]\nknudsen = 0.05\nmach = 0.8\n[mesh]\nx = 0 8\ny = 0 8\ncells = 16 16\nwalls = cut\n"
      "[body]\npolygon = -20 -6.1  30 12.4  30 -20  -20 -20 name=floor\n"
      "[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = wall\n"
      "[initial]\nstate = rest\n[time]\nstep = 0.02\nmax_steps = 1\n");
}

/// Parallel flow along the floor with slip, of shear rate `rate`; T = 1 + x/50 + y/30.
State parallel_flow(const Case& c, double rate, bool is_warm) {
  State s = initial_state(c);
  const auto layout = c.mesh.layout();
  const Places places(c);
  const double size = std::hypot(1, kSlope);
  const double slip = c.walls[wall_named(c, "floor")].values.slip;
  const auto speed = [&](const methods::Point& x) {
    return rate * ((x.y - 1.3 - kSlope * x.x) / size + slip);
  };
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) {
      if (c.mesh.solid(i, j)) continue;
      const auto at = layout.at(i, j);
      const methods::Point gas = places.gas(i, j);
      s.rho[at] = 1;
      s.T[at] = is_warm ? 1 + gas.x / 50 + gas.y / 30 : 1;
      if (i > 0 && !c.mesh.solid(i - 1, j)) s.u[at] = speed(places.u(i, j)) / size;
      if (j > 0 && !c.mesh.solid(i, j - 1)) s.v[at] = kSlope * speed(places.v(i, j)) / size;
    }
  return s;
}

bool is_inside(double x, double y) { return x > 2 && x < 6 && y < 6; }
}  // namespace

TEST_CASE("cut walls: the sums of wall data are the forces, the heat and the work of each wall") {
  const Case c = channel(bodies);
  const State s = state_after(c, 3);
  const auto loads = wall_loads(c, s);
  const auto contours = wall_contours(c);
  const auto data = wall_data_of(c, s);
  REQUIRE(data.size() == c.walls.size());
  const auto near = [](double x) { return doctest::Approx(x).epsilon(1e-12).scale(0.1); };
  for (std::size_t wall = 0; wall < data.size(); ++wall) {
    CAPTURE(data[wall].wall);
    const auto sum = sums_of(contours[wall], data[wall]), exact = wall_forces(c, loads[wall]);
    for (std::size_t axis = 0; axis < 2; ++axis) CHECK(sum.force[axis] == near(exact.force[axis]));
    CHECK(sum.conduction == near(exact.conduction));
    CHECK(sum.friction_heat == near(exact.friction_heat));
    CHECK(sum.work == near(exact.work));
    CHECK(std::hypot(exact.force[0], exact.force[1]) > 0.01);
  }
  bool has_corner = false;
  const std::size_t bar = wall_named(c, "bar");
  for (std::size_t k = 0; k < data[bar].faces.size(); ++k)
    has_corner |= at(data[bar], "corner", k) != 0;
  CHECK(has_corner);
}

TEST_CASE("pieces of a cut wall follow each other around the body, from its lowest one") {
  const Case c = channel(bodies);
  const auto contours = wall_contours(c);
  for (const char* name : {"cylinder", "bar"}) {
    CAPTURE(name);
    const auto& contour = contours[wall_named(c, name)];
    REQUIRE(contour.size() > 8);
    // Where a sliver of gas is closed, its face lengthens a piece of the bar.
    const double gap = name[0] == 'b' ? 0.03 : 1e-9;
    double distance = 0, turned = 0;
    for (std::size_t k = 0; k < contour.size(); ++k) {
      const auto& face = contour[k].face;
      const auto& next = contour[(k + 1) % contour.size()].face;
      CHECK(face.part == 1);
      CHECK(face.distance == doctest::Approx(distance + 0.5 * face.size()));
      distance += face.size();
      CHECK(std::hypot(next.from.x - face.to.x, next.from.y - face.to.y) < gap);
      CHECK(face.from.y >= contour[0].face.from.y);
      turned += std::asin(face.normal.x * next.normal.y - face.normal.y * next.normal.x);
    }
    CHECK(turned == doctest::Approx(2 * std::acos(-1.0)));  // counter-clockwise, once
    CHECK(distance == doctest::Approx(name[0] == 'b' ? 5 : 2.2 * std::acos(-1.0)).epsilon(0.01));
  }
  for (const char* name : {"south", "north"}) {
    CAPTURE(name);
    double length = 0;
    for (const ContourFace& at : contours[wall_named(c, name)]) {
      CHECK(at.face.from.x == doctest::Approx(length));
      length += at.face.size();
    }
    CHECK(length == doctest::Approx(12));
  }
  for (const char* name : {"south", "stairs"}) {
    CAPTURE(name);
    const auto& contour = contours[wall_named(c, name)];
    const auto is_piece = [](const ContourFace& at) { return at.piece.has_value(); };
    CHECK(std::ranges::any_of(contour, is_piece));
    CHECK_FALSE(std::ranges::all_of(contour, is_piece));
  }
  double around = 0;
  for (const ContourFace& at : contours[wall_named(c, "stairs")]) around += at.face.size();
  const auto& box = std::ranges::find(c.bodies, "stairs", &Body::name)->cells;
  CHECK(around == doctest::Approx(2 * (c.mesh.x.faces[box.i1] - c.mesh.x.faces[box.i0] +
                                       c.mesh.y.faces[box.j1] - c.mesh.y.faces[box.j0])));
}

TEST_CASE("around gas within a body pieces of wall run clockwise") {
  const Case c = case_from(
      "[gas]\nknudsen = 0.05\nmach = 0.8\n[mesh]\nx = 0 6\ny = 0 6\ncells = 12 12\nwalls = cut\n"
      "[body]\ncircle = 3 3 2.1 gas=inside name=pipe\n[boundary]\nwest = wall\neast = wall\n"
      "south = wall\nnorth = wall\n[initial]\nstate = rest\n[time]\nstep = 0.02\nmax_steps = 1\n");
  const auto contours = wall_contours(c);
  const auto& contour = contours[wall_named(c, "pipe")];
  REQUIRE(contour.size() > 8);
  CHECK(contour.back().face.part == 1);
  for (const ContourFace& at : contour) {
    const auto& [part, distance, from, to, normal] = at.face;
    CHECK((from.x - 3) * (to.y - 3) - (from.y - 3) * (to.x - 3) < 0);
    CHECK(normal.x * (3 - from.x) + normal.y * (3 - from.y) > 0);
  }
}

TEST_CASE("parallel flow along a cut wall: shear and slip are exact") {
  const Case c = floor_case();
  const double rate = 0.2;
  const State s = parallel_flow(c, rate, false);
  const std::size_t wall = wall_named(c, "floor");
  const auto data = wall_data_of(c, s);
  const auto near = [](double x) { return doctest::Approx(x).epsilon(1e-9).scale(0.01); };
  int count = 0;
  for (std::size_t k = 0; k < data[wall].faces.size(); ++k) {
    const auto& face = data[wall].faces[k];
    if (!is_inside(face.from.x, face.from.y)) continue;
    // The wall is on the left of its direction, so distances grow against the flow.
    CHECK(at(data[wall], "shear", k) == near(-c.gas.factors().B * rate));
    CHECK(at(data[wall], "slip_velocity", k) == near(-rate * c.walls[wall].values.slip));
    CHECK(at(data[wall], "normal_stress", k) == near(0));
    CHECK(at(data[wall], "pressure", k) == 1);
    CHECK(at(data[wall], "conduction", k) == near(0));
    ++count;
  }
  CHECK(count > 5);
}

TEST_CASE("the vorticity and the divergence of a linear velocity are exact near cut walls") {
  const Case c = floor_case();
  const double rate = 0.2;
  const State s = parallel_flow(c, rate, false);
  const auto near = [](double x) { return doctest::Approx(x).epsilon(1e-9).scale(0.01); };
  const auto vorticity = cell_field(c, s, "vorticity"), divergence = cell_field(c, s, "divergence");
  int count = 0;
  for (const mesh::CutCell& cell : c.cut->cells) {
    if (!cell.near || cell.volume == 0 || !is_inside(cell.x, cell.y)) continue;
    const auto n = static_cast<std::size_t>(cell.j * c.mesh.x.cells() + cell.i);
    CHECK(vorticity.values[n] == near(-rate));
    CHECK(divergence.values[n] == near(0));
    ++count;
  }
  CHECK(count > 20);
}

TEST_CASE("the heat flux of a linear temperature is exact near cut walls") {
  const Case c = floor_case();
  const State s = parallel_flow(c, 0, true);
  const auto x = cell_field(c, s, "heat_flux_x"), y = cell_field(c, s, "heat_flux_y"),
             size = cell_field(c, s, "heat_flux"), T = cell_field(c, s, "T");
  int count = 0;
  for (const mesh::CutCell& cell : c.cut->cells) {
    if (!cell.near || cell.volume == 0 || !is_inside(cell.x, cell.y)) continue;
    const auto n = static_cast<std::size_t>(cell.j * c.mesh.x.cells() + cell.i);
    const double k = conductivity(c) * std::sqrt(T.values[n]);
    CHECK(x.values[n] == doctest::Approx(-k / 50).epsilon(1e-9));
    CHECK(y.values[n] == doctest::Approx(-k / 30).epsilon(1e-9));
    CHECK(size.values[n] == doctest::Approx(std::hypot(k / 50, k / 30)).epsilon(1e-9));
    ++count;
  }
  CHECK(count > 20);
}

TEST_CASE("surfaces have the means of wall data by length") {
  const Case c = channel(bodies);
  const State s = state_after(c, 2);
  const auto backend = make_serial_operations(c);
  backend->upload(s);
  const auto numbers = surface_numbers_of(c, s, backend->diagnostics());
  const auto data = wall_data_of(c, s);
  auto value = numbers.begin();
  int compared = 0;
  for (const auto& surface : surfaces_of(c)) {
    const auto wall = std::ranges::find_if(data, [&](const methods::WallData& of) {
      return of.wall == surface.name || of.wall == "wall_" + surface.name;
    });
    if (wall != data.end()) {
      double p = 0, T = 0, length = 0;
      for (std::size_t k = 0; k < wall->faces.size(); ++k) {
        p += at(*wall, "pressure", k) * wall->faces[k].size();
        T += at(*wall, "T_gas", k) * wall->faces[k].size();
        length += wall->faces[k].size();
      }
      CAPTURE(surface.name);
      CHECK(value[0] == doctest::Approx(p / length).epsilon(1e-12));
      CHECK(value[1] == doctest::Approx(T / length).epsilon(1e-12));
      ++compared;
    }
    value += static_cast<std::ptrdiff_t>(surface.numbers.size());
  }
  CHECK(compared == 5);
}

TEST_CASE("volume_fraction: the gas of a cell over its volume; frames have it with cut walls") {
  const Case c = channel(bodies);
  const auto share = cell_field(c, initial_state(c), "volume_fraction");
  CHECK(share.label == "volume fraction of gas");
  double area = 0;
  int between = 0;
  for (int j = 0; j < c.mesh.y.cells(); ++j)
    for (int i = 0; i < c.mesh.x.cells(); ++i) {
      const double value = share.values[static_cast<std::size_t>(j * c.mesh.x.cells() + i)];
      CHECK((value == 0) == c.mesh.solid(i, j));
      between += value > 0 && value < 1;
      area += value * c.mesh.x.widths[static_cast<std::size_t>(i)] *
              c.mesh.y.widths[static_cast<std::size_t>(j)];
    }
  CHECK(area == doctest::Approx(c.cut->report.gas_area).epsilon(1e-12));
  CHECK(between == doctest::Approx(c.cut->report.cut_cells).epsilon(0.1));
  CHECK(c.output.fields.back() == "volume_fraction");
  const Case stairs = channel("rectangle = 7 4.5 8 5 walls=stairs\n");
  CHECK(std::ranges::find(stairs.output.fields, "volume_fraction") == stairs.output.fields.end());
  CHECK(cell_field(stairs, initial_state(stairs), "volume_fraction").values[0] == 1);
}

}  // namespace slipflow::simple_ts::test_outputs_of_cut_walls
