// Which iterations begin before the one before them is known to have been the last.
#include <doctest/doctest.h>

#include <limits>

#include "backends/team/look_ahead.hpp"

namespace test_look_ahead {

using slipflow::simple_ts::LookAhead;

TEST_CASE("without a step before, the third iteration is the first that can be predicted") {
  LookAhead ahead;
  ahead.start_step(1e-8);
  CHECK(!ahead.continues());
  ahead.add(1e-2);
  CHECK(!ahead.continues());
  ahead.add(1e-3);
  CHECK(ahead.continues());  // 1e-4 next
  ahead.add(1e-7);
  CHECK(!ahead.continues());  // 1e-11
}

TEST_CASE("the factors of the last step predict those of this one") {
  LookAhead ahead;
  ahead.start_step(1e-8);
  for (const double error : {1e-4, 1e-6, 1e-9}) ahead.add(error);
  ahead.start_step(1e-8);
  CHECK(ahead.continues());  // as 1e-4 was the first
  ahead.add(2e-4);
  CHECK(ahead.continues());  // 2e-6
  ahead.add(2e-6);
  CHECK(!ahead.continues());  // 2e-9
  ahead.start_step(1e-8);
  ahead.add(1e-4);
  ahead.add(1.5e-8);
  CHECK(!ahead.continues());  // no third one is known; 2e-12
}

TEST_CASE("within twice the tolerance, and with errors that are not numbers, none begins ahead") {
  LookAhead ahead;
  ahead.start_step(1e-3);
  ahead.add(1e-2);
  ahead.add(0.5e-2);
  CHECK(ahead.continues());  // 2.5e-3
  ahead.add(0.4e-2 * 0.9);
  ahead.add(0.25e-2);
  CHECK(!ahead.continues());  // 1.7e-3
  ahead.add(std::numeric_limits<double>::quiet_NaN());
  CHECK(!ahead.continues());
}

TEST_CASE("with a tolerance of 0 every iteration begins ahead") {
  LookAhead ahead;
  ahead.start_step(0);
  CHECK(ahead.continues());
  ahead.add(std::numeric_limits<double>::infinity());
  CHECK(ahead.continues());
}

}  // namespace test_look_ahead
