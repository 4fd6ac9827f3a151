// Mass: inflow equals outflow in the steady state, and a closed box keeps its mass.
#include <doctest/doctest.h>

#include <cmath>

#include "test_cases.hpp"
#include "time_loop.hpp"

namespace slipflow::simple_ts::test_balance {

TEST_CASE("promise 12: in the steady state inflow and outflow balance to the tolerance") {
  Case c = case_from(
      channel_text(48, 24, 0.25, body_line(0.25, 12, 10, 16, 14)),
      {"time.steady=1e-9", "time.max_steps=20000", "inner.tolerance=1e-12", "time.step=0.025"});
  const auto backend = make_serial_operations(c);
  backend->upload(initial_state(c));
  CHECK(run_time_loop(c, *backend, {}).stopped_by == "steady");
  const DomainTotals totals = rounded(c, backend->diagnostics().totals());
  CHECK(totals.flow[mesh::west].mass > 10);
  CHECK(std::abs(totals.flow[mesh::west].mass - totals.flow[mesh::east].mass) < 1e-7);
  CHECK(totals.flow[mesh::south].mass == 0);
  CHECK(totals.flow[mesh::north].mass == 0);
}

TEST_CASE("promise 12: a closed box keeps its mass to the inner tolerance") {
  const Case c = case_from(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = 0 1\ncells = 16 16\n"
      "[boundary]\nwest = wall\neast = wall temperature=1.5\nsouth = wall\n"
      "north = wall velocity=0.5,0\n[time]\nstep = 0.02\nmax_steps = 1\n");
  const auto backend = make_serial_operations(c);
  backend->upload(initial_state(c));
  const auto mass = [&] { return rounded(c, backend->diagnostics().totals()).contents.mass; };
  const double before = mass();
  advance_steps(*backend, 100, 0.02, {1e-12, 500});
  CHECK(std::abs(mass() - before) < 100 * 1e-11);
}

}  // namespace slipflow::simple_ts::test_balance
