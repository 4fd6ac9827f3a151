// Forces, heat and work on walls: which faces count, and flows of which they are known.
#include <doctest/doctest.h>

#include <cmath>

#include "loads_of_state.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_walls_measured {

namespace {
/// A box of 40 x 6 unit cells between walls; `more` are lines of sections.
Case box(const std::string& more = "", const std::string& south = "wall slip=off jump=off",
         const std::string& north = "wall slip=off jump=off") {
  return case_from(
      "[gas]\nknudsen = 0.05\nviscosity_exponent = 1\n"
      "[mesh]\nx = 0 40\ny = 0 6\ncells = 40 6\n[boundary]\nwest = periodic\n"
      "east = periodic\nsouth = " +
      south + "\nnorth = " + north + "\n" + more + "[time]\nstep = 0.01\nmax_steps = 1\n");
}

int faces(const WallRuns& runs, int wall, int side) {
  int count = 0;
  for (std::size_t k = 0; k < runs.runs.size(); ++k)
    if (runs.walls[k] == wall && runs.runs[k].side == side) count += runs.runs[k].count;
  return count;
}

template <class F>
void fill(std::vector<double>& field, const Case& c, F value) {
  const auto layout = c.mesh.layout();
  for (int j = -2; j < layout.ny + 2; ++j)
    for (int i = -2; i < layout.nx + 2; ++i) field[layout.at(i, j)] = value(i, j);
}
}  // namespace

TEST_CASE("every face between gas and a wall is in one run, of at most 32 faces") {
  const Case c = box("[body]\nrectangle = 10 0 12 2\nrectangle = 39 3 40 4\n");
  const WallRuns runs = wall_runs(c);
  CHECK(faces(runs, 0, mesh::north) == 38);  // the south wall looks north, a body is on it
  CHECK(faces(runs, 0, mesh::south) == 0);
  CHECK(faces(runs, 1, mesh::south) == 40);
  CHECK(faces(runs, 2, mesh::west) == 2);
  CHECK(faces(runs, 2, mesh::north) == 2);
  CHECK(faces(runs, 2, mesh::south) == 0);
  CHECK(faces(runs, 3, mesh::east) == 1);  // looks at the image of column 0
  for (const WallRun& run : runs.runs) CHECK(run.count <= 32);
  const auto loads = wall_loads(c, initial_state(c));
  CHECK(loads[0][mesh::north].pressure == 38);
  CHECK(loads[2][mesh::west].pressure == 2);
  CHECK(loads[3][mesh::east].pressure == 1);
}

TEST_CASE("a body in several bodies' company: its faces end where another solid begins") {
  const Case c = box("[body]\nrectangle = 5 2 8 4\nrectangle = 8 3 10 4 temperature=1.5\n");
  const WallRuns runs = wall_runs(c);
  CHECK(faces(runs, 2, mesh::east) == 1);
  CHECK(faces(runs, 3, mesh::west) == 0);
  CHECK(faces(runs, 3, mesh::east) == 1);
}

TEST_CASE("shear between walls without slip: friction B du/dy a length, and no other force") {
  const Case c = box();
  State s = initial_state(c);
  fill(s.u, c, [](int, int j) { return 0.3 * (j + 0.5); });  // u = 0.3 y
  const double B = c.gas.factors().B;
  const auto loads = wall_loads(c, s);
  const auto south = side_forces(c, loads[0][mesh::north], mesh::north);
  CHECK(south.friction == doctest::Approx(40 * B * 0.3).epsilon(1e-12));
  CHECK(south.pressure == doctest::Approx(-20).epsilon(1e-12));
  CHECK(std::abs(south.normal) < 1e-14);
  CHECK(south.work == 0);
  CHECK(south.heat() == 0);
  // The north wall is at rest too, 6 away: the node next to it moves with 1.65.
  CHECK(side_forces(c, loads[1][mesh::south], mesh::south).friction ==
        doctest::Approx(40 * B * 1.65 / 0.5).epsilon(1e-12));
  CHECK(wall_forces(c, loads[0]).force[0] == doctest::Approx(40 * B * 0.3).epsilon(1e-12));
}

TEST_CASE("a wall that moves: friction against the difference, work with the wall's velocity") {
  const Case c = box("", "wall slip=off jump=off velocity=0.5,0");
  State s = initial_state(c);
  fill(s.u, c, [](int, int) { return 0.7; });
  const double B = c.gas.factors().B;
  const auto south = side_forces(c, wall_loads(c, s)[0][mesh::north], mesh::north);
  CHECK(south.friction == doctest::Approx(40 * B * 0.2 / 0.5).epsilon(1e-12));
  CHECK(south.work == doctest::Approx(0.5 * south.friction).epsilon(1e-12));
}

TEST_CASE("with slip the friction is that of the coefficient: B (u - u_wall)/(d + sigma Kn/rho)") {
  const Case c = box("", "wall slip=on jump=off");
  State s = initial_state(c);
  fill(s.u, c, [](int, int) { return 0.7; });
  const double B = c.gas.factors().B, slip = 1.1466 * 0.05;
  const auto south = side_forces(c, wall_loads(c, s)[0][mesh::north], mesh::north);
  CHECK(south.friction == doctest::Approx(40 * B * 0.7 / (0.5 + slip)).epsilon(1e-12));
  CHECK(south.work == 0);  // the wall is at rest
  CHECK(south.friction_heat ==
        doctest::Approx(south.friction * 0.7 * slip / (0.5 + slip)).epsilon(1e-12));
  CHECK(south.heat() == south.friction_heat);
}

TEST_CASE("heat through a wall: conductivity of the gas at the wall, in units of rho0 V0^3 L") {
  const auto heat = [](const std::string& south) {
    const Case c = box("", south);
    State s = initial_state(c);
    fill(s.T, c, [](int, int j) { return 1.25 + 0.5 * j; });  // T = 1 + y/2
    return side_forces(c, wall_loads(c, s)[0][mesh::north], mesh::north).heat();
  };
  const double B = box().gas.factors().B;
  // q = gamma/(gamma - 1) A B/Pr Gamma dT/dn, with Gamma = T = 1 at the wall.
  const double expected = 40 * 2.5 * 0.5 * B / (2.0 / 3) * 0.5;
  CHECK(heat("wall slip=off jump=off") == doctest::Approx(expected).epsilon(1e-12));
  CHECK(heat("wall slip=off jump=adiabatic") == 0);
  CHECK(heat("wall slip=off jump=on") < expected);
  CHECK(heat("wall slip=off jump=off temperature=2") < 0);
}

TEST_CASE("walls with a prescribed heat flux take it in all, friction heat included") {
  for (const double flux : {0.0, 0.03}) {
    const Case c =
        box("", fmt::format("wall velocity=0.3,0 {}",
                            flux == 0 ? "jump=adiabatic" : fmt::format("flux={}", flux)));
    State s = initial_state(c);
    fill(s.u, c, [](int, int) { return 0.7; });
    const auto south = side_forces(c, wall_loads(c, s)[0][mesh::north], mesh::north);
    CHECK(south.friction_heat > 0.01);
    CHECK(south.friction_heat + south.work ==
          doctest::Approx(south.friction * 0.3 + south.friction * 0.4 * 0.05733 / (0.5 + 0.05733))
              .epsilon(0.02));  // p/T_w is not 1
    CHECK(south.work == doctest::Approx(0.3 * south.friction).epsilon(1e-12));
    CHECK(std::abs(south.heat() - 40 * flux) < 1e-14);
  }
}

TEST_CASE("only gas that may slip along a wall with a prescribed heat flux needs friction heat") {
  const auto has = [](const std::string& south, const std::string& north) {
    return box("", south, north).has_friction_heat();
  };
  CHECK(has("wall jump=adiabatic", "wall slip=off"));
  CHECK(has("wall flux=0.1", "wall slip=off"));
  CHECK(has("wall slip=off jump=adiabatic", "wall"));  // they might share nodes
  CHECK(!has("wall", "wall"));
  CHECK(!has("wall slip=off jump=adiabatic", "wall slip=off"));
  CHECK(!has("wall slip=free jump=adiabatic", "wall"));
  CHECK(!has("wall", "symmetry"));
  CHECK(box("", "wall jump=adiabatic").has_heat_flow());
}

TEST_CASE("normal stress in gas that is drawn away from a wall") {
  const Case c = box();
  State s = initial_state(c);
  fill(s.v, c, [](int, int j) { return 0.1 * j; });  // dv/dy = 0.1
  const double B = c.gas.factors().B;
  const auto loads = wall_loads(c, s);
  // On the south wall the stress 4/3 B dv/dy pulls north.
  CHECK(side_forces(c, loads[0][mesh::north], mesh::north).normal ==
        doctest::Approx(40 * B * 4 / 3 * 0.1).epsilon(1e-12));
}

TEST_CASE("Couette flow: friction of both walls is opposite, and the work they do leaves as heat") {
  const Case c = case_from(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = -0.5 0.5\ncells = 4 16\n[boundary]\n"
      "west = periodic\neast = periodic\nsouth = wall velocity=-0.5,0\nnorth = wall "
      "velocity=0.5,0\n"
      "[time]\nstep = 0.1\nmax_steps = 1\n");
  const auto backend = make_serial_operations(c);
  backend->upload(initial_state(c));
  advance_steps(*backend, 150, 0.4, {1e-11, 500});
  const auto loads = rounded(c, backend->diagnostics().wall_loads());
  const auto south = wall_forces(c, loads[0]), north = wall_forces(c, loads[1]);
  CHECK(south.force[0] > 0);
  CHECK(south.force[0] == doctest::Approx(-north.force[0]).epsilon(1e-6));
  CHECK(south.friction_heat > 0.05 * south.conduction);
  CHECK(south.heat() == doctest::Approx(north.heat()).epsilon(1e-6));
  CHECK(south.heat() == doctest::Approx(-south.work).epsilon(5e-3));
}

}  // namespace slipflow::simple_ts::test_walls_measured
