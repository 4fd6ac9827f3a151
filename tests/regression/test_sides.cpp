// Pressure boundaries, inflows and walls of every kind, against closed forms and balances.
#include <doctest/doctest.h>

#include <cmath>
#include <iostream>

#include "test_cases.hpp"
#include "time_loop.hpp"

namespace slipflow::simple_ts::test_sides {

namespace {
State steady_state(const Case& c, Operations& backend, double tolerance = 1e-8) {
  return steady_state(c, backend, tolerance, 8000);
}

/// A plane channel between two pressures, with slip; Arkilic, Schmidt & Breuer 1997.
std::string channel_between_pressures(double inlet, const std::string& at) {
  return fmt::format(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 20\ny = 0 1\ncells = 40 10\n"
      "[boundary]\nwest = pressure p={} at={}\neast = pressure p=1 at={}\nsouth = wall\nnorth = "
      "wall\n"
      "[time]\nstep = 0.1\nmax_steps = 1\n",
      inlet, at, at);
}
}  // namespace

TEST_CASE("between two pressures gas flows as through a microchannel with slip") {
  constexpr double inlet = 1.3, length = 20, slip = 6 * 1.1466 * 0.05;
  const Case c = case_from(channel_between_pressures(inlet, "face"));
  const auto backend = make_serial_operations(c);
  const State s = steady_state(c, *backend);
  const auto layout = c.mesh.layout();
  const auto p = [&](int i, int j) { return s.rho[layout.at(i, j)] * s.T[layout.at(i, j)]; };
  for (int j = 0; j < layout.ny; ++j) {
    CHECK(0.5 * (p(-1, j) + p(0, j)) == doctest::Approx(inlet).epsilon(1e-9));
    CHECK(0.5 * (p(layout.nx - 1, j) + p(layout.nx, j)) == doctest::Approx(1).epsilon(1e-9));
  }
  const auto passed = rounded(c, backend->diagnostics().totals()).flow;
  CHECK(passed[mesh::east].mass == doctest::Approx(passed[mesh::west].mass).epsilon(1e-6));
  const double B = c.gas.factors().B;
  const double flow = 0.5 / (24 * B * length) * (inlet * inlet - 1 + 2 * slip * (inlet - 1));
  const double x = c.mesh.x.centre(20) / length;
  const double middle = -slip + std::sqrt((slip + inlet) * (slip + inlet) -
                                          (inlet * inlet - 1 + 2 * slip * (inlet - 1)) * x);
  std::cout << "microchannel p " << inlet << " -> 1: flow " << passed[mesh::east].mass
            << " closed form " << flow << ", p in the middle " << p(20, 5) << " closed form "
            << middle << '\n';
  CHECK(passed[mesh::east].mass == doctest::Approx(flow).epsilon(0.03));
  CHECK(p(20, 5) == doctest::Approx(middle).epsilon(0.005));
}

TEST_CASE("a pressure imposed at the ghosts acts half a cell further out") {
  const Case c = case_from(channel_between_pressures(1.3, "ghost"));
  const State s = steady_state(c, *make_serial_operations(c));
  const auto layout = c.mesh.layout();
  CHECK(s.rho[layout.at(-1, 3)] * s.T[layout.at(-1, 3)] == doctest::Approx(1.3).epsilon(1e-12));
}

TEST_CASE("what an inflow brings leaves through a pressure") {
  const Case c = case_from(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 6\ny = 0 1\ncells = 24 10\n"
      "[boundary]\nwest = inflow velocity=0.1 profile=parabolic density=1.1\n"
      "east = pressure p=1\nsouth = wall\nnorth = wall\n"
      "[time]\nstep = 0.05\nmax_steps = 1\n");
  const auto backend = make_serial_operations(c);
  steady_state(c, *backend);
  double given = 0;
  for (const double velocity : c.side_values[mesh::west].across) given += 1.1 * velocity * 0.1;
  const auto passed = rounded(c, backend->diagnostics().totals()).flow;
  CHECK(passed[mesh::west].mass == doctest::Approx(given).epsilon(1e-12));
  CHECK(passed[mesh::east].mass == doctest::Approx(given).epsilon(1e-6));
}

TEST_CASE("a uniform inflow between periodic sides is the same in every column, corners too") {
  const Case c = case_from(
      "[gas]\nknudsen = 0.05\nmach = 0.5\n[mesh]\nx = 0 2\ny = 0 1\ncells = 8 10\n"
      "[boundary]\nsouth = inflow velocity=0.3 along=0.1 density=1.2 temperature=1.1\n"
      "north = pressure p=1\nwest = periodic\neast = periodic\n" +
      one_step);
  const State s = state_after(c, 60);
  const auto layout = c.mesh.layout();
  for (const auto* field : {&s.u, &s.v, &s.T, &s.rho})
    for (int j = 0; j < layout.ny; ++j)
      for (int i = 1; i < layout.nx; ++i)
        CHECK((*field)[layout.at(i, j)] == (*field)[layout.at(0, j)]);
  CHECK(s.u[layout.at(3, 1)] > 0.01);  // it has entered
}

TEST_CASE("an inflow mirrored west-east gives the mirrored fields") {
  const auto box = [](const char* along, const char* west, const char* east) {
    return case_from(fmt::format(
        "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 2\ny = 0 1\ncells = 12 9\n[boundary]\n"
        "south = inflow velocity=0.2 along={} density=1.2 temperature=1.3\nnorth = outflow\n"
        "west = {}\neast = {}\n[time]\nstep = 0.01\nmax_steps = 1\n",
        along, west, east));
  };
  for (const auto& [west, east] : {std::pair("pressure p=1", "outflow"), {"wall", "symmetry"}}) {
    CAPTURE(west);
    const Case c = box("0.1", west, east), m = box("-0.1", east, west);
    const State a = state_after(c, 50), b = state_after(m, 50);
    const auto layout = c.mesh.layout();
    const int nx = layout.nx;
    for (int j = 0; j < layout.ny; ++j)
      for (int i = 0; i <= nx; ++i) {
        CHECK(std::abs(a.u[layout.at(i, j)] + b.u[layout.at(nx - i, j)]) < 1e-12);
        if (i == nx) continue;
        for (const auto field : {&State::v, &State::T, &State::rho})
          CHECK(std::abs((a.*field)[layout.at(i, j)] - (b.*field)[layout.at(nx - 1 - i, j)]) <
                1e-12);
      }
  }
}

TEST_CASE("a run does not end as steady before its inflow has begun") {
  Case c = case_from(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 2\ny = 0 1\ncells = 8 6\n"
      "[boundary]\nwest = inflow velocity=0.1\neast = pressure p=1\nsouth = wall\nnorth = wall\n"
      "[initial]\nstate = rest\n[time]\nstep = 0.01\nsteady = 1e-9\nmax_steps = 40\n");
  const auto ending = [&](double begins) {
    c.side_values[mesh::west].times = {begins, begins + 0.05};
    c.side_values[mesh::west].factors = {0, 1};
    const auto backend = make_serial_operations(c);
    backend->upload(initial_state(c));
    return run_time_loop(c, *backend, {});
  };
  const auto moving = ending(0.25);
  CHECK(moving.stopped_by == "max_steps");
  CHECK(moving.step == 40);
  c.side_values[mesh::west].across.assign(6, 0.0);  // no inflow: steady after the table ends
  const auto still = ending(0.25);
  CHECK(still.stopped_by == "steady");
  CHECK(still.step == 30);
}

// Gas at rest between a wall with a heat flow and one at T = 1: T^(3/2) is linear, and
// k0 (2/3) d(T^(3/2))/dy is the flow, k0 = A CT1/(gamma - 1).
TEST_CASE("a given heat flow goes through gas at rest") {
  constexpr double flux = -0.06;  // into the gas
  const auto error = [&](int rows) {
    const Case c =
        case_from(fmt::format("[gas]\nknudsen = 0.05\n[mesh]\nx = 0 4\ny = 0 1\ncells = 4 {}\n"
                              "[boundary]\nwest = periodic\neast = periodic\nsouth = wall flux={}\n"
                              "north = wall jump=off\n[time]\nstep = 0.1\nmax_steps = 1\n",
                              rows, flux));
    const State s = steady_state(c, *make_serial_operations(c));
    double largest = 0;
    for (int j = 0; j < rows; ++j) {
      const double exact = std::pow(
          1 - 1.5 * flux / (0.75 * c.gas.factors().CT1) * (1 - c.mesh.y.centre(j)), 2.0 / 3.0);
      largest = std::max(largest, std::abs(s.T[c.mesh.layout().at(1, j)] - exact));
    }
    return largest;
  };
  const double coarse = error(8), fine = error(16);
  std::cout << "heat flow: error of T " << coarse << " -> " << fine << '\n';
  CHECK(fine < 2e-3);
  CHECK(std::log2(coarse / fine) > 1.8);
}

// Ends at one pressure, walls warmer to the east: rho u = 3/4 B dT/dx T^(-1/2) far from the ends.
TEST_CASE("gas creeps to the warmer end of a wall") {
  const auto flow = [](const std::string& slip, double coefficient = 0.75) {
    const Case c = case_from(fmt::format(
        "[gas]\nknudsen = 0.02\ncreep_coefficient = {1}\n[mesh]\nx = 0 10\ny = 0 1\ncells = 40 8\n"
        "[boundary]\nwest = pressure p=1 temperature=1\neast = pressure p=1 temperature=1.2\n"
        "south = wall temperature=1,1.2 jump=off slip={0}\nnorth = wall temperature=1,1.2 jump=off "
        "slip={0}\n[time]\nstep = 0.1\nmax_steps = 1\n",
        slip, coefficient));
    const auto backend = make_serial_operations(c);
    steady_state(c, *backend, 1e-7);
    return rounded(c, backend->diagnostics().totals()).flow[mesh::east].mass /
           (0.75 * c.gas.factors().B * 0.02 / std::sqrt(1.1));
  };
  const double with_creep = flow("creep");
  std::cout << "thermal creep: flow over 3/4 B dT/dx: " << with_creep << '\n';
  CHECK(with_creep == doctest::Approx(1).epsilon(0.1));
  CHECK(flow("creep", 1.018) == doctest::Approx(with_creep * 1.018 / 0.75).epsilon(0.01));
  CHECK(std::abs(flow("on")) < 0.1);
}

TEST_CASE("a temperature that varies by nothing changes no bit") {
  const auto run = [](const std::string& temperature) {
    const Case c = case_from(channel_text(31, 13, 0.125, body_line(0.125, 9, 4, 14, 9)),
                             {"boundary.south=wall temperature=" + temperature});
    const auto backend = make_serial_operations(c);
    backend->upload(initial_state(c));
    advance_steps(*backend, 10, *c.time.step, {1e-9, 30});
    return backend->download();
  };
  const State one = run("1.25"), two = run("1.25,1.25");
  CHECK(one.u == two.u);
  CHECK(one.rho == two.rho);
}

}  // namespace slipflow::simple_ts::test_sides
