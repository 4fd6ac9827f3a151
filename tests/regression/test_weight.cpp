// Gas at rest under gravity: bodies bear Archimedes' force, walls the weight of the gas;
// docs/methods/simple-ts.md (57), (59), (62), (47).
#include <doctest/doctest.h>

#include <cmath>

#include "loads_of_state.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_weight {

namespace {
constexpr double kGravity = -0.5;  // over A: p falls by a factor of e per unit of length

/// A box 3 x 3 with a square of `cells` x `cells` in its middle, the weight along x or y.
Case box(int cells, bool along_x) {
  return case_from(fmt::format(
      "[gas]\nknudsen = 0.05\nmach = 1\ngravity = {} {}\n[mesh]\nx = 0 3\ny = 0 3\ncells = {} {}\n"
      "[body]\nrectangle = 1 1 2 2\n[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = "
      "wall\n"
      "[time]\nstep = 0.01\nmax_steps = 1\n",
      along_x ? kGravity : 0, along_x ? 0 : kGravity, 3 * cells, 3 * cells));
}

/// Isothermal gas at rest in the balance of the discrete momentum equations:
/// A (p_k - p_(k-1)) = g h (rho_k + rho_(k-1))/2 with p = rho.
State at_rest(const Case& c, bool along_x) {
  State s = initial_state(c);
  const auto layout = c.mesh.layout();
  const double half_weight = kGravity * c.mesh.x.widths[0];
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) {
      const int k = along_x ? i : j;
      const auto at = layout.at(i, j);
      s.u[at] = s.v[at] = 0;
      if (!c.mesh.solid(i, j)) s.rho[at] = std::pow((1 + half_weight) / (1 - half_weight), k);
    }
  return s;
}

/// Weight of the gas that the square displaces, of the profile exp(g x/A) through the middle row.
double displaced(const Case& c, const State& s, bool along_x) {
  const auto layout = c.mesh.layout();
  const int n = c.mesh.x.cells();
  const int middle = n / 2;
  double rho = 0.5 * (s.rho[layout.at(along_x ? middle : 0, along_x ? 0 : middle)] +
                      s.rho[layout.at(along_x ? middle - 1 : 0, along_x ? 0 : middle - 1)]);
  rho *= 2 * std::sinh(0.5 * kGravity / 0.5) / (kGravity / 0.5);  // mean over -1/2..1/2
  return kGravity * rho;
}
}  // namespace

TEST_CASE("a body at rest in gas at rest bears Archimedes' force") {
  for (const bool along_x : {true, false})
    for (const int cells : {2, 4, 8}) {
      const Case c = box(cells, along_x);
      const State s = at_rest(c, along_x);
      const auto loads = wall_loads(c, s);
      const WallForces f = wall_forces(c, loads.back());
      CAPTURE(along_x);
      CAPTURE(cells);
      // Of second order: 0.16 % with 8 cells, where cell pressures are 12.5 % off.
      CHECK(f.force[along_x ? 0 : 1] ==
            doctest::Approx(-displaced(c, s, along_x)).epsilon(0.11 / (cells * cells)));
      CHECK(std::abs(f.force[along_x ? 1 : 0]) < 1e-12);
      const BodyForces b = body_forces(c, loads).back();
      const double coefficient = 2 / (c.gas.u_stream * c.gas.u_stream);
      CHECK((along_x ? b.drag_pressure : b.lift_pressure) ==
            doctest::Approx(coefficient * f.force[along_x ? 0 : 1]).epsilon(1e-12));
    }
}

TEST_CASE("walls and bodies bear the weight of the gas, and the balance shows it") {
  for (const bool along_x : {true, false}) {
    const Case c = box(4, along_x);
    const auto backend = make_serial_operations(c);
    backend->upload(at_rest(c, along_x));
    const auto loads = rounded(c, backend->diagnostics().wall_loads());
    const DomainTotals totals = rounded(c, backend->diagnostics().totals());
    double force = 0;
    for (const auto& wall : loads) force += wall_forces(c, wall).force[along_x ? 0 : 1];
    CHECK(force == doctest::Approx(kGravity * totals.contents.mass).epsilon(1e-12));
    // Momentum: inflow at one boundary, outflow at the other, the force on the body, the weight.
    const auto of = [&](int side) {
      const Totals& flow = totals.flow[side];
      return along_x ? flow.momentum_x : flow.momentum_y;
    };
    const double net =
        along_x ? of(mesh::west) - of(mesh::east) : of(mesh::south) - of(mesh::north);
    const WallForces body = wall_forces(c, loads.back());
    CHECK(net + kGravity * totals.contents.mass ==
          doctest::Approx(body.force[along_x ? 0 : 1]).epsilon(1e-12));
  }
}

}  // namespace slipflow::simple_ts::test_weight
