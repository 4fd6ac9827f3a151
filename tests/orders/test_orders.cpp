// Orders of accuracy of every scheme, from a manufactured solution: sources make a known smooth,
// doubly periodic flow solve the equations. L1 norm; four refinements, uniform and smoothly
// stretched.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <numbers>

#include "manufactured_solution.h"
#include "slipflow/simple_ts/host_context.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_orders {

namespace {
namespace mm = slipflow::manufactured;

struct Problem {
  Case c;
  mm::Manufactured exact;
};

// Faces that crowd and thin out smoothly, with the period of the domain.
mesh::Axis wavy_axis(int n) {
  std::vector<double> faces(n + 1);
  for (int k = 0; k <= n; ++k) {
    const double xi = static_cast<double>(k) / n;
    faces[k] = xi + 0.05 * std::sin(2 * std::numbers::pi * xi);
  }
  return mesh::axis_from_faces(faces);
}

Problem make_problem(int n, bool stretched, const std::string& convection, const std::string& time,
                     double rate) {
  Problem problem{
      case_from(fmt::format("[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = 0 1\ncells = {} {}\n"
                            "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\n"
                            "north = periodic\n[time]\nstep = 1\nmax_steps = 1\n",
                            n, n),
                {"scheme.convection=" + convection, "scheme.time=" + time}),
      {}};
  if (stretched) problem.c.mesh.x = problem.c.mesh.y = wavy_axis(n);
  const GasFactors gas = problem.c.gas.factors();
  problem.exact = {gas.A, gas.B, gas.CT1, gas.CT2, gas.CT3, rate};
  return problem;
}

double x_c(const Case& c, int i) { return c.mesh.x.centre(i); }
double y_c(const Case& c, int j) { return c.mesh.y.centre(j); }
double x_f(const Case& c, int i) { return c.mesh.x.faces[i]; }
double y_f(const Case& c, int j) { return c.mesh.y.faces[j]; }

// f(i, j, index) for every cell.
template <class F>
void for_cells(const Case& c, F f) {
  const auto layout = c.mesh.layout();
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) f(i, j, layout.at(i, j));
}

State exact_state(const Problem& m, double t) {
  State s = initial_state(m.c);
  for_cells(m.c, [&](int i, int j, std::size_t at) {
    s.rho[at] = m.exact.rho(x_c(m.c, i), y_c(m.c, j), t);
    s.T[at] = m.exact.T(x_c(m.c, i), y_c(m.c, j), t);
    s.u[at] = m.exact.u(x_f(m.c, i), y_c(m.c, j), t);
    s.v[at] = m.exact.v(x_c(m.c, i), y_f(m.c, j), t);
  });
  update_ghosts(m.c, s);
  return s;
}

// The serial code also computes the faces at the far sides, images of the first ones.
void set_sources(const Problem& m, double t) {
  ManufacturedSources& sources = manufactured_sources();
  const auto layout = m.c.mesh.layout();
  for (auto* field : {&sources.rho, &sources.u, &sources.v, &sources.T})
    field->assign(layout.size(), 0);
  for_cells(m.c, [&](int i, int j, std::size_t at) {
    sources.rho[at] = m.exact.source_rho(x_c(m.c, i), y_c(m.c, j), t);
    sources.T[at] = m.exact.source_T(x_c(m.c, i), y_c(m.c, j), t);
    sources.u[at] = m.exact.source_u(x_f(m.c, i), y_c(m.c, j), t);
    sources.v[at] = m.exact.source_v(x_c(m.c, i), y_f(m.c, j), t);
    if (i == layout.nx - 1) sources.rho[layout.at(-1, j)] = sources.rho[at];
    if (i == 0) sources.rho[layout.at(layout.nx, j)] = sources.rho[at];
    if (j == layout.ny - 1) sources.rho[layout.at(i, -1)] = sources.rho[at];
    if (j == 0) sources.rho[layout.at(i, layout.ny)] = sources.rho[at];
    if (i == 0) sources.u[layout.at(layout.nx, j)] = sources.u[at];
    if (j == 0) sources.v[layout.at(i, layout.ny)] = sources.v[at];
  });
}

State run_to(const Problem& m, double end, int steps) {
  const double dt = end / steps;
  set_sources(m, 0);
  const auto backend = make_serial_operations(m.c);
  backend->upload(exact_state(m, 0));
  for (int n = 1; n <= steps; ++n) {
    if (m.exact.rate != 0) set_sources(m, n * dt);
    const auto result = advance_time_step(*backend, dt, {1e-10, 300});
    REQUIRE(result.converged);
  }
  return backend->download();
}

using Errors = std::array<double, 4>;  // rho, u, v, T
constexpr std::array<const char*, 4> names = {"rho", "u", "v", "T"};

// L1 norms of the differences of two states.
Errors difference(const Case& c, const State& a, const State& b) {
  Errors e{};
  for_cells(c, [&](int i, int j, std::size_t at) {
    const double area = c.mesh.x.widths[i] * c.mesh.y.widths[j];
    e[0] += area * std::abs(a.rho[at] - b.rho[at]);
    e[1] += area * std::abs(a.u[at] - b.u[at]);
    e[2] += area * std::abs(a.v[at] - b.v[at]);
    e[3] += area * std::abs(a.T[at] - b.T[at]);
  });
  return e;
}

void print_row(const std::string& what, const Errors& e, const Errors* coarser) {
  std::cout << "| " << what;
  for (int f = 0; f < 4; ++f)
    std::cout << fmt::format(" | {:.3e} ", e[f])
              << (coarser ? fmt::format("({:.2f})", std::log2((*coarser)[f] / e[f])) : "");
  std::cout << " |\n";
}

void check_space(const std::string& convection, const std::string& time, bool stretched,
                 double least) {
  std::vector<Errors> errors;
  for (int n : {8, 16, 32, 64, 128}) {
    const Problem m = make_problem(n, stretched, convection, time, 0);
    errors.push_back(difference(m.c, run_to(m, 0.1, n), exact_state(m, 0)));
    print_row(fmt::format("{} {} {} {} x {}", time, convection, stretched ? "stretched" : "uniform",
                          n, n),
              errors.back(), errors.size() > 1 ? &errors.end()[-2] : nullptr);
  }
  for (int f = 0; f < 4; ++f) {
    CAPTURE(names[f]);
    CHECK(std::log2(errors[3][f] / errors[4][f]) > least);
  }
}

// The solution swings; differences of runs whose steps halve must halve.
void check_time(const std::string& convection, const std::string& time) {
  const Problem m = make_problem(12, false, convection, time, 6);
  std::vector<State> runs;
  for (int steps : {100, 200, 400, 800, 1600}) runs.push_back(run_to(m, 0.25, steps));
  std::vector<Errors> changes;
  for (std::size_t k = 0; k + 1 < runs.size(); ++k) {
    changes.push_back(difference(m.c, runs[k], runs[k + 1]));
    print_row(fmt::format("{} {} time, {} -> {} steps", time, convection, 100 << k, 200 << k),
              changes.back(), k > 0 ? &changes.end()[-2] : nullptr);
  }
  for (int f = 0; f < 4; ++f) {
    CAPTURE(names[f]);
    CHECK(std::log2(changes[2][f] / changes[3][f]) > 0.95);
  }
}
}  // namespace

TEST_CASE("promise 14: orders of accuracy in space") {
  for (const char* time : {"implicit", "explicit"})
    for (bool stretched : {false, true}) {
      check_space("upwind", time, stretched, 0.95);
      check_space("tvd", time, stretched, 1.9);
    }
}

TEST_CASE("promise 14: orders of accuracy in space of the other limiters") {
#define SF_CHECK_SPACE(name, number, limiter) \
  if (number > 1) check_space(#name, number % 2 ? "implicit" : "explicit", true, 1.8);
  SF_CONVECTION_SCHEMES(SF_CHECK_SPACE)
#undef SF_CHECK_SPACE
}

TEST_CASE("promise 14: orders of accuracy in time") {
  for (const char* time : {"implicit", "explicit"})
    for (const char* convection : {"upwind", "tvd"}) check_time(convection, time);
}

}  // namespace slipflow::simple_ts::test_orders
