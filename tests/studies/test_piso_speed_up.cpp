// Flows that are timed, compared with logs of OpenFOAM.
#include <doctest/doctest.h>

#include <cmath>

#include "piso.hpp"

namespace test_piso_speed_up {

using namespace slipflow::bench::studies;

TEST_CASE("a flow is compared with the fastest log of its kind") {
  OpenFoamLog slow, steady;
  slow.file = "slow.log";
  slow.solver = "icoFoam";
  slow.all = {.steps = 2, .pressure_iterations = 10, .seconds = 3000};
  OpenFoamLog fast = slow;
  fast.all.seconds = 8;
  steady.file = "steady.log";
  steady.solver = "simpleFoam";
  steady.all = {.steps = 2, .pressure_iterations = 16, .seconds = 1250.5};
  steady.to_goal = steady.all;
  TimedResult r;
  r.of.has_time_steps = true;
  r.seconds = 2;
  CHECK(r.speed_up({slow, steady, fast}) == 2);
  CHECK(std::isnan(r.speed_up({steady})));
  r.of.has_time_steps = false;
  CHECK(std::isnan(r.speed_up({steady})));  // it did not reach the residual
  r.to_goal = {.steps = 1, .pressure_iterations = 1, .seconds = 0.5};
  CHECK(r.speed_up({slow, steady}) == 2501);
}

}  // namespace test_piso_speed_up
