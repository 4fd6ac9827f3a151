// Steps are halved where an iteration towards steady flow does not converge.
#include <cmath>

#include "copy_numbers.hpp"
#include "failure.hpp"
#include "flows.hpp"
#include "solver/pace.hpp"

namespace test_pace {

using namespace psi_tests;
using psi_omega::Pace;
using psi_omega::TimeScheme;
using namespace test_support;

namespace {
// Watches steps with the changes change(step); returns the number of warnings.
template <class Change>
int watch(Pace& pace, TimeScheme scheme, int first, int last, Change change) {
  int warnings = 0;
  for (int step = first; step < last; ++step)
    warnings += pace.watch(scheme, change(step), 0.05).empty() ? 0 : 1;
  return warnings;
}
// The flow is the steady one of a cavity on 16 x 16 cells.
void check_same_psi(const Simulation& simulation, double reynolds) {
  const Flow flow(cavity(16, reynolds), {"time.steady=1e-7"});
  const auto steady = flow.start();
  run_to_steady(*steady, 1e-7, 20000);
  const auto psi = values(simulation, "psi"), expected = values(*steady, "psi");
  double largest = 0;
  for (std::size_t k = 0; k < psi.size(); ++k)
    largest = std::max(largest, std::abs(psi[k] - expected[k]));
  CHECK(largest < 1e-4);
}
}  // namespace

TEST_CASE("steps in pseudo time are halved when the change has not fallen for 500 of them") {
  const auto cycle = [](int step) { return 1 + 0.5 * (step % 7); };
  Pace pace;
  CHECK(watch(pace, TimeScheme::steady, 0, 999, cycle) == 0);
  CHECK(pace.part() == 1);
  CHECK(watch(pace, TimeScheme::steady, 999, 1000, cycle) == 1);
  CHECK(pace.part() == 0.5);
  // Nine times more, then a last warning that says what to do.
  CHECK(watch(pace, TimeScheme::steady, 1000, 20000, cycle) == 10);
  CHECK(pace.part() == 1.0 / 1024);
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

TEST_CASE("lines restart with half of the factors when their change has grown by 1000") {
  Pace pace;
  const auto grows = [](int step) { return step < 10 ? 1.0 / (1 + step) : 0.1 * (step - 9); };
  CHECK(watch(pace, TimeScheme::rows, 0, 1000, grows) == 0);
  CHECK(!pace.restarts());
  CHECK(watch(pace, TimeScheme::rows, 1000, 1011, grows) == 1);
  CHECK(pace.restarts());
  CHECK(pace.part() == 0.5);
  CHECK(watch(pace, TimeScheme::rows, 1011, 1020, grows) == 0);
  CHECK(!pace.restarts());
}

TEST_CASE("a steady flow that is not finite restarts, an unsteady one does not") {
  const auto nothing = [](int) { return std::nan(""); };
  Pace steady, unsteady;
  CHECK(watch(steady, TimeScheme::steady, 0, 20, nothing) == 10);
  CHECK(!steady.restarts());
  CHECK(watch(unsteady, TimeScheme::adi, 0, 20, nothing) == 0);
  CHECK(unsteady.part() == 1);
}

TEST_CASE("a pace that is recalled goes the same way") {
  const auto cycle = [](int step) { return 1 + 0.5 * (step % 7); };
  Pace whole, first, second;
  watch(whole, TimeScheme::steady, 0, 2345, cycle);
  watch(first, TimeScheme::steady, 0, 1234, cycle);
  copy_numbers(first, second);
  CHECK(numbers_of(second) == numbers_of(first));
  watch(second, TimeScheme::steady, 1234, 2345, cycle);
  CHECK(numbers_of(second) == numbers_of(whole));
  auto damaged = numbers_of(whole);
  damaged["pace.part"] = {2};
  CHECK(failure([&] { restore_numbers(second, damaged); }).second ==
        "c: is damaged: the number 'pace.part' makes no sense");
}

TEST_CASE("a cavity whose step is too long settles after it was halved") {
  const Overrides long_step = {"time.step=0.4", "relaxation.wall=0.2", "scheme.convection=skew",
                               "time.steady=1e-6"};
  const Flow flow(cavity(16, 1000), long_step);
  const auto simulation = flow.start();
  CHECK(run_to_steady(*simulation, 1e-6, 5000) < 5000);
  CHECK(simulation->time_step() == 0.2);
  CHECK(simulation->warnings_after(1).size() == 1);
}

TEST_CASE("the step after which the time step is halved has no change yet: no stall is counted") {
  const Flow flow(cavity(16, 1000), {"time.step=0.4", "relaxation.wall=0.2",
                                     "scheme.convection=skew", "time.steady=1e-6"});
  const auto simulation = flow.start();
  int steps = 0;
  double before = 0, change = 0;
  while (simulation->time_step() == 0.4 && steps++ < 5000) {
    before = change;
    simulation->advance(0.4, 0.4 * steps, steps);
    change = simulation->change_over_step();
  }
  REQUIRE(simulation->time_step() == 0.2);
  CHECK(std::isfinite(before));
  CHECK(std::isinf(change));
  simulation->advance(0.2, 0.4 * steps + 0.2, steps + 1);
  CHECK(std::isfinite(simulation->change_over_step()));
}

TEST_CASE("a cavity that diverges restarts with a shorter step") {
  const Flow flow(cavity(16, 100), {"time.step=4", "relaxation.wall=1", "time.steady=1e-6"});
  const auto simulation = flow.start();
  CHECK(run_to_steady(*simulation, 1e-6, 10000) < 10000);
  CHECK(simulation->time_step() <= 1);
  check_same_psi(*simulation, 100);
}

TEST_CASE("lines that diverge restart and converge") {
  const Flow flow(cavity(16, 400),
                  {"scheme.time=rows", "relaxation.vorticity=0.8", "relaxation.wall=1"});
  const auto simulation = flow.start();
  CHECK(run_to_steady(*simulation, 1e-6, 20000) < 20000);
  CHECK(simulation->warnings_after(1).size() >= 1);
  check_same_psi(*simulation, 400);
}

TEST_CASE("a flow that has just restarted is not taken for a steady one") {
  const Flow flow(cavity(16, 1000), {"time.step=2"});
  const auto simulation = flow.start();
  double time = 0;
  for (int step = 0; step < 2000 && simulation->time_step() == 2; ++step)
    simulation->advance(2, time += 2, 1);
  REQUIRE(simulation->time_step() == 1);
  CHECK(std::isinf(simulation->change_over_step()));
  simulation->advance(1, time + 1, 1);
  CHECK(std::isfinite(simulation->change_over_step()));
}

}  // namespace test_pace
