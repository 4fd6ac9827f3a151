// [inner] pressure = multigrid: the same solution of a time step as with pressures of the iteration
// before, in far fewer iterations at low Mach numbers.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "compare_states.hpp"
#include "slipflow/simple_ts/simulation.hpp"
#include "state/pressure_matrix.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_solved_pressure {

namespace {
constexpr int kSteps = 3;

/// The state after kSteps steps, solved as far as rounding allows.
State solved(const std::string& text, std::vector<std::string> set, const std::string& pressure) {
  set.push_back("inner.pressure=" + pressure);
  const Case c = case_from(text, set);
  const auto backend = make_serial_operations(c);
  backend->upload(initial_state(c));
  double factor = kUnknownFactor;
  for (int n = 0; n < kSteps; ++n) {
    const InnerResult step = advance_time_step(*backend, *c.time.step, {1e-12, 20000, 0, factor});
    CHECK(step.converged);
    factor = step.factor;
  }
  return backend->download();
}

void check_same_solution(const std::string& text, const std::vector<std::string>& set = {}) {
  const State jacobi = solved(text, set, "jacobi");
  const State multigrid = solved(text, set, "multigrid");
  CHECK(largest_difference(multigrid, jacobi) < 1e-9);
  CHECK(largest_difference(multigrid, initial_state(case_from(text, set))) > 1e-4);
}

/// Lid-driven cavity of n x n cells with air of a monatomic gas at rest; `courant`: of the lid.
std::string cavity_text(int n, double reynolds, double mach, double courant,
                        const std::string& mesh = "") {
  const double lid = mach * std::sqrt(5.0 / 6.0);
  const double knudsen = lid / reynolds * 16 / (5 * std::sqrt(std::acos(-1.0)));
  return fmt::format(
      "[gas]\nknudsen = {}\nmach = {}\n[mesh]\nx = 0 1\ny = 0 1\ncells = {} {}\n{}"
      "[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = wall velocity={},0\n"
      "[initial]\nstate = rest\n[scheme]\nconvection = tvd\n[time]\nstep = {}\nmax_steps = 100\n",
      knudsen, mach, n, n, mesh, lid, courant / (n * lid));
}

std::string pressure_channel_text(const std::string& at) {
  return fmt::format(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 6\ny = 0 1\ncells = 30 10\n"
      "[boundary]\nwest = pressure p=1.1 {}\neast = pressure p=1 {}\nsouth = wall\nnorth = wall\n"
      "[initial]\nstate = rest\n[scheme]\nconvection = tvd\n[time]\nstep = 0.05\nmax_steps = 9\n",
      at, at);
}

std::string slow_square_text(const std::string& bodies, const std::string& sides) {
  return fmt::format(
      "[gas]\nknudsen = 0.05\nmach = 0.1\n[mesh]\nx = 0 4\ny = 0 2\ncells = 40 20\n[body]\n{}\n"
      "[boundary]\n{}[initial]\nstate = rest\n[time]\nstep = 0.05\nmax_steps = 9\n",
      bodies, sides);
}
const std::string kThrough =
    "west = inflow velocity=0.09\neast = outflow\n"
    "south = wall velocity=free_stream\nnorth = symmetry\n";
const std::string kSquare = body_line(0.1, 12, 8, 17, 13);

/// Mean iterations of the second half of six steps that end when no change is above 1e-9; with
/// cycles of three relaxations and one sweep of the temperature.
double iterations(int n, double reynolds, double mach, double courant) {
  Case c = case_from(cavity_text(n, reynolds, mach, courant), {"inner.pressure=multigrid"});
  c.splitting.solved_cycle = 3;
  c.splitting.temperature_sweeps = 1;
  const auto backend = make_serial_operations(c);
  backend->upload(initial_state(c));
  int sum = 0;
  for (int step = 0; step < 6; ++step) {
    backend->begin_time_step(*c.time.step);
    int count = 0;
    do {
      backend->advance_inner_iteration();
      ++count;
    } while (backend->residuals().largest() >= 1e-9 && count < 1000);
    if (step >= 3) sum += count;
  }
  return sum / 3.0;
}
}  // namespace

TEST_CASE("solved pressures have the same solution: walls and open boundaries") {
  SUBCASE("lid-driven cavity") { check_same_solution(cavity_text(16, 100, 0.1, 0.5)); }
  SUBCASE("channel, pressure on faces") { check_same_solution(pressure_channel_text("")); }
  SUBCASE("channel, pressure in ghost cells") {
    check_same_solution(pressure_channel_text("at=ghost"));
  }
  SUBCASE("square between inflow and outflow") {
    check_same_solution(slow_square_text(kSquare, kThrough));
  }
  SUBCASE("many bodies") {
    check_same_solution(slow_square_text(kSquare + body_line(0.1, 22, 3, 26, 4) +
                                             body_line(0.1, 21, 14, 23, 20) +
                                             body_line(0.1, 30, 0, 33, 9),
                                         kThrough));
  }
  SUBCASE("supersonic stream") {
    check_same_solution(channel_text(44, 22, 0.1, body_line(0.1, 16, 7, 22, 15)));
  }
}

TEST_CASE("solved pressures have the same solution: schemes, meshes, forces") {
  SUBCASE("implicit upwind") {
    check_same_solution(cavity_text(16, 100, 0.1, 0.5), {"scheme.convection=upwind"});
  }
  SUBCASE("explicit TVD") {
    check_same_solution(channel_text(44, 22, 0.1, body_line(0.1, 16, 7, 22, 15)),
                        {"scheme.time=explicit", "scheme.convection=tvd", "time.step=0.004"});
  }
  SUBCASE("stretched axes") {
    check_same_solution(
        cavity_text(16, 100, 0.1, 0.2, "x_stretch = geometric 1.15\ny_stretch = geometric 0.9\n"));
  }
  SUBCASE("gravity") {
    check_same_solution(cavity_text(16, 100, 0.1, 0.5), {"gas.gravity=0.1 -0.2"});
  }
  SUBCASE("no relaxation, from the previous level") {
    check_same_solution(cavity_text(16, 100, 0.1, 0.5),
                        {"inner.relaxation=none", "inner.start=previous"});
  }
}

TEST_CASE("solved pressures take the iterations that docs/results/low-mach.md lists") {
  // Mean of the second half of six steps; with pressures of the iteration before: 122 to 7012.
  CHECK(iterations(64, 100, 0.1, 0.25) == doctest::Approx(17).epsilon(0.2));
  CHECK(iterations(64, 100, 0.03, 0.25) == doctest::Approx(14).epsilon(0.2));
  CHECK(iterations(64, 1000, 0.1, 0.25) == doctest::Approx(7).epsilon(0.2));
  CHECK(iterations(64, 1000, 0.03, 1) == doctest::Approx(11).epsilon(0.2));
  CHECK(iterations(64, 1000, 0.01, 1) == doctest::Approx(10).epsilon(0.2));
}

TEST_CASE("steps converge in which viscosity acts across many cells and sound does not") {
  const std::string text =
      "[gas]\nknudsen = 1\ngravity = 0.5 0\n[mesh]\nx = 0 1\ny = 0 1\ncells = 32 32\n[boundary]\n"
      "west = wall\neast = wall\nsouth = wall\nnorth = wall\n[initial]\nstate = rest\n"
      "[time]\nstep = 0.0025\nmax_steps = 9\n";
  const Case c = case_from(text, {"inner.pressure=multigrid"});
  const auto backend = make_serial_operations(c);
  backend->upload(initial_state(c));
  for (int n = 0; n < 6; ++n)
    CHECK(advance_time_step(*backend, *c.time.step, {1e-9, 200}).converged);
}

TEST_CASE("auto solves the pressures together in a slow flow, not in a fast or an explicit one") {
  const auto after_two_steps = [](const std::string& text, std::vector<std::string> set) {
    const Case c = case_from(text, set);
    const auto backend = make_serial_operations(c);
    Simulation simulation(c, *backend);
    simulation.start();
    double factor = kUnknownFactor;
    for (int n = 1; n <= 2; ++n)
      factor = simulation.advance(*c.time.step, n * *c.time.step, factor).factor;
    return backend->download();
  };
  const auto same = [&](const std::string& text, const std::string& pressure,
                        const std::string& time = "implicit") {
    const std::string scheme = "scheme.time=" + time;
    return largest_difference(after_two_steps(text, {"inner.pressure=auto", scheme}),
                              after_two_steps(text, {"inner.pressure=" + pressure, scheme})) == 0;
  };
  const std::string slow = cavity_text(16, 1000, 0.03, 0.5);
  const std::string fast = channel_text(44, 22, 0.1, body_line(0.1, 16, 7, 22, 15));
  CHECK(same(slow, "multigrid"));
  CHECK_FALSE(same(slow, "jacobi"));
  CHECK(same(fast, "jacobi"));
  CHECK_FALSE(same(fast, "multigrid"));
  CHECK(same(fast, "jacobi", "explicit"));
}

TEST_CASE("the limit of the time step is higher with solved pressures") {
  const auto limit = [](const std::vector<std::string>& set) {
    return convergence_limit(case_from(cavity_text(8, 100, 0.1, 1), set));
  };
  CHECK(limit({"inner.pressure=multigrid"}) == 4);
  CHECK(limit({"inner.pressure=auto"}) == 0.5);
  CHECK(limit({"inner.pressure=multigrid", "scheme.time=explicit"}) == 1.0 / 3.0);
}

TEST_CASE("the section [linear] says how far pressures are solved") {
  const auto solver = [](std::vector<std::string> set) {
    set.push_back("inner.pressure=multigrid");
    return pressure_solver(case_from(cavity_text(8, 100, 0.1, 1), set));
  };
  CHECK(solver({}).relative_tolerance == 0.1);
  CHECK(solver({}).max == 2);
  CHECK(solver({"mesh.x_stretch=geometric 1.2"}).max == 10);
  const auto given =
      solver({"mesh.x_stretch=geometric 1.2", "linear.relative_tolerance=0.01", "linear.max=5"});
  CHECK(given.relative_tolerance == 0.01);
  CHECK(given.max == 5);
}

}  // namespace slipflow::simple_ts::test_solved_pressure
