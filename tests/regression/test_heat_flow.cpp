// A prescribed heat flow greater than the gas can conduct; docs/methods/simple-ts.md (50).
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "loads_of_state.hpp"
#include "test_cases.hpp"
#include "time_loop.hpp"

namespace slipflow::simple_ts::test_heat_flow {

namespace {
/// A layer 1 high between the wall with the heat flow and one at T = 1, of 10 rows, Kn 0.01.
Case layer(const std::string& flux, const std::vector<std::string>& set = {}) {
  return case_from(
      "[gas]\nknudsen = 0.01\n[mesh]\nx = 0 1\ny = 0 1\ncells = 4 10\n"
      "[boundary]\nwest = periodic\neast = periodic\nsouth = wall flux=" +
          flux + "\nnorth = wall temperature=1\n[time]\nstep = 0.05\nmax_steps = 2000\n",
      set);
}

bool has_note(const Case& c, const std::string& words) {
  return std::any_of(c.notes.begin(), c.notes.end(), [&](const std::string& note) {
    return note.find(words) != std::string::npos;
  });
}
}  // namespace

TEST_CASE("a heat flow beyond what the gas conducts is limited: temperatures stay positive") {
  for (const char* diagonal : {"outflow", "plain"}) {
    const Case c = layer("0.3", {std::string("inner.diagonal=") + diagonal});
    const auto backend = make_serial_operations(c);
    backend->upload(initial_state(c));
    std::vector<std::string> warnings;
    TimeLoopEvents events;
    events.warning = [&](const std::string& text) { warnings.push_back(text); };
    const RunTotals totals = run_time_loop(c, *backend, events);
    CHECK(totals.step == 2000);
    const State s = backend->download();
    const auto at = c.mesh.layout().at(1, 0);
    CHECK(s.T[at] > 0);
    CHECK(s.T[at] < 0.5);
    CHECK(std::count_if(warnings.begin(), warnings.end(), [](const std::string& text) {
            return text.find("heat flow of south is limited") != std::string::npos;
          }) == 1);
    // The wall takes the heat that the cell loses: in the steady state the same as the other wall
    // gives.
    const auto loads = rounded(c, backend->diagnostics().wall_loads());
    const double taken = wall_forces(c, loads[0]).heat(), given = -wall_forces(c, loads[1]).heat();
    CHECK(taken > 0);
    CHECK(taken == doctest::Approx(given).epsilon(1e-3));
    CHECK(taken < 0.1 * 0.3);
  }
}

TEST_CASE("a heat flow that the gas conducts is not limited") {
  const Case c = layer("0.004");
  const State s = state_after(c, 20);
  const auto loads = wall_loads(c, s);
  CHECK(loads[0][mesh::north].limited == 0);
  CHECK(wall_forces(c, loads[0]).heat() == doctest::Approx(0.004).epsilon(1e-12));
  CHECK(c.notes.empty());
}

TEST_CASE("heat flows without a steady state are noted") {
  CHECK(has_note(layer("0.3"), "conducts at most 0.00692"));  // k0/(1.5 H)
  CHECK(has_note(layer("0.01", {"boundary.north=wall flux=0.01"}), "cool the gas with 0.02"));
  CHECK(has_note(layer("0.01", {"boundary.north=wall flux=-0.02"}), "heat the gas with 0.01"));
  CHECK(layer("0.01", {"boundary.north=wall flux=-0.01"}).notes.empty());
}

}  // namespace slipflow::simple_ts::test_heat_flow
