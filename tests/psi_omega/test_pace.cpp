// Steps are halved where an iteration towards steady flow does not converge.
#include <cmath>

#include "flows.hpp"
#include "solver/pace.hpp"

using namespace psi_tests;
using psi_omega::Pace;
using psi_omega::TimeScheme;

namespace {
// Watches steps with the changes change(step); returns the number of warnings.
template <class Change>
int watch(Pace& pace, TimeScheme scheme, int first, int last, Change change) {
  int warnings = 0;
  for (int step = first; step < last; ++step)
    warnings += pace.watch(scheme, change(step), 0.05).empty() ? 0 : 1;
  return warnings;
}
}  // namespace

TEST_CASE("steps in pseudo time are halved when the change has not fallen for 500 of them") {
  const auto cycle = [](int step) { return 1 + 0.5 * (step % 7); };
  Pace pace;
  CHECK(watch(pace, TimeScheme::steady, 0, 999, cycle) == 0);
  CHECK(pace.part() == 1);
  CHECK(watch(pace, TimeScheme::steady, 999, 1000, cycle) == 1);
  CHECK(pace.part() == 0.5);
  // Six times more, then a last warning that says what to do.
  CHECK(watch(pace, TimeScheme::steady, 1000, 10000, cycle) == 6);
  CHECK(pace.part() == 1.0 / 128);
}

TEST_CASE("steps are not halved while the change falls, nor before 10 L/U have passed") {
  Pace pace;
  CHECK(watch(pace, TimeScheme::steady, 0, 5000, [](int step) { return 1.0 / (1 + step); }) == 0);
  CHECK(pace.part() == 1);
  int warnings = 0;
  for (int step = 0; step < 1500; ++step)
    warnings += pace.watch(TimeScheme::steady, 1, 1e-3).empty() ? 0 : 1;
  CHECK(warnings == 0);
}

TEST_CASE("lines begin anew with half of the factors when their change has grown by 1000") {
  Pace pace;
  const auto grows = [](int step) { return step < 10 ? 1.0 / (1 + step) : 0.1 * (step - 9); };
  CHECK(watch(pace, TimeScheme::rows, 0, 1000, grows) == 0);
  CHECK(!pace.begins_anew());
  CHECK(watch(pace, TimeScheme::rows, 1000, 1011, grows) == 1);
  CHECK(pace.begins_anew());
  CHECK(pace.part() == 0.5);
  CHECK(watch(pace, TimeScheme::rows, 1011, 1020, grows) == 0);
  CHECK(!pace.begins_anew());
}

TEST_CASE("a steady flow that is not finite begins anew, an unsteady one does not") {
  const auto nothing = [](int) { return std::nan(""); };
  Pace steady, unsteady;
  CHECK(watch(steady, TimeScheme::steady, 0, 20, nothing) == 7);
  CHECK(!steady.begins_anew());
  CHECK(watch(unsteady, TimeScheme::adi, 0, 20, nothing) == 0);
  CHECK(unsteady.part() == 1);
}

TEST_CASE("a pace that is recalled goes the same way") {
  const auto cycle = [](int step) { return 1 + 0.5 * (step % 7); };
  Pace whole, first, second;
  watch(whole, TimeScheme::steady, 0, 2345, cycle);
  watch(first, TimeScheme::steady, 0, 1234, cycle);
  second.recall(first.memory());
  CHECK(second.memory() == first.memory());
  watch(second, TimeScheme::steady, 1234, 2345, cycle);
  CHECK(second.memory() == whole.memory());
  second.recall({1});
  second.recall({-1, 0, 0, 0, 0});
  CHECK(second.memory() == whole.memory());
}

TEST_CASE("a cavity whose step is too long settles after it was halved") {
  const Overrides long_step = {"time.step=0.4", "relaxation.wall=0.2", "scheme.convection=skew"};
  const Flow flow(cavity(16, 1000), long_step);
  const auto simulation = flow.start();
  CHECK(run_to_steady(*simulation, 1e-6, 5000) < 5000);
  CHECK(simulation->time_step() == 0.2);
  CHECK(simulation->warnings_after(1).size() == 1);
}

TEST_CASE("a cavity that diverges begins anew with a shorter step") {
  const Flow flow(cavity(16, 1000), {"time.step=0.4", "relaxation.wall=0.2"});
  const auto simulation = flow.start();
  CHECK(run_to_steady(*simulation, 1e-6, 10000) < 10000);
  CHECK(simulation->time_step() < 0.2);
  for (const double psi : values(*simulation, "psi")) CHECK(std::isfinite(psi));
}

TEST_CASE("lines that diverge begin anew and converge") {
  const Flow flow(cavity(16, 400),
                  {"scheme.time=rows", "relaxation.vorticity=0.8", "relaxation.wall=1"});
  const auto simulation = flow.start();
  CHECK(run_to_steady(*simulation, 1e-6, 20000) < 20000);
  CHECK(simulation->warnings_after(1).size() >= 1);
  const Flow slower(cavity(16, 400), {"scheme.time=steady"});
  const auto steady = slower.start();
  run_to_steady(*steady, 1e-7, 20000);
  const auto psi = values(*simulation, "psi"), expected = values(*steady, "psi");
  for (std::size_t k = 0; k < psi.size(); ++k) CHECK(std::abs(psi[k] - expected[k]) < 1e-4);
}
