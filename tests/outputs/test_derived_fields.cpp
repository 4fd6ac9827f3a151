// Fields that follow from the state: exact for linear fields on a stretched mesh, next to walls
// with their slip and jump, one-sided at open boundaries.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "slipflow/simple_ts/fields.hpp"
#include "slipflow/simple_ts/host_context.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_derived_fields {

namespace {
const std::string text =
    "[gas]\nknudsen = 0.05\nmach = 0.5\nviscosity_exponent = 1\n[mesh]\nx = 0 12\ny = 0 6\n"
    "cells = 12 9\nx_stretch = geometric 1.1\n[body]\nrectangle = 5 2 8 4 temperature=1.4\n"
    "[boundary]\nwest = inflow velocity=1\neast = outflow\nsouth = wall slip=free jump=adiabatic\n"
    "north = wall velocity=0.3,0 temperature=1.2\n[time]\nstep = 0.01\nmax_steps = 1\n";

/// rho = 2 + x/10, T = 1 + x/5 + y/10, u = x + 2 y, v = 3 x - y at all nodes.
State linear_state(const Case& c) {
  State s = initial_state(c);
  const auto layout = c.mesh.layout();
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) {
      const auto at = layout.at(i, j);
      const double x = c.mesh.x.centre(i), y = c.mesh.y.centre(j);
      s.rho[at] = 2 + x / 10;
      s.T[at] = 1 + x / 5 + y / 10;
      s.u[at] = c.mesh.x.faces[i] + 2 * y;
      s.v[at] = 3 * x - c.mesh.y.faces[j];
    }
  return s;
}

double value(const Case& c, const State& s, const std::string& name, int i, int j) {
  return cell_field(c, s, name).values[static_cast<std::size_t>(j * c.mesh.x.cells() + i)];
}

doctest::Approx near(double x) { return doctest::Approx(x).epsilon(1e-11); }
}  // namespace

TEST_CASE("derived fields of linear fields are exact, at open boundaries too") {
  const Case c = case_from(text);
  const State s = linear_state(c);
  for (const int i : {1, 3}) {
    CAPTURE(i);
    const int j = 4;
    const double T = s.T[c.mesh.layout().at(i, j)], rho = s.rho[c.mesh.layout().at(i, j)];
    const double k = c.gas.factors().A / (c.gas.gamma - 1) * c.gas.factors().CT1 * T;
    CHECK(value(c, s, "vorticity", i, j) == near(3 - 2));
    CHECK(value(c, s, "divergence", i, j) + 1 == near(1));
    CHECK(value(c, s, "schlieren", i, j) == near(0.1));
    CHECK(value(c, s, "heat_flux_x", i, j) == near(-k / 5));
    CHECK(value(c, s, "heat_flux_y", i, j) == near(-k / 10));
    CHECK(value(c, s, "heat_flux", i, j) == near(std::hypot(k / 5, k / 10)));
    CHECK(value(c, s, "knudsen", i, j) == near(0.05 * std::sqrt(T) / rho));
    CHECK(value(c, s, "knudsen_gradient", i, j) == near(0.05 * std::sqrt(T) / rho * 0.1 / rho));
    const double mach = value(c, s, "mach", i, j);
    CHECK(value(c, s, "T_total", i, j) == near(T * (1 + (c.gas.gamma - 1) / 2 * mach * mach)));
  }
  // The gradient along x only: along y there are other conditions, or the same.
  for (const int i : {0, 11}) CHECK(value(c, s, "schlieren", i, 4) == near(0.1));
}

TEST_CASE("next to a wall a derivative ends at the gas at the wall, with slip and jump") {
  const Case c = case_from(text);
  const State s = linear_state(c);
  const HostContext host(c);
  const SfContext equations = host.view(s, s, 1.0);
  const int i = 2, j = 8;
  const double h = c.mesh.y.widths[j];
  const auto& layout = c.mesh.layout();
  const auto u_c = [&](int row) {
    return 0.5 * (s.u[layout.at(i, row)] + s.u[layout.at(i + 1, row)]);
  };
  const double u_w = 0.5 * (sf_slip_along(&equations, SF_X, SF_Y, sf_node(i, j), 1) +
                            sf_slip_along(&equations, SF_X, SF_Y, sf_node(i + 1, j), 1));
  CHECK(u_w > 0.3);
  const double dudy = (u_w - 0.5 * (u_c(j) + u_c(j - 1))) / h;
  CHECK(value(c, s, "vorticity", i, j) == near(3 * 0.5 - dudy));  // v is 0 on the wall
  const SfWallFace face =
      sf_wall_face(&equations, SF_Y, sf_node(i, j), 1, sf_tag(&equations, sf_node(i, j + 1)));
  const double T_w = sf_wall_gas(&equations, face).T, T = s.T[layout.at(i, j)];
  const double T_s = 0.5 * (T + s.T[layout.at(i, j - 1)]);
  const double k = c.gas.factors().A / (c.gas.gamma - 1) * c.gas.factors().CT1 * T;
  CHECK(value(c, s, "heat_flux_y", i, j) == near(-k * (T_w - T_s) / h));
  const double rho_w = sf_wall_gas(&equations, face).rho, rho = s.rho[layout.at(i, j)];
  CHECK(rho_w != doctest::Approx(rho));
  const double drho_dy = (rho_w - 0.5 * (rho + s.rho[layout.at(i, j - 1)])) / h;
  CHECK(value(c, s, "schlieren", i, j) == near(std::hypot(0.1, drho_dy)));
  // At the plane of free slip the gas has the values of the cell.
  CHECK(value(c, s, "vorticity", i, 0) == near(3 - 2 * 0.5));
  // Solid cells.
  CHECK(value(c, s, "vorticity", c.bodies[0].cells.i0, 4) == 0);
  CHECK(value(c, s, "T_total", c.bodies[0].cells.i0, 4) == 1.4);
}

TEST_CASE("in a corner the gas at the wall has the velocity of its one node, or that of the wall") {
  // Between the bodies is a pit one cell wide, above whose floor no node of u slides.
  const Case c = case_from(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 12\ny = 0 6\ncells = 12 9\n[body]\n"
      "rectangle = 2 0 4 2\nrectangle = 5 0 7 2\n[boundary]\nwest = periodic\neast = periodic\n"
      "south = wall velocity=0.7,0\nnorth = wall\n[time]\nstep = 0.01\nmax_steps = 1\n");
  State s = linear_state(c);
  std::ranges::fill(s.v, 0.0);  // so that the vorticity is -du/dy
  const HostContext host(c);
  const SfContext equations = host.view(s, s, 1.0);
  const auto at_floor = [&](int i) {
    const auto u_c = [&](int row) {
      const auto at = c.mesh.layout().at(i, row);
      return 0.5 * (s.u[at] + s.u[at + 1]);
    };
    return 0.5 * (u_c(0) + u_c(1)) + value(c, s, "vorticity", i, 0) * c.mesh.y.widths[0];
  };
  CHECK(at_floor(4) == near(0.7));
  CHECK(at_floor(1) == near(sf_slip_along(&equations, SF_X, SF_Y, sf_node(1, 0), -1)));
  CHECK(at_floor(7) == near(sf_slip_along(&equations, SF_X, SF_Y, sf_node(8, 0), -1)));
}

TEST_CASE("the stream function changes by the mass flux between two lines, and not along a body") {
  const std::string channel =
      "[gas]\nknudsen = 0.05\nmach = 0.5\n[mesh]\nx = 0 12\ny = 0 6\ncells = 12 9\n"
      "[body]\nrectangle = 5 2 8 4\n[boundary]\nwest = inflow velocity=1\neast = outflow\n"
      "south = wall\nnorth = wall\n";
  const Case c = case_from(channel + one_step);
  State s = initial_state(c);
  const auto layout = c.mesh.layout();
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i <= layout.nx; ++i)
      if (!c.mesh.solid(i, j) && !c.mesh.solid(i - 1, j)) s.u[layout.at(i, j)] = 1 + 0.1 * j;
  const double h = c.mesh.y.widths[0];
  // In the middle of the first and third rows of the first column.
  CHECK(value(c, s, "psi", 0, 0) == near(0.5 * h * 1.0));
  CHECK(value(c, s, "psi", 0, 2) == near(h * (1.0 + 1.1 + 0.5 * 1.2)));
  const auto psi = cell_field(c, s, "psi").values;
  CHECK(psi[static_cast<std::size_t>(4 * layout.nx + 6)] == 0);  // solid
  // A stream to the north, of density 1.
  const Case up = case_from(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 12\ny = 0 6\ncells = 12 9\n[boundary]\n"
      "west = periodic\neast = periodic\nsouth = inflow velocity=0.5\nnorth = outflow\n"
      "[time]\nstep = 0.01\nmax_steps = 1\n");
  State stream = initial_state(up);
  std::ranges::fill(stream.u, 0.0);
  std::ranges::fill(stream.v, 0.5);
  CHECK(value(up, stream, "psi", 3, 0) == near(-0.5 * 3.5));
  CHECK(value(up, stream, "psi", 11, 8) == near(-0.5 * 11.5));
}

}  // namespace slipflow::simple_ts::test_derived_fields
