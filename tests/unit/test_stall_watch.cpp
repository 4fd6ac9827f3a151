// When the changes of a run to a steady state have stopped shrinking.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "copy_numbers.hpp"
#include "failure.hpp"
#include "slipflow/run/time_loop.hpp"

namespace test_stall_watch {

using slipflow::run::StallWatch;
using namespace test_support;

namespace {
/// The step after which changes, measured on every tenth one, stall; 0 if they do not before
/// `most`.
long stalls_after(const std::function<double(double)>& change, long most, StallWatch watch = {},
                  long first = 10) {
  for (long step = first; step <= most; step += 10) {
    watch.take(step, change(static_cast<double>(step)));
    if (watch.stalls()) return step;
  }
  return 0;
}

/// Between 0.5 and 1.5, without a pattern.
double noise(double step) {
  return 1 + 0.5 * std::sin(step * step * 0.731) * std::cos(step * 1.93);
}

/// Shrinks by a factor of e in 300 steps, until 1e-7.
double with_floor(double step) { return std::exp(-step / 300) + 1e-7 * noise(step); }
}  // namespace

TEST_CASE(
    "changes that reach a floor stall, two thousand steps later or when that is half of all") {
  const long step = stalls_after(with_floor, 100000);
  CHECK(step > 2000 + 300 * 16);  // log(1e7) is 16
  CHECK(step < 4 * 300 * 16);
  // A floor that is exact is found at the end of an interval of steps.
  const auto exact = [](double at) { return std::max(1e-7, std::exp(-at / 300)); };
  const long after = stalls_after(exact, 100000);
  CHECK(after >= 2 * 4850);
  CHECK(after <= 3 * 4850);
  CHECK(stalls_after([](double) { return 1.0; }, 100000) == 2010);
}

TEST_CASE("changes that shrink do not stall, however slowly, and in waves") {
  CHECK(stalls_after([](double at) { return std::exp(-at / 30000); }, 300000) == 0);
  CHECK(stalls_after([](double at) { return 1 / at; }, 300000) == 0);
  const auto waves = [](double at) { return std::exp(-at / 3000) * (1.1 + std::cos(at / 150)); };
  CHECK(stalls_after(waves, 50000) == 0);
  // Smaller once at the beginning than in the thousands of steps after it.
  const auto late = [](double at) { return at == 100 ? 1e-3 : std::exp(-at / 8000); };
  CHECK(stalls_after(late, 50000) == 0);
}

TEST_CASE("the floor is the least change of the last interval, not one of long before") {
  StallWatch watch;
  for (long step = 10; step <= 100000 && !watch.stalls(); step += 10)
    watch.take(step, step == 50 ? 1e-9 : 1e-6 * noise(static_cast<double>(step)));
  CHECK(watch.floor() > 4.9e-7);
  CHECK(watch.floor() < 1e-6);
}

TEST_CASE("a flow that begins anew has shown no change yet, and a step counts once") {
  StallWatch watch;
  watch.take(10, 1e-9);
  watch.take(20, std::numeric_limits<double>::infinity());
  watch.take(20, 1e-9);
  watch.take(30, 1);
  StallWatch other;
  other.take(20, std::numeric_limits<double>::infinity());
  other.take(30, 1);
  CHECK(numbers_of(watch) == numbers_of(other));
}

TEST_CASE("a watch restored from a checkpoint continues as the one stored") {
  StallWatch watch;
  for (long step = 10; step <= 3000; step += 10)
    watch.take(step, with_floor(static_cast<double>(step)));
  StallWatch other;
  copy_numbers(watch, other);
  CHECK(numbers_of(other) == numbers_of(watch));
  CHECK(stalls_after(with_floor, 100000, other, 3010) == stalls_after(with_floor, 100000));
  auto damaged = numbers_of(watch);
  damaged["stall.least"] = {std::nan("")};
  CHECK(failure([&] { restore_numbers(other, damaged); }).second ==
        "c: is damaged: the number 'stall.least' makes no sense");
}

}  // namespace test_stall_watch
