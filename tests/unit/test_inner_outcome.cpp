// After which inner iteration a step ends, docs/methods/simple-ts.md (32), from sequences of
// largest changes.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "inner_outcome.h"

namespace test_inner_outcome {

namespace {
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int kCycle = 3;

/// Iterations with these largest changes, all of u, as long as they continue.
SfInnerProgress judged(const std::vector<double>& changes, double tolerance, int period = 1,
                       double factor = SF_UNKNOWN_FACTOR) {
  SfInnerProgress p = sf_inner_start(factor);
  for (const double u : changes) {
    if (p.outcome != SF_GOES_ON) break;
    const double all[SF_RESIDUALS] = {0, 0, u, 0};
    sf_judge_inner_iteration(&p, all, tolerance, period);
  }
  return p;
}

std::vector<double> powers(double q, int count) {
  std::vector<double> changes;
  for (int k = 1; k <= count; ++k) changes.push_back(std::pow(q, k));
  return changes;
}

/// The iteration after which a step with these changes ends; it must converge.
int end_of(const std::vector<double>& changes, double tolerance, int period = 1,
           double factor = SF_UNKNOWN_FACTOR) {
  const SfInnerProgress p = judged(changes, tolerance, period, factor);
  CHECK(p.outcome == SF_CONVERGED);
  return p.count;
}
}  // namespace

TEST_CASE("a step ends when the sum of all changes to come is below the tolerance") {
  // After iteration k of 2^-k the rest is 2^-k; of 0.9^k it is nine times the last change.
  CHECK(end_of(powers(0.5, 20), 0.1) == 4);
  CHECK(end_of(powers(0.5, 20), std::nextafter(0.125, 1)) == 3);
  CHECK(end_of(powers(0.5, 20), 0.125) == 4);
  CHECK(end_of(powers(0.9, 100), 0.1) == 43);
  // Fast convergence ends with a change above the tolerance: 1e-4 after 1e-2, the rest is 1e-6.
  CHECK(end_of({1e-2, 1e-4, 1e-6}, 2e-6) == 2);
}

TEST_CASE("with a cycle of relaxations its sum and its factor count") {
  // Cycles of 1, 3, 2, each an eighth of the one before: the rest is a seventh of the last three.
  std::vector<double> changes;
  for (int k = 0; k < 12; ++k)
    changes.push_back((k % 3 == 0 ? 1 : k % 3 == 1 ? 3 : 2) * std::pow(8, -k / 3));
  CHECK(end_of(changes, 0.8, kCycle) == 4);   // (1/8 + 2 + 3)/7 = 0.73
  CHECK(end_of(changes, 0.73, kCycle) == 5);  // (3/8 + 1/8 + 2)/7 = 0.36
  CHECK(end_of(changes, 0.1, kCycle) == 7);   // (1/64 + 2/8 + 3/8)/7 = 0.092
  CHECK(judged(changes, 0.1, kCycle).factor == 0.125);
}

TEST_CASE("before a step has a factor of its own it takes that of the step before") {
  const std::vector<double> small = {1e-3, 1e-3, 1e-3, 1e-3, 1e-6};
  CHECK(end_of(small, 2e-3, 1, 0.5) == 1);
  CHECK(judged(small, 2e-3, 1, 0.5).factor == 0.5);
  CHECK(end_of(small, 4e-3, kCycle, 0.5) == 1);  // three times the one that is known
  CHECK(judged({1e-3}, 3e-3, kCycle, 0.5).outcome == SF_GOES_ON);
  CHECK(end_of({1e-3, 2e-3, 1e-9}, 4e-9, 1, 0.9) == 3);
  // A factor below 1/2 tells nothing of another step, whose changes must be below the tolerance.
  CHECK(judged({1e-3}, 0.9e-3, 1, 1e-6).outcome == SF_GOES_ON);
  CHECK(end_of({1e-3}, 1.1e-3, 1, 0.0) == 1);
  // None yet: two iterations at least, with a cycle four.
  CHECK(judged({1e-9}, 1).outcome == SF_GOES_ON);
  CHECK(end_of({1e-9, 1e-10}, 1) == 2);
  CHECK(judged({1e-9, 1e-10, 1e-11}, 1, kCycle).outcome == SF_GOES_ON);
  CHECK(end_of({1e-9, 1e-10, 1e-11, 1e-12}, 1, kCycle) == 4);
}

TEST_CASE(
    "the iteration continues with changes that do not shrink, however small, above rounding") {
  CHECK(judged({1e-3, 1e-3, 1e-3}, 0.1).outcome == SF_GOES_ON);
  CHECK(judged({1e-3, 2e-3, 3e-3}, 0.1).outcome == SF_GOES_ON);
  CHECK(judged({1e-12, 1e-12, 1e-12}, 1e-9).outcome == SF_GOES_ON);
  CHECK(end_of({1e-3, 2e-3, 3e-3, 1.5e-3}, 0.1) == 4);
  CHECK(judged({1e-3, 2e-3}, 0.1).factor == 2);
  CHECK(judged({1e-3}, 0.1, 1, 2.0).outcome == SF_GOES_ON);
}

TEST_CASE("changes of rounding that do not shrink are the end, if they are below the tolerance") {
  CHECK(end_of({1e-14, 1e-14}, 1e-9) == 2);
  CHECK(judged({1e-14}, 1e-9).outcome == SF_GOES_ON);
  CHECK(judged({1e-14}, 1e-9, 1, 2.0).outcome == SF_GOES_ON);  // not seen to stall in this step
  CHECK(judged({1e-14, 1e-14}, 1e-15).outcome == SF_GOES_ON);
  CHECK(end_of({1e-14, 2e-14, 1e-14, 1e-14}, 1e-9, kCycle) == 4);
}

TEST_CASE("no change at all is converged, a NaN or an infinite one diverged") {
  CHECK(end_of({0.0}, 1e-300) == 1);
  CHECK(end_of({1.0, 0.0}, 1e-300, kCycle) == 2);
  for (const double bad : {not_a_number, infinity})
    for (const double tolerance : {0.0, 1e-9, 1.0}) {
      CHECK(judged({bad}, tolerance).outcome == SF_DIVERGED);
      CHECK(judged({bad}, tolerance, kCycle, 0.5).outcome == SF_DIVERGED);
      CHECK(judged({1.0, 1.0, bad}, tolerance).outcome == SF_DIVERGED);
    }
  const double changes[SF_RESIDUALS] = {not_a_number, 1e-30, 1e-30, 1e-30};
  SfInnerProgress p = sf_inner_start(0.5);
  sf_judge_inner_iteration(&p, changes, 1.0, 1);
  CHECK(p.outcome == SF_DIVERGED);
}

TEST_CASE("tolerance 0 never converges, and leaves a factor that the next step can use") {
  const SfInnerProgress p = judged({1.0, 0.5, 0.0, 0.0, 0.0}, 0);
  CHECK(p.outcome == SF_GOES_ON);
  CHECK(p.count == 5);
  CHECK(p.factor == 0);
  CHECK(judged({0.0, 0.0}, 0).factor == SF_UNKNOWN_FACTOR);
}

TEST_CASE("first and last changes of a step are kept") {
  const SfInnerProgress p = judged({4.0, 3.0, 2.0}, 0);
  CHECK(p.first[2] == 4);
  CHECK(p.last[2] == 2);
  CHECK(p.last[0] == 0);
}

}  // namespace test_inner_outcome
