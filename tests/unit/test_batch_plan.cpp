// How many inner iterations are queued at a time.
#include <doctest/doctest.h>

#include <algorithm>

#include "slipflow/opencl/batched_loop.hpp"

namespace test_batch_plan {

using slipflow::opencl::BatchPlan;

namespace {
constexpr int kMany = 1000;
}

TEST_CASE("nothing is queued ahead before the time of an iteration is known") {
  BatchPlan plan;
  CHECK(plan.next(0, 0, kMany) == 1);
  CHECK(plan.next(1, 1, kMany) == 0);
  plan.measured(1e-5, 1);
  CHECK(plan.next(1, 1, kMany) == 1);
}

TEST_CASE("the first batch is as long as the last step, those after it are short") {
  BatchPlan plan;
  plan.measured(1e-5, 1);
  CHECK(plan.next(0, 0, kMany) == 1);
  plan.end_step(25);
  CHECK(plan.next(0, 0, kMany) == 25);
  CHECK(plan.next(25, 25, kMany) == 3);
  CHECK(plan.next(28, 3, kMany) == 3);
  CHECK(plan.next(0, 0, 7) == 7);  // never more than are left
  CHECK(plan.next(25, 25, 0) == 0);
  plan.end_step(2);
  CHECK(plan.next(0, 0, kMany) == 2);
  CHECK(plan.next(2, 2, kMany) == 1);
  plan.end_step(900);
  CHECK(plan.next(0, 0, kMany) == BatchPlan::kLargestBatch);
}

TEST_CASE(
    "where superfluous iterations are expensive, nothing is queued ahead, and at first the least") {
  BatchPlan plan(0, slipflow::opencl::Superfluous::expensive);
  plan.measured(1e-4, 1);
  plan.end_step(5);
  plan.end_step(3);
  CHECK(plan.next(0, 0, kMany) == 3);
  CHECK(plan.next(3, 3, kMany) == 0);
  CHECK(plan.next(3, 0, kMany) == 1);
  plan.end_step(4);
  CHECK(plan.next(0, 0, kMany) == 3);
  plan.end_step(6);
  CHECK(plan.next(0, 0, kMany) == 4);
}

TEST_CASE("queued iterations take less than half a second, or are a single one") {
  CHECK(BatchPlan::kLongestQueue < 0.5);
  for (const double seconds : {1e-6, 1e-3, 0.01, 0.03, 0.1, 0.3, 0.5, 10.0}) {
    CAPTURE(seconds);
    BatchPlan plan;
    plan.measured(4 * seconds, 4);
    plan.end_step(60);
    int queued = 0, in_flight = 0, largest = 0;
    while (queued < 200) {
      const int size = plan.next(queued, in_flight, 200 - queued);
      queued += size;
      in_flight += size;
      largest = std::max(largest, in_flight);
      REQUIRE(in_flight > 0);
      in_flight -= size > 0 ? 0 : 1;  // with nothing to queue, one is waited for
    }
    CHECK((largest == 1 || largest * seconds <= BatchPlan::kLongestQueue * (1 + 1e-12)));
    if (seconds <= 1e-3) CHECK(largest >= 60);
  }
}

TEST_CASE("a fixed size is kept whatever was measured") {
  BatchPlan plan(4);
  CHECK(plan.next(0, 0, kMany) == 4);
  CHECK(plan.next(4, 4, kMany) == 4);
  plan.measured(3, 1);
  plan.end_step(25);
  CHECK(plan.next(0, 0, kMany) == 4);
  CHECK(plan.next(8, 4, 1) == 1);
}

}  // namespace test_batch_plan
