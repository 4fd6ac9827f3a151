// A mesh that the ranks of a team share, as rank 0 sees it, is that of one rank to the last bit.
#include <doctest/doctest.h>

#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "backends/team/team_operations.hpp"
#include "parity_cases.hpp"
#include "played_pieces.hpp"
#include "slipflow/simple_ts/forces.hpp"
#include "slipflow/simple_ts/opencl_operations.hpp"
#include "slipflow/support/error.hpp"
#include "test_device.hpp"
#include "thread_team.hpp"

namespace test_team_backend {

using namespace slipflow;
using namespace slipflow::simple_ts;

namespace {
/// All numbers that a run takes from its backend.
std::vector<double> record(const Case& c, Operations& backend) {
  std::vector<double> all;
  const auto add = [&](const std::vector<double>& values) {
    all.insert(all.end(), values.begin(), values.end());
  };
  const auto add_state = [&](const State& s) {
    for (const auto* field : s.all()) add(*field);
  };
  backend.upload(initial_state(c));
  backend.diagnostics().prepare();
  backend.diagnostics().start_averages({});
  for (int n = 0; n < 3; ++n) {
    backend.impose(imposed_velocities(c, {1 + 0.1 * n, 1, 1, 1}));
    const InnerResult r = advance_time_step(backend, *c.time.step, {1e-6, 7, 0, 0.5});
    add({static_cast<double>(r.inner), r.factor, r.first.p, r.last.u, r.last.largest()});
    backend.diagnostics().add_to_averages(*c.time.step);
  }
  const StepLimits limits = backend.step_limits();
  const Residuals change = backend.change_over_step();
  add({limits.signal, limits.convection, change.p, change.T, change.u, change.v, change.w});
  for (const Contents wanted : {Contents::mass, Contents::all}) {
    const DomainTotals totals = rounded(c, backend.diagnostics().totals(wanted));
    add({totals.contents.mass, totals.contents.kinetic, totals.contents.thermal});
    for (const Totals& flow : totals.flow)
      add({flow.mass, flow.momentum_x, flow.momentum_z, flow.thermal});
  }
  for (const auto& wall : rounded(c, backend.diagnostics().wall_loads()))
    for (const SideLoads& s : wall)
      add({s.pressure, s.normal, s.friction, s.conduction, s.friction_heat, s.work, s.corner,
           s.limited, s.friction_after});
  const auto layout = c.mesh.layout();
  std::vector<int> places;
  for (int k = 0; k < static_cast<int>(layout.size()); k += 7) places.push_back(k);
  for (const NodeValues& n : backend.diagnostics().nodes(places)) add({n.u, n.v, n.w, n.T, n.rho});
  const Averages averages = backend.diagnostics().averages();
  for (const auto& mean : averages.means) add(mean);
  for (const auto& squares : averages.squares) add(squares);
  // From here on as after a restart.
  const State now = backend.download(), before = backend.download_old();
  add_state(now);
  add_state(before);
  backend.upload(now);
  backend.upload_old(before, *c.time.step);
  backend.diagnostics().start_averages(averages);
  advance_time_step(backend, *c.time.step, {0, 3});
  backend.diagnostics().add_to_averages(*c.time.step);
  for (const auto& mean : backend.diagnostics().averages().means) add(mean);
  add_state(backend.download());
  // A shorter step instead of that one.
  backend.take_back_step();
  advance_time_step(backend, *c.time.step / 2, {0, 2});
  add_state(backend.download());
  return all;
}

/// Calls `lead` with the backend of rank 0.
void lead_team(const Case& c, const mesh::Grid& grid, const TeamOperations::MakeOperations& make,
               const std::function<void(Operations&)>& lead) {
  test_support::on_ranks(grid.size(), [&](parallel::Team& team) {
    TeamOperations backend(c, team, even_pieces(c, grid), make, nullptr);
    if (team.rank() == 0)
      lead(backend);
    else
      backend.follow();
  });
}

const TeamOperations::MakeOperations serial = [](const Case& c) {
  return make_serial_operations(c);
};

}  // namespace

namespace {
/// Teams of these grids against one rank, with both kinds of schemes.
void compare_teams(const std::string& name, const std::string& text, const std::string& averages,
                   const std::vector<mesh::Grid>& grids,
                   const std::string& time_of_tvd = "explicit") {
  for (const std::string convection : {"upwind", "tvd"}) {
    CAPTURE(name);
    CAPTURE(convection);
    const Case c =
        case_from(text, {"scheme.convection=" + convection,
                         "scheme.time=" + (convection == "tvd" ? time_of_tvd : "implicit"),
                         "output.averages=" + averages});
    const auto alone = make_serial_operations(c);
    const auto expected = record(c, *alone);
    for (const mesh::Grid& grid : grids) {
      CAPTURE(grid.text(3));
      std::vector<double> actual;
      lead_team(c, grid, serial, [&](Operations& backend) { actual = record(c, backend); });
      CHECK(count_differing(actual, expected) == 0);
    }
  }
}
}  // namespace

TEST_CASE("a team has every number of one rank, and a restart from it") {
  auto cases = parity_cases();
  cases.insert(side_cases().begin(), side_cases().end());
  cases["shapes"] = shapes_case();
  cases.erase("box");
  cases.erase("thin");
  for (const auto& [name, text] : cases)
    compare_teams(name, text, "p T rho u v", {{1, 2}, {3, 1}, {2, 2}});
}

TEST_CASE("a team has every number of one rank with cut walls, and a restart from it") {
  compare_teams("cut walls", case_with_cut_walls(), "p T rho u v", {{1, 2}, {3, 1}, {2, 2}},
                "implicit");
}

TEST_CASE("a team has every number of one rank in space, and a restart from it") {
  for (const auto& [name, text] : cases_in_space()) {
    const int along_z = case_from(text).mesh.z.cells() >= 8 ? 2 : 1;
    compare_teams(name, text, "p T rho u v w", {{1, 2, 1}, {2, 1, along_z}, {2, 2, along_z}});
  }
}

namespace {
/// Devices of the ranks of a grid against one rank on the host.
void look_ahead(const Case& c, const mesh::Grid& grid) {
  const auto run = [&](Operations& backend) {
    std::vector<double> all;
    backend.upload(initial_state(c));
    double factor = kUnknownFactor;
    // The fourth step is so short that it converges earlier than those before.
    for (const double part : {1.0, 1.0, 1.0, 0.01, 1.0}) {
      const InnerResult r = advance_time_step(backend, part * *c.time.step, {1e-7, 60, 0, factor});
      CHECK(r.converged);
      factor = r.factor;
      all.insert(all.end(), {static_cast<double>(r.inner), r.factor, r.last.p, r.last.u, r.last.w});
    }
    const Residuals change = backend.change_over_step();
    all.insert(all.end(), {change.p, change.u, change.w});
    for (const State& s : {backend.download(), backend.download_old()})
      for (const auto* field : s.all()) all.insert(all.end(), field->begin(), field->end());
    return all;
  };
  const auto expected = run(*make_serial_operations(c));
  const Launch launch{.parity = true, .kernels = KernelSet::plain, .work_group_size = 16};
  // Chosen here: drivers may not be asked for the first time by two ranks at once.
  const auto queue = test_queue();
  const auto make = [&](const Case& piece) { return make_opencl_operations(piece, queue, launch); };
  lead_team(c, grid, make, [&](Operations& backend) {
    CHECK(count_differing(run(backend), expected) == 0);
    const auto times = static_cast<const TeamOperations&>(backend).rank_times();
    REQUIRE(times);
    CHECK(times->in_vain > 0);
    CHECK(times->iterations > 5 * times->in_vain);
    CHECK(times->seconds > times->waiting_halo + times->waiting_decision);
    CHECK(times->imbalance >= 1);
    CHECK(times->grid == grid.text(c.axes(), "x"));
  });
}
}  // namespace

TEST_CASE("devices look ahead, and throw away what they began in vain: bits and counts remain" *
          doctest::test_suite("full")) {
  look_ahead(case_from(parity_cases().at("middle"), {"scheme.convection=tvd"}), {2, 1});
  const std::string box =
      "[gas]\nknudsen = 0.05\nmach = 2.43\n[mesh]\nx = 0 1.5\ny = 0 0.5\nz = 0 5.5\ncells = 12 4 "
      "44\n"
      "[body]\nbox = 0.5 0.125 2.5 0.875 0.375 3 temperature=1.3\n"
      "[boundary]\nwest = stream\neast = outflow\nsouth = periodic\nnorth = periodic\n"
      "bottom = periodic\ntop = periodic\n[time]\nstep = 0.0125\nmax_steps = 100\n";
  look_ahead(case_from(box, {"scheme.convection=upwind"}), {1, 1, 2});
}

}  // namespace test_team_backend
