// The acceleration of a march to its steady state.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "copy_numbers.hpp"
#include "failure.hpp"
#include "slipflow/simple_ts/march_acceleration.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_march_acceleration {

namespace {
using namespace test_support;

Case some_case(int cells) {
  return case_from(channel_text(cells, 6, 0.1, body_line(0.1, 3, 2, 5, 4)), {});
}

/// A step of a march to `steady`: of three errors all shrink, and one alternates.
State stepped(const State& s, const State& steady) {
  State next = s;
  for (std::size_t k = 0; k < s.all().size(); ++k)
    for (std::size_t at = 0; at < s.u.size(); ++at) {
      const double factor = at % 3 == 0 ? 0.97 : at % 3 == 1 ? 0.8 : -0.9;
      const double from = (*steady.all()[k])[at];
      (*next.all()[k])[at] = from + factor * ((*s.all()[k])[at] - from);
    }
  return next;
}

State with_errors(State s) {
  for (std::size_t at = 0; at < s.u.size(); ++at)
    for (auto* field : s.all()) (*field)[at] += 0.01 * std::sin(static_cast<double>(at));
  return s;
}

double largest_difference(const Case& c, const State& a, const State& b) {
  double largest = 0;
  for (std::size_t k = 0; k < a.all().size(); ++k)
    for (std::size_t at = 0; at < a.u.size(); ++at)
      if (c.mesh.tags[at] == 0)
        largest = std::max(largest, std::abs((*a.all()[k])[at] - (*b.all()[k])[at]));
  return largest;
}

/// The state after that many steps of a march that begins with s.
State marched(MarchAcceleration& acceleration, State s, const State& steady, int steps) {
  for (int n = 0; n < steps; ++n) {
    s = stepped(s, steady);
    if (!acceleration.is_due()) continue;
    if (const auto better = acceleration.take(s)) s = *better;
  }
  return s;
}
}  // namespace

TEST_CASE("an accelerated march reaches the steady state in fewer steps") {
  const Case c = some_case(8);
  const State steady = initial_state(c), from = with_errors(steady);
  State plain = from;
  for (int n = 0; n < 40; ++n) plain = stepped(plain, steady);
  CHECK(largest_difference(c, plain, steady) > 1e-3);
  MarchAcceleration acceleration(c);
  CHECK(largest_difference(c, marched(acceleration, from, steady, 40), steady) < 1e-8);
}

TEST_CASE("a march that no longer changes stays where it is") {
  const Case c = some_case(8);
  const State steady = initial_state(c);
  MarchAcceleration acceleration(c);
  CHECK(largest_difference(c, marched(acceleration, steady, steady, 80), steady) < 1e-14);
}

TEST_CASE("values that no step changes stay as they are") {
  const Case c = some_case(8);
  const State steady = initial_state(c);
  State from = with_errors(steady);
  const auto solid = static_cast<std::size_t>(
      std::ranges::find_if(c.mesh.tags, [](int tag) { return tag != 0; }) - c.mesh.tags.begin());
  from.T[solid] = steady.T[solid] / 3;
  MarchAcceleration acceleration(c);
  State s = from;
  for (int n = 0; n < 200; ++n) {
    s = stepped(s, steady);
    s.T[solid] = from.T[solid];
    if (!acceleration.is_due()) continue;
    if (const auto better = acceleration.take(s)) s = *better;
    CHECK(s.T[solid] == from.T[solid]);
  }
}

TEST_CASE("the last five of eight steps are taken, after the first fifteen") {
  const Case c = some_case(8);
  const State s = initial_state(c);
  MarchAcceleration acceleration(c);
  const auto takes = [&] {
    const bool due = acceleration.is_due();
    if (due) acceleration.take(s);
    return due;
  };
  for (int step = 1; step <= 200; ++step) CHECK(takes() == (step > 15 && (step - 16) % 8 >= 3));
  // A cycle that is interrupted begins anew, with the states of those before it.
  for (int step = 1; step <= 4; ++step) takes();
  acceleration.interrupt();
  for (int step = 1; step <= 16; ++step) CHECK(takes() == ((step - 1) % 8 >= 3));
  acceleration.forget();
  for (int step = 1; step <= 40; ++step) CHECK(takes() == (step > 15 && (step - 16) % 8 >= 3));
}

TEST_CASE("marches on large meshes are not accelerated") {
  MarchAcceleration acceleration(some_case(10000));
  for (int step = 1; step <= 40; ++step) CHECK_FALSE(acceleration.is_due());
}

TEST_CASE("a mean of states far from the last one is dropped") {
  const Case c = some_case(8);
  const auto mean_of = [&](double first_change) {
    MarchAcceleration acceleration(c);
    State s = initial_state(c);
    double change = first_change;
    for (int n = 0; n < 4; ++n) {
      acceleration.take(s);
      for (double& T : s.T) T += change;
      change *= 0.9;
    }
    return acceleration.take(s);
  };
  // T approaches its first value + ten times the first change.
  const auto near = mean_of(0.01);
  REQUIRE(near);
  CHECK(largest_difference(c, *near, initial_state(c)) == doctest::Approx(0.1));
  CHECK_FALSE(mean_of(0.02));
  CHECK_FALSE(mean_of(-0.02));
  CHECK_FALSE(mean_of(std::nan("")));
}

TEST_CASE("an acceleration restored from a checkpoint continues as the one stored") {
  const Case c = some_case(8);
  const State steady = initial_state(c);
  for (const int steps : {10, 19, 33, 90}) {
    MarchAcceleration stored(c), other(c);
    const State s = marched(stored, with_errors(steady), steady, steps);
    copy_numbers(stored, other);
    CHECK(numbers_of(other) == numbers_of(stored));
    const State expected = marched(stored, s, steady, 30);
    CHECK(largest_difference(c, marched(other, s, steady, 30), expected) == 0);
    auto damaged = numbers_of(stored);
    damaged["acceleration.states"].push_back(0);
    CHECK(failure([&] { restore_numbers(other, damaged); }).second ==
          "c: is damaged: 'acceleration.states' has other states");
    auto of_other_cycles = numbers_of(stored);
    of_other_cycles.at("acceleration.states_of_cycle") = {4};
    CHECK(failure([&] { restore_numbers(other, of_other_cycles); }).second ==
          "c: is damaged: the number 'acceleration.states_of_cycle' makes no sense");
  }
}

}  // namespace slipflow::simple_ts::test_march_acceleration
