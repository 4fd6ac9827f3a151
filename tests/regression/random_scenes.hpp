// Random scenes around which the inner iteration must converge.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>

#include "test_cases.hpp"

namespace slipflow::simple_ts::random_scenes {

/// A linear congruential generator: numbers from 0 to 1, the same with every standard library.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 7919 + 13) {
    for (int k = 0; k < 5; ++k) (*this)();
  }
  double operator()() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<double>(state_ >> 11U) / 9007199254740992.0;
  }

 private:
  std::uint64_t state_;
};

/// The case, or nothing where bodies leave too narrow a gap, or a disc is too small.
inline std::optional<Case> possible_case(const std::string& scene, const std::string& walls) {
  try {
    return case_from(scene, {"mesh.walls=" + walls});
  } catch (const slipflow::Error&) {
    return std::nullopt;
  }
}

/// The inner iterations of steps from rest.
inline double iterations_of(const Case& c, int steps, double dt) {
  const auto backend = make_serial_operations(c);
  backend->upload(initial_state(c));
  double sum = 0, factor = 0;
  for (int step = 0; step < steps; ++step) {
    const InnerResult result = advance_time_step(*backend, dt, {1e-7, 500, 0, factor});
    CHECK(result.converged);
    factor = result.factor;
    sum += result.inner;
  }
  return sum;
}

}  // namespace slipflow::simple_ts::random_scenes
