#include "slipflow/simple_ts/pressure_choice.hpp"

#include <cmath>

namespace slipflow::simple_ts {

namespace {
constexpr int kStepsBetweenChoices = 50;
// An iteration with solved pressures takes as long as this many without: 3 on one core, 10 to 14 on
// an H200. One number, as every device has to choose alike.
constexpr long kCost = 6;
// The rule must be missed by this factor before its choice is given up.
constexpr double kHysteresis = 1.3;
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

void PressureChoice::archive_numbers(methods::NumberArchive& archive) {
  if (archive.lacks("pressure")) return;
  archive("pressure.solves", solves_);
  archive("pressure.solved", solved_);
  archive("pressure.steps", steps_, 0, kStepsBetweenChoices - 1);
  archive("pressure.jacobi_iterations", jacobi_);
  archive("pressure.compares", to_compare_);
}

}  // namespace slipflow::simple_ts
