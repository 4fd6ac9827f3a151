#include "slipflow/simple_ts/pressure_choice.hpp"

#include <cmath>

namespace slipflow::simple_ts {

namespace {
constexpr int kStepsBetweenChoices = 50;
// An iteration with solved pressures takes as long as this many without: 3 on one core, 10 to 14 on
// an H200. One number, as every device has to choose alike.
constexpr int kCost = 6;
// The rule must be missed by this factor before its choice is given up.
constexpr double kHysteresis = 1.3;
// The first number of memory(): the sum of those that hold. Earlier versions stored no kHasChanged.
constexpr int kSolves = 1, kHasChanged = 2;
}  // namespace

void PressureChoice::choose(double dt, const StepLimits& limits) {
  const double sigma = 2 * dt * limits.diffusion;
  const double least = 1.2 * (1 + std::sqrt(sigma)) + 0.4 * sigma;
  const bool before = solves_;
  solves_ = dt * limits.signal * (before ? kHysteresis : 1) > least;
  to_compare_ = solves_ && !before && jacobi_ > 0;
}

void PressureChoice::take(int iterations) {
  steps_ = (steps_ + 1) % kStepsBetweenChoices;
  solved_ = solves_;
  if (!solves_) {
    jacobi_ = iterations;
  } else if (to_compare_) {
    solves_ = kCost * iterations <= jacobi_;
    to_compare_ = false;
  }
}

std::vector<double> PressureChoice::memory() const {
  const int choice = (solves_ ? kSolves : 0) + (changes() ? kHasChanged : 0);
  return {static_cast<double>(choice), static_cast<double>(steps_), static_cast<double>(jacobi_),
          to_compare_ ? 1.0 : 0.0};
}

void PressureChoice::recall(const std::vector<double>& numbers) {
  if (numbers.size() != memory().size()) return;
  const bool known = numbers[0] >= 0 && numbers[0] <= kSolves + kHasChanged && numbers[1] >= 0 &&
                     numbers[1] < kStepsBetweenChoices && numbers[2] >= 0 && numbers[2] <= 1e9;
  if (!known) return;
  const int choice = static_cast<int>(numbers[0]);
  solves_ = (choice & kSolves) != 0;
  solved_ = solves_ != ((choice & kHasChanged) != 0);
  steps_ = static_cast<int>(numbers[1]);
  jacobi_ = static_cast<int>(numbers[2]);
  to_compare_ = numbers[3] != 0;
}

}  // namespace slipflow::simple_ts
