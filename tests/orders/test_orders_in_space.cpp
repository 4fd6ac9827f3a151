// Orders of accuracy in space of three axes, from a manufactured solution that is periodic along
// each: root mean squares of the errors when a run begins with the exact state.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <iostream>
#include <numbers>

#include "manufactured_in_space.h"
#include "slipflow/simple_ts/host_context.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_orders_in_space {

namespace {
struct Problem {
  Case c;
  manufactured::ManufacturedInSpace exact;
};

Problem make_problem(int n, bool stretched, const std::string& convection,
                     const std::string& time) {
  std::string text = "[gas]\nknudsen = 0.02\n[mesh]\nx = 0 1\ny = 0 1\nz = 0 1\n";
  text += fmt::format("cells = {0} {0} {0}\n[boundary]\n", n);
  for (const char* side : mesh::side_names) text += fmt::format("{} = periodic\n", side);
  Problem problem{case_from(text + "[time]\nstep = 1\nmax_steps = 1\n",
                            {"scheme.convection=" + convection, "scheme.time=" + time}),
                  {}};
  if (stretched) {
    std::vector<double> faces;
    for (int k = 0; k <= n; ++k) {
      const double x = static_cast<double>(k) / n;
      faces.push_back(x + 0.16 * std::sin(2 * std::numbers::pi * x) / (2 * std::numbers::pi));
    }
    problem.c.mesh.x = problem.c.mesh.y = problem.c.mesh.z = mesh::axis_from_faces(faces);
  }
  const GasFactors gas = problem.c.gas.factors();
  problem.exact = {gas.A, gas.B, gas.CT1, gas.CT2, gas.CT3, 0};
  return problem;
}

/// Something of the flow by State::all(): u, v, w, T, rho.
using Function = double (manufactured::ManufacturedInSpace::*)(double, double, double,
                                                               double) const;
using Exact = manufactured::ManufacturedInSpace;
constexpr std::array<Function, 5> kFields = {&Exact::u, &Exact::v, &Exact::w, &Exact::T,
                                             &Exact::rho};
constexpr std::array<Function, 5> kSources = {&Exact::source_u, &Exact::source_v, &Exact::source_w,
                                              &Exact::source_T, &Exact::source_rho};

/// Calls act(place in the arrays, value) with the values of a function at the nodes of a field: one
/// for each cell, and `around` further nodes on each side of the domain.
template <class Act>
void at_places(const Problem& m, int field, Function function, int around, Act act) {
  const auto layout = m.c.mesh.layout();
  const auto place = [&](int axis, int k) {
    const mesh::Axis& of = m.c.mesh.axis(axis);
    const int n = of.cells(), period = k < 0 ? -1 : k >= n ? 1 : 0, inside = k - period * n;
    return period + (axis == field ? of.faces[inside] : of.centre(inside));
  };
  for (int k = -around; k < layout.nz + around; ++k)
    for (int j = -around; j < layout.ny + around; ++j)
      for (int i = -around; i < layout.nx + around; ++i)
        act(layout.at(i, j, k), (m.exact.*function)(place(0, i), place(1, j), place(2, k), 0));
}

State exact_state(const Problem& m) {
  State s = initial_state(m.c);
  for (int field = 0; field < 5; ++field)
    at_places(m, field, kFields[field], 0,
              [&](std::size_t at, double value) { (*s.all()[field])[at] = value; });
  update_ghosts(m.c, s);
  return s;
}

void set_sources(const Problem& m) {
  ManufacturedSources& all = manufactured_sources();
  std::vector<double>* const sources[] = {&all.u, &all.v, &all.w, &all.T, &all.rho};
  for (int field = 0; field < 5; ++field) {
    sources[field]->assign(m.c.mesh.layout().size(), 0);
    at_places(m, field, kSources[field], 1,
              [&](std::size_t at, double value) { (*sources[field])[at] = value; });
  }
}

using Errors = std::array<double, 5>;

Errors errors_at(int n, bool stretched, const std::string& convection, const std::string& time) {
  const Problem m = make_problem(n, stretched, convection, time);
  constexpr double end = 0.25;
  const int steps = time == "explicit" ? n : n / 2;
  set_sources(m);
  const State exact = exact_state(m);
  const auto backend = make_serial_operations(m.c);
  backend->upload(exact);
  for (int step = 0; step < steps; ++step)
    REQUIRE(advance_time_step(*backend, end / steps, {1e-9, 300}).converged);
  const State s = backend->download();
  Errors errors{};
  for (int field = 0; field < 5; ++field) {
    double sum = 0;
    at_places(m, field, kFields[field], 0, [&](std::size_t at, double value) {
      sum += std::pow((*s.all()[field])[at] - value, 2);
    });
    errors[field] = std::sqrt(sum / static_cast<double>(m.c.cells()));
  }
  return errors;
}

/// Orders from n to 2 n cells along each axis are at least `least`. Upwind densities approach
/// theirs last.
void check_orders(int n, bool stretched, const std::string& convection, const std::string& time,
                  double least) {
  const Errors coarse = errors_at(n, stretched, convection, time);
  const Errors fine = errors_at(2 * n, stretched, convection, time);
  std::cout << fmt::format("| {} {} {} {} to {} |", time, convection,
                           stretched ? "stretched" : "uniform", n, 2 * n);
  for (int field = 0; field < 5; ++field) {
    const double order = std::log2(coarse[field] / fine[field]);
    std::cout << fmt::format(" {:.3e} {:.3e} ({:.2f}) |", coarse[field], fine[field], order);
    const bool is_upwind_density = convection == "upwind" && field == 4;
    CHECK(order > (is_upwind_density ? least - 0.05 : least));
  }
  std::cout << '\n';
}
}  // namespace

TEST_CASE("orders of accuracy on three axes: implicit") {
  check_orders(16, false, "upwind", "implicit", 0.8);
  check_orders(16, false, "tvd", "implicit", 1.9);
  check_orders(16, true, "tvd", "implicit", 1.9);
}

TEST_CASE("orders of accuracy on three stretched axes: each explicit scheme") {
  check_orders(16, true, "upwind", "explicit", 0.8);
  check_orders(16, true, "tvd", "explicit", 1.9);
  check_orders(16, true, "tvd_minmod", "explicit", 1.7);
  // Superbee steepens smooth waves on meshes as coarse as these.
  check_orders(16, true, "tvd_superbee", "explicit", 1.45);
}

}  // namespace slipflow::simple_ts::test_orders_in_space
