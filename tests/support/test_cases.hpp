// Small cases for tests, and running them.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/simple_ts/keys.hpp"
#include "slipflow/simple_ts/operations.hpp"
#include "slipflow/simple_ts/time_step.hpp"

namespace slipflow::simple_ts {

/// A case from text.
inline Case case_from(const std::string& text, const std::vector<std::string>& set = {}) {
  return make_case(config::parse_case(text, "test.cfg", set, key_tables()));
}

/// The end of a text: a step of 0.01.
inline const std::string one_step = "[time]\nstep = 0.01\nmax_steps = 1\n";

/// Supersonic channel with walls moving with the stream, of nx x ny cells of width h; `bodies` are
/// lines of the [body] section. Ma 2.43, Kn 0.05.
inline std::string channel_text(int nx, int ny, double h, const std::string& bodies,
                                const std::string& more = "") {
  return fmt::format(
      "[gas]\nknudsen = 0.05\nmach = 2.43\n"
      "[mesh]\nx = 0 {}\ny = 0 {}\ncells = {} {}\n"
      "[body]\n{}\n"
      "[boundary]\nwest = stream\neast = outflow\n"
      "south = wall velocity=free_stream\nnorth = wall velocity=free_stream\n"
      "[time]\nstep = {}\nmax_steps = 100\n{}\n",
      nx * h, ny * h, nx, ny, bodies, 0.1 * h, more);
}

/// A body covering the cells [i0, i1) x [j0, j1) of a mesh of width h.
inline std::string body_line(double h, int i0, int j0, int i1, int j1,
                             const std::string& options = "") {
  return fmt::format("rectangle = {} {} {} {} {}\n", i0 * h, j0 * h, i1 * h, j1 * h, options);
}

/// k0 of (74): the heat flux over -Gamma dT/dn, non-dimensional.
inline double conductivity(const Case& c) {
  const GasFactors gas = c.gas.factors();
  return gas.A * gas.CT1 / (c.gas.gamma - 1);
}

/// Advances `steps` time steps of dt; returns the number of inner iterations.
inline int advance_steps(Operations& backend, int steps, double dt, const InnerControl& inner) {
  int total = 0;
  for (int n = 0; n < steps; ++n) total += advance_time_step(backend, dt, inner).inner;
  return total;
}

/// A case with time.step after `steps` steps of the serial reference, each as good as solved.
inline State state_after(const Case& c, int steps) {
  const auto backend = make_serial_operations(c);
  backend->upload(initial_state(c));
  advance_steps(*backend, steps, *c.time.step, {1e-14, 60});
  return backend->download();
}

/// Advances a case with time.step from its initial state until nothing changes by more than
/// `tolerance` per time.
inline State steady_state(const Case& c, Operations& backend, double tolerance, int most_steps) {
  backend.upload(initial_state(c));
  double change = 1;
  for (int n = 0; n < most_steps && change > tolerance; ++n) {
    advance_time_step(backend, *c.time.step, {1e-12, 2000});
    change = backend.change_over_step().largest() / *c.time.step;
  }
  CHECK(change <= tolerance);
  return backend.download();
}

/// Calls visit(i, j, at) for the cells of the domain that are not solid; `at`: their place in
/// fields.
template <class Visit>
void for_gas_cells(const Case& c, Visit visit) {
  const auto layout = c.mesh.layout();
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i)
      if (!c.mesh.solid(i, j)) visit(i, j, layout.at(i, j));
}

}  // namespace slipflow::simple_ts
