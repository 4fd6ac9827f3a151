// The extrapolation of a march to its steady state.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "slipflow/simple_ts/march_extrapolation.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts {

namespace {
Case some_case(int cells) {
  return case_from(channel_text(cells, 6, 0.1, body_line(0.1, 3, 2, 5, 4)), {});
}

/// Three errors, the last of which alternates, that shrink from state to state.
State with_errors(State s, int n) {
  for (std::size_t at = 0; at < s.u.size(); ++at) {
    const double x = static_cast<double>(at);
    const double error =
        std::pow(0.95, n) * std::sin(x) + std::pow(0.8, n) * std::cos(3 * x) + std::pow(-0.6, n);
    for (auto* field : s.all()) (*field)[at] += 0.01 * error;
  }
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

/// The state that an extrapolation returns, and the number of those that it takes for that.
std::pair<State, int> extrapolated(MarchExtrapolation& extrapolation, const State& steady,
                                   int first = 0) {
  for (int n = first;; ++n)
    if (const auto state = extrapolation.take(with_errors(steady, n))) return {*state, n + 1};
}
}  // namespace

TEST_CASE("the extrapolation of states finds what they approach") {
  const Case c = some_case(8);
  const State steady = initial_state(c);
  MarchExtrapolation extrapolation(c);
  const auto [state, taken] = extrapolated(extrapolation, steady);
  CHECK(taken == 12);
  CHECK(largest_difference(c, with_errors(steady, taken - 1), steady) > 0.003);
  CHECK(largest_difference(c, state, steady) < 1e-5);
}

TEST_CASE("states that no longer change are extrapolated to themselves") {
  const Case c = some_case(8);
  const State steady = initial_state(c);
  MarchExtrapolation extrapolation(c);
  for (int n = 1; n < 12; ++n) CHECK_FALSE(extrapolation.take(steady));
  const auto state = extrapolation.take(steady);
  REQUIRE(state);
  CHECK(largest_difference(c, *state, steady) < 1e-14);
}

TEST_CASE("an extrapolation takes every fifth state, and after the first one every tenth") {
  const Case c = some_case(8);
  MarchExtrapolation extrapolation(c);
  for (int step = 1; step <= 40; ++step)
    CHECK(extrapolation.is_due() == (step > 15 && step % 5 == 0));
  extrapolated(extrapolation, initial_state(c));
  for (int step = 1; step <= 40; ++step)
    CHECK(extrapolation.is_due() == (step > 15 && step % 10 == 0));
}

TEST_CASE("states of large meshes are not extrapolated") {
  MarchExtrapolation extrapolation(some_case(10000));
  for (int step = 1; step <= 40; ++step) CHECK_FALSE(extrapolation.is_due());
}

TEST_CASE("an extrapolation far from the last state is dropped") {
  const Case c = some_case(8);
  State s = initial_state(c);
  MarchExtrapolation extrapolation(c);
  // T approaches 6.
  std::optional<State> state;
  for (int n = 0; n < 12; ++n) {
    for (double& T : s.T) T += 0.05 * std::pow(0.99, n);
    state = extrapolation.take(s);
  }
  CHECK_FALSE(state);
}

TEST_CASE("an extrapolation restored from a checkpoint continues as the one stored") {
  const Case c = some_case(8);
  const State steady = initial_state(c);
  MarchExtrapolation whole(c), stored(c), other(c), untouched(c);
  const auto expected = extrapolated(whole, steady).first;
  for (int n = 0; n < 7; ++n) CHECK_FALSE(stored.take(with_errors(steady, n)));
  for (int step = 0; step < 18; ++step) stored.is_due();
  other.recall(stored.memory());
  CHECK_FALSE(other.is_due());
  CHECK(other.is_due());
  CHECK(largest_difference(c, extrapolated(other, steady, 7).first, expected) == 0);
  auto damaged = stored.memory();
  damaged.pop_back();
  untouched.recall(damaged);
  CHECK(untouched.memory() == std::vector<double>{0, 0});
}

}  // namespace slipflow::simple_ts
