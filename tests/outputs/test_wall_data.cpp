// Values along walls: their order, flows whose walls are known, and that their integrals are the
// loads of forces.csv.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "loads_of_state.hpp"
#include "output/wall_contours.hpp"
#include "output/wall_data.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_wall_data {

namespace {
double at(const methods::WallData& wall, const std::string& name, std::size_t face, int axes = 2) {
  const auto fields = wall_field_list(axes);
  for (std::size_t k = 0; k < fields.size(); ++k)
    if (fields[k].name == name) return wall.values[k][face];
  FAIL("no " << name);
  return 0;
}

const methods::WallData& named(const std::vector<methods::WallData>& walls,
                               const std::string& name) {
  for (const auto& wall : walls)
    if (wall.wall == name) return wall;
  FAIL("no wall " << name);
  return walls.front();
}

Case channel(const std::string& bodies) {
  return case_from(
      "[gas]\nknudsen = 0.05\nmach = 0.8\ngravity = 0.1 -0.2\n[mesh]\nx = 0 12\ny = 0 6\n"
      "cells = 36 18\ny_stretch = geometric 1.03\n[body]\n" +
      bodies +
      "[boundary]\nwest = inflow velocity=0.7\neast = pressure p=1\nsouth = wall temperature=1.2\n"
      "north = wall velocity=0.3,0 temperature=0.9,1.3\n[time]\nstep = 0.02\nmax_steps = 1\n");
}

// Sums of the data over the faces of a wall that look to each side, as SideForces.
std::array<SideForces, 4> integrals(const std::vector<ContourFace>& contour,
                                    const methods::WallData& wall) {
  std::array<SideForces, 4> sums{};
  for (std::size_t k = 0; k < contour.size(); ++k) {
    const auto& face = contour[k].face;
    auto& sum = sums[static_cast<std::size_t>(contour[k].side)];
    const double length = face.size(), into = -(face.normal.x + face.normal.y);
    const double along = face.to.x < face.from.x || face.to.y < face.from.y ? -1 : 1;
    sum.pressure += into * 0.5 * at(wall, "pressure", k) * length;
    sum.normal += into * at(wall, "normal_stress", k) * length;
    sum.friction += along * at(wall, "shear", k) * length;
    sum.conduction += at(wall, "conduction", k) * length;
    sum.friction_heat += at(wall, "friction_heat", k) * length;
    CHECK(at(wall, "heat_flux", k) == at(wall, "conduction", k) + at(wall, "friction_heat", k));
    sum.work += at(wall, "work", k) * length;
    sum.corner += at(wall, "corner", k) * length;
  }
  return sums;
}
}  // namespace

TEST_CASE("the integrals of wall data are the loads of each side of each wall") {
  const Case c = channel("circle = 4 3 1.2 name=cylinder temperature=1.5\nrectangle = 8 0 9 2\n");
  const State s = state_after(c, 4);
  const auto loads = wall_loads(c, s);
  const auto contours = wall_contours(c);
  const auto data = wall_data_of(c, s);
  CHECK(names_of_walls(c) ==
        std::vector<std::string>{"wall_south", "wall_north", "rectangle_1", "cylinder"});
  REQUIRE(contours.size() == data.size());
  const auto near = [](double x) { return doctest::Approx(x).epsilon(1e-12).scale(0.1); };
  for (std::size_t wall = 0; wall < data.size(); ++wall) {
    CAPTURE(data[wall].wall);
    const auto sums = integrals(contours[wall], data[wall]);
    for (int side = 0; side < 4; ++side) {
      CAPTURE(side);
      const auto exact = side_forces(c, loads[wall][static_cast<std::size_t>(side)], side);
      const auto& sum = sums[static_cast<std::size_t>(side)];
      CHECK(sum.pressure == near(exact.pressure));
      CHECK(sum.normal == near(exact.normal));
      CHECK(sum.friction == near(exact.friction));
      CHECK(sum.conduction == near(exact.conduction));
      CHECK(sum.friction_heat == near(exact.friction_heat));
      CHECK(sum.work == near(exact.work));
      CHECK(sum.corner == near(exact.corner));
    }
  }
}

TEST_CASE("in space the integrals of wall data are the forces and the heat of each wall") {
  const Case c = case_from(
      "[gas]\nknudsen = 0.05\nmach = 0.8\n[mesh]\nx = 0 6\ny = 0 3\nz = 0 3\n"
      "cells = 18 10 9\ny_stretch = geometric 1.05\n[body]\n"
      "sphere = 2 1.5 1.5 0.6 name=ball temperature=1.5\n"
      "box = 4 0 0 5 1 1\n[boundary]\nwest = inflow velocity=0.7\neast = pressure p=1\n"
      "south = wall temperature=1.2\nnorth = wall velocity=0.3,0,0.1 temperature=0.9\n"
      "bottom = wall\ntop = symmetry\n[time]\nstep = 0.02\nmax_steps = 1\n");
  const State s = state_after(c, 4);
  const auto data = wall_data_of(c, s);
  REQUIRE(names_of_walls(c) ==
          std::vector<std::string>{"wall_south", "wall_north", "wall_bottom", "box_1", "ball"});
  std::vector<WallForces> forces;  // planes of symmetry are walls without data
  const auto loads = wall_loads(c, s);
  for (std::size_t wall = 0; wall < c.walls.size(); ++wall)
    if (c.walls[wall].values.acts_on_gas()) forces.push_back(wall_forces(c, loads[wall]));
  REQUIRE(data.size() == forces.size());
  const auto near = [](double x) { return doctest::Approx(x).epsilon(1e-12).scale(0.1); };
  for (std::size_t wall = 0; wall < data.size(); ++wall) {
    CAPTURE(data[wall].wall);
    std::array<double, 3> force{};
    double conduction = 0, heat = 0, work = 0;
    for (std::size_t k = 0; k < data[wall].faces.size(); ++k) {
      const auto& face = data[wall].faces[k];
      const auto of = [&](const char* name) { return at(data[wall], name, k, 3); };
      const double area = face.size(), push = 0.5 * of("pressure") + of("normal_stress");
      const std::array<double, 3> normal = {face.normal.x, face.normal.y, face.normal.z},
                                  shear = {of("shear_x"), of("shear_y"), of("shear_z")};
      for (int axis = 0; axis < 3; ++axis)
        force[axis] +=
            area * (shear[axis] - normal[axis] * push + std::abs(normal[axis]) * of("corner"));
      conduction += area * of("conduction");
      heat += area * of("heat_flux");
      work += area * of("work");
    }
    const WallForces& exact = forces[wall];
    for (int axis = 0; axis < 3; ++axis) CHECK(force[axis] == near(exact.force[axis]));
    CHECK(conduction == near(exact.conduction));
    CHECK(heat == near(exact.heat()));
    CHECK(work == near(exact.work));
  }
}

TEST_CASE("a slab between planes of symmetry has the wall data of the plane") {
  const std::string text =
      "[gas]\nknudsen = 0.05\nmach = 0.8\n[mesh]\nx = 0 6\ny = 0 3\ncells = 18 9\n[body]\n"
      "rectangle = 2 1 3 2 temperature=1.5\n[boundary]\nwest = inflow velocity=0.7\n"
      "east = pressure p=1\nsouth = wall temperature=1.2\n"
      "north = wall velocity=0.3,0 temperature=0.9\n"
      "[time]\nstep = 0.02\nmax_steps = 1\n";
  std::string in_space = text;
  const auto replace = [&](const std::string& from, const std::string& to) {
    in_space.replace(in_space.find(from), from.size(), to);
  };
  replace("cells = 18 9", "z = 0 1\ncells = 18 9 1");
  replace("[boundary]\n", "[boundary]\nbottom = symmetry\ntop = symmetry\n");
  replace("velocity=0.3,0", "velocity=0.3,0,0");
  const Case plane = case_from(text), slab = case_from(in_space);
  const auto flat = wall_data_of(plane, state_after(plane, 4)),
             data = wall_data_of(slab, state_after(slab, 4));
  REQUIRE(data.size() == flat.size());
  for (std::size_t wall = 0; wall < flat.size(); ++wall)
    for (std::size_t k = 0; k < flat[wall].faces.size(); ++k) {
      const auto& face = flat[wall].faces[k];
      const double sign = face.to.x < face.from.x || face.to.y < face.from.y ? -1 : 1;
      const auto same = std::ranges::find_if(data[wall].faces, [&](const auto& other) {
        return other.normal.x == face.normal.x && other.normal.y == face.normal.y &&
               other.from.x + other.to.x == face.from.x + face.to.x &&
               other.from.y + other.to.y == face.from.y + face.to.y;
      });
      REQUIRE(same != data[wall].faces.end());
      const auto n = static_cast<std::size_t>(same - data[wall].faces.begin());
      const auto both = [&](const std::string& name, const std::string& name_in_space, double way) {
        CAPTURE(name);
        const double here = at(data[wall], name_in_space, n, 3), there = at(flat[wall], name, k);
        CHECK(std::isnan(here) == std::isnan(there));
        if (!std::isnan(there)) CHECK(here == doctest::Approx(way * there).epsilon(1e-13));
      };
      for (const char* name : {"pressure", "normal_stress", "corner", "conduction", "friction_heat",
                               "heat_flux", "work", "T_gas", "jump", "knudsen", "cp", "nusselt"})
        both(name, name, 1);
      const std::string axis = face.normal.x != 0 ? "_y" : "_x";
      both("shear", "shear" + axis, sign);
      both("slip_velocity", "slip_velocity" + axis, sign);
      CHECK(at(data[wall], "shear_z", n, 3) == 0);
      CHECK(same->size() == doctest::Approx(face.size()));
    }
}

TEST_CASE("faces follow each other around a body, which is on the left, from its lowest corner") {
  const Case c = channel("circle = 4 3 1.2\nrectangle = 8 0 9 2\n");
  const auto contours = wall_contours(c);
  const auto& circle = contours[3];
  double length = 0;
  for (std::size_t k = 0; k < circle.size(); ++k) {
    const auto &face = circle[k].face, &next = circle[(k + 1) % circle.size()].face;
    CHECK(face.part == 1);
    CHECK(face.to.x == next.from.x);
    CHECK(face.to.y == next.from.y);
    CHECK(face.distance == doctest::Approx(length + face.size() / 2).epsilon(1e-13));
    length += face.size();
    // The normal is on the right of the direction.
    CHECK(face.normal.x * (face.to.y - face.from.y) - face.normal.y * (face.to.x - face.from.x) >
          0);
  }
  CHECK(circle[0].face.normal.y == -1);
  // The body on the south wall is open: down its west side it would end, so it begins at the east.
  const auto& body = contours[2];
  CHECK(body.front().side == mesh::east);
  CHECK(body.back().side == mesh::west);
  CHECK(body.front().face.from.y == 0);
  CHECK(body.back().face.to.y == 0);
  // The wall under it is in two parts of one count of distances.
  for (const auto& at_wall : contours[0]) {
    const auto& face = at_wall.face;
    CHECK(face.distance == doctest::Approx(0.5 * (face.from.x + face.to.x)).epsilon(1e-13));
    CHECK(face.to.x > face.from.x);
    CHECK(face.normal.y == 1);
  }
}

TEST_CASE("where two cells touch at a corner the contour stays with the gas") {
  const Case c = channel("polygon = 4 2 5 2 5 3 6 3 6 4 5 4 5 3 4 3\n");
  const auto contour = wall_contours(c)[2];
  CHECK(contour.size() == 4 * (3 + 3));
  for (const auto& at_wall : contour) CHECK(at_wall.face.part == 1);
}

TEST_CASE("Couette flow with slip and jump: shear, slip, jump, heat flux and local Kn") {
  // T = Tc - a u^2, sqrt(T) du/dy = tau; walls at y = -1/2, 1/2 move at -1/2, 1/2.
  constexpr double kn = 0.05, Tc = 1.07703214, tau = 0.92484868, a = 4.0 / 15.0;
  const int rows = 40;
  const Case c = case_from(
      fmt::format("[gas]\nknudsen = {}\n[mesh]\nx = 0 4\ny = -0.5 0.5\ncells = 4 {}\n[boundary]\n"
                  "west = periodic\neast = periodic\nsouth = wall velocity=-0.5,0\n"
                  "north = wall velocity=0.5,0\n[time]\nstep = 0.1\nmax_steps = 1\n"
                  "[output]\nwalls = on velocity=0.5 temperature={} pressure=0.9\n",
                  kn, rows, Tc));
  const auto y_of = [&](double u) {
    return (u * std::sqrt(Tc - a * u * u) + Tc / std::sqrt(a) * std::asin(u * std::sqrt(a / Tc))) /
           (2 * tau);
  };
  const auto u_of = [&](double y) {
    double u = y;
    for (int n = 0; n < 50; ++n) u -= (y_of(u) - y) * tau / std::sqrt(Tc - a * u * u);
    return u;
  };
  State s = initial_state(c);
  const auto layout = c.mesh.layout();
  double volume = 0;
  for (int j = 0; j < rows; ++j) {
    const double u = u_of(c.mesh.y.centre(j));
    volume += 1 / (Tc - a * u * u) / rows;
  }
  const double p = 1 / volume;
  for (int j = 0; j < rows; ++j)
    for (int i = -mesh::kPad; i < layout.nx + mesh::kPad; ++i) {
      const auto k = layout.at(i, j);
      s.u[k] = u_of(c.mesh.y.centre(j));
      s.T[k] = Tc - a * s.u[k] * s.u[k];
      s.rho[k] = p / s.T[k];
    }
  const double u_w = u_of(0.5), T_w = Tc - a * u_w * u_w;
  const auto factors = c.gas.factors();
  const double k0 = factors.A * factors.CT1 / (c.gas.gamma - 1);
  const double q = k0 * 2 * a * u_w * tau;
  const auto data = wall_data_of(c, s);
  const auto near = [](double x) { return doctest::Approx(x).epsilon(2e-3); };
  for (const bool north : {false, true}) {
    const auto& wall = named(data, north ? "wall_north" : "wall_south");
    CAPTURE(wall.wall);
    REQUIRE(wall.faces.size() == 4);
    // The gas drags the north wall back and the south wall forward.
    const double sign = north ? -1 : 1;
    CHECK(at(wall, "shear", 1) == near(sign * factors.B * tau));
    CHECK(at(wall, "slip_velocity", 1) == near(sign * (0.5 - u_w)));
    CHECK(at(wall, "jump", 1) == near(T_w - 1));
    CHECK(at(wall, "T_gas", 1) == near(T_w));
    // The heat of slip goes into the wall too: both are the work that the walls do.
    CHECK(at(wall, "conduction", 1) == near(q));
    CHECK(at(wall, "friction_heat", 1) == near(factors.B * tau * (0.5 - u_w)));
    CHECK(at(wall, "heat_flux", 1) == near(factors.B * tau * 0.5));
    CHECK(at(wall, "knudsen", 1) == near(kn * T_w / p));
    CHECK(at(wall, "pressure", 1) == near(p));
    CHECK(at(wall, "work", 1) == near(-factors.B * tau * 0.5));
    CHECK(at(wall, "cf", 1) == near(sign * factors.B * tau / (0.5 * 0.25)));
    CHECK(at(wall, "cp", 1) == doctest::Approx((at(wall, "pressure", 1) - 0.9) / 0.25));
    CHECK(at(wall, "nusselt", 1) == near(factors.B * tau * 0.5 / (k0 * (Tc - 1))));
  }
}

TEST_CASE("Poiseuille flow: friction; conduction between walls: Nusselt number 1") {
  const int rows = 64;
  const Case c = case_from(fmt::format(
      "[gas]\nknudsen = 0.05\nviscosity_exponent = 0\n[mesh]\nx = 0 4\ny = 0 1\ncells = 4 {}\n"
      "[boundary]\nwest = periodic\neast = periodic\nsouth = wall slip=off jump=off\n"
      "north = wall slip=off jump=off temperature=1.5\n[time]\nstep = 0.1\nmax_steps = 1\n"
      "[output]\nwalls = on velocity=0.2 temperature=1.5\n",
      rows));
  State s = initial_state(c);
  const auto layout = c.mesh.layout();
  for (int j = 0; j < rows; ++j)
    for (int i = -mesh::kPad; i < layout.nx + mesh::kPad; ++i) {
      const double y = c.mesh.y.centre(j);
      s.u[layout.at(i, j)] = 6 * 0.2 * y * (1 - y);  // mean velocity 0.2
      s.T[layout.at(i, j)] = 1 + 0.5 * y;
    }
  const auto data = wall_data_of(c, s);
  const auto& south = named(data, "wall_south");
  // cf = 2 B 6 U / (h U^2) = 12/Re, by the height: of first order in the width of a cell.
  const double reynolds = 0.2 / c.gas.factors().B;
  CHECK(at(south, "cf", 2) == doctest::Approx(12 / reynolds).epsilon(1.0 / rows));
  CHECK(at(south, "nusselt", 2) == doctest::Approx(1).epsilon(1e-12));
  CHECK(std::isnan(at(named(data, "wall_north"), "nusselt", 2)));
}

TEST_CASE(
    "planes of symmetry have no data, and the jump of an insulated wall is that of no conduction") {
  const Case c = case_from(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 4\ny = 0 1\ncells = 4 8\n[boundary]\n"
      "west = symmetry\neast = symmetry\nsouth = wall jump=adiabatic\nnorth = symmetry\n"
      "[time]\nstep = 0.1\nmax_steps = 1\n");
  CHECK(names_of_walls(c) == std::vector<std::string>{"wall_south"});
  const auto data = wall_data_of(c, initial_state(c));
  REQUIRE(data.size() == 1);
  CHECK(at(data[0], "jump", 0) == 0);
  CHECK(at(data[0], "heat_flux", 0) == 0);
  CHECK(std::isnan(at(data[0], "cf", 0)));  // at rest
}

namespace {
// A channel with a developed flow of this velocity whose temperature is 1 + 1e-4 T(y).
template <class Velocity, class Temperature>
double nusselt_on_south(const std::string& north, Velocity velocity, Temperature temperature) {
  const Case c = case_from(
      "[gas]\nknudsen = 0.001\nmach = 0.1\n[mesh]\nx = 0 1\ny = 0 1\ncells = 4 200\n[boundary]\n"
      "west = inflow velocity=0.1\neast = pressure p=1\nsouth = wall slip=off jump=off\nnorth = " +
      north + "\n[time]\nstep = 0.02\nmax_steps = 1\n");
  State s = initial_state(c);
  const auto layout = c.mesh.layout();
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i <= layout.nx; ++i) {
      const double y = c.mesh.y.centre(j);
      s.u[layout.at(i, j)] = 0.01 * velocity(y);
      s.T[layout.at(i, j)] = 1 + 1e-4 * temperature(y);
      s.rho[layout.at(i, j)] = 1 / s.T[layout.at(i, j)];
    }
  return at(named(wall_data_of(c, s), "wall_south"), "nusselt_bulk", 2);
}
}  // namespace

TEST_CASE("Nusselt numbers of developed flow between plates with a constant heat flux") {
  // T'' = u over the mean velocity, T'(0) = -1 and T' = 0 at the other end.
  const auto symmetric = nusselt_on_south(
      "symmetry", [](double y) { return 2 * y - y * y; },
      [](double y) { return -y + 0.5 * y * y * y - y * y * y * y / 8; });
  CHECK(symmetric == doctest::Approx(140.0 / 17).epsilon(2e-4));
  const auto heated_below = nusselt_on_south(
      "wall flux=0", [](double y) { return y - y * y; },
      [](double y) { return -y + y * y * y - 0.5 * y * y * y * y; });
  CHECK(heated_below == doctest::Approx(70.0 / 13).epsilon(2e-4));
  CHECK(std::isnan(nusselt_on_south(
      "pressure p=1", [](double y) { return y; }, [](double y) { return y; })));
}

}  // namespace slipflow::simple_ts::test_wall_data
