// Cases with cut walls, their flow, and its error, for tests against closed forms.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "slipflow/mesh/cut_mesh.hpp"
#include "slipflow/simple_ts/forces.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::cut_wall_flows {

inline constexpr double kKnudsen = 0.1, kSlip = 1.1466 * kKnudsen, kJump = 2.1904 * kKnudsen;
inline const double kB = 5 * std::sqrt(std::numbers::pi) / 16 * kKnudsen;  // of the gas factors

/// A periodic box around the origin or from it.
struct Box {
  double x0, x1, y0, y1;
  int nx, ny;
};

inline Case case_with(const Box& box, const std::string& bodies, double g_x = 0, double g_y = 0,
                      const std::vector<std::string>& set = {}) {
  return case_from(
      fmt::format("[gas]\nknudsen = {}\nmach = 0.1\ngravity = {} {}\ncoefficients = published\n"
                  "[mesh]\nx = {} {}\ny = {} {}\ncells = {} {}\nwalls = cut\n[body]\n{}\n"
                  "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\n"
                  "north = periodic\n[initial]\nstate = rest\n[time]\nstep = 1\nmax_steps = 1\n",
                  kKnudsen, g_x, g_y, box.x0, box.x1, box.y0, box.y1, box.nx, box.ny, bodies),
      set);
}

/// Calls visit(axis, at, x, y, open) for the velocity nodes of the domain that exist; x, y: the
/// centroid of the open part of their face, whose length is `open`.
template <class Visit>
void for_nodes(const Case& c, Visit visit) {
  const auto layout = c.mesh.layout();
  mesh::for_cells(mesh::cells_of(layout), [&](int i, int j, int) {
    const std::size_t at = layout.at(i, j);
    const double x = c.mesh.x.faces[i], y = c.mesh.y.faces[j];
    const int place = c.cut->place[at];
    if (place < 0 && c.mesh.solid(i, j)) return;
    if (place < 0) {
      visit(0, at, x, c.mesh.y.centre(j), c.mesh.y.widths[j]);
      visit(1, at, c.mesh.x.centre(i), y, c.mesh.x.widths[i]);
      return;
    }
    const mesh::CutCell& cell = c.cut->cells[place];
    if (cell.open_x > 0) visit(0, at, x, cell.y_x, cell.open_x);
    if (cell.open_y > 0) visit(1, at, cell.x_y, y, cell.open_y);
  });
}

/// Gas of T 1 and density 1 that moves with u(x, y), v(x, y).
template <class Velocity>
State moving(const Case& c, Velocity velocity) {
  State s = initial_state(c);
  for_nodes(c, [&](int axis, std::size_t at, double x, double y, double) {
    s.velocity(axis)[at] = velocity(x, y)[axis];
  });
  const auto layout = c.mesh.layout();
  mesh::for_cells(mesh::padded_cells_of(layout), [&](int i, int j, int) {
    const auto source = layout.at((i + layout.nx) % layout.nx, (j + layout.ny) % layout.ny);
    for (int axis = 0; axis < 2; ++axis)
      s.velocity(axis)[layout.at(i, j)] = s.velocity(axis)[source];
  });
  return s;
}

/// Advances until u, v and T change by less than `rate` times `scale` per time.
inline State steady(Operations& backend, const State& from, double dt, double scale,
                    double rate = 1e-5, double tolerance = 1e-8) {
  backend.upload(from);
  double factor = 0, change = 1;
  for (int n = 0; n < 3000 && change > rate; ++n) {
    InnerControl control{.tolerance = scale * tolerance};
    control.max = 2000;
    control.factor = factor;
    const InnerResult result = advance_time_step(backend, dt, control);
    REQUIRE(result.converged);
    factor = result.factor;
    const Residuals over = backend.change_over_step();
    change = std::max({over.u, over.v, over.T}) / (dt * scale);
  }
  CHECK(change <= rate);
  return backend.download();
}

struct Error {
  double squares = 0, largest = 0;
  int count = 0;
  void add(double e) { squares += e * e, ++count, largest = std::max(largest, std::abs(e)); }
  double l2() const { return std::sqrt(squares / count); }
};

template <class Velocity>
Error error_of(const Case& c, const State& s, Velocity exact, double scale) {
  Error error;
  for_nodes(c, [&](int axis, std::size_t at, double x, double y, double) {
    error.add((s.velocity(axis)[at] - exact(x, y)[axis]) / scale);
  });
  return error;
}

struct Creeping {
  double flow = 0;     ///< mass through the box over gravity
  double balance = 0;  ///< relative difference of the load on the body and the applied force
};
/// Creeping flow along x past a body in a periodic box of 2 x 2, whose walls slip or do not.
inline Creeping creeping_flow(int n, const std::string& body, double x0, double y0,
                              const std::vector<std::string>& set = {}) {
  constexpr double g = 1e-4;
  const Case c = case_with({x0 - 1, x0 + 1, y0 - 1, y0 + 1, n, n}, body, g, 0, set);
  const auto backend = make_serial_operations(c);
  const State s = steady(*backend, initial_state(c), 2.0 / n, g);
  double flow = 0, force = 0;
  for_nodes(c, [&](int axis, std::size_t at, double, double, double open) {
    if (axis != 0) return;
    const double rho = s.u[at] > 0 ? s.rho[at - 1] : s.rho[at];
    flow += open * s.u[at] * rho / n;
    force += g * open * (2.0 / n) * 0.5 * (s.rho[at - 1] + s.rho[at]);
  });
  const WallLoads loads = rounded(c, backend->diagnostics().wall_loads());
  return {flow / g, wall_forces(c, loads[0]).force[0] / force - 1};
}
}  // namespace slipflow::simple_ts::cut_wall_flows
