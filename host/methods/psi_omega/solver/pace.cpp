#include "solver/pace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace slipflow::psi_omega {

namespace {
constexpr double kSteps = 500, kTime = 10;  // of an interval: at least both
constexpr double kMostGrowth = 1e3;
constexpr double kLeastPart = 1.0 / 64;
}  // namespace

std::string Pace::watch(TimeScheme scheme, double change, double dt) {
  begins_anew_ = false;
  if (scheme == TimeScheme::adi) return "";
  const bool grows = scheme == TimeScheme::rows && change > kMostGrowth * least_;
  if ((grows || !std::isfinite(change)) && part_ >= kLeastPart) return begin_anew();
  if (scheme == TimeScheme::steady) return watch_steps(change, dt);
  least_ = std::min(least_, change);
  return "";
}

std::string Pace::begin_anew() {
  *this = Pace(0.5 * part_);
  begins_anew_ = true;
  return fmt::format(
      "omega diverges; the flow begins anew with {:.3g} times the time step, or the "
      "factors of relaxation",
      part_);
}

std::string Pace::watch_steps(double change, double dt) {
  least_ = std::min(least_, change / dt);
  steps_ += 1;
  time_ += dt;
  if (steps_ < kSteps || time_ < kTime) return "";
  const bool stalls = least_ >= least_before_;
  least_before_ = least_;
  least_ = kNever;
  steps_ = time_ = 0;
  if (!stalls || part_ < kLeastPart) return "";
  part_ *= 0.5;
  if (part_ < kLeastPart)
    return fmt::format(
        "omega does not settle: it still changes by {:.2g} per time. If the flow is "
        "unsteady, take scheme.time = adi; else time.steady may be below what "
        "psi.tolerance allows",
        least_before_);
  return fmt::format(
      "omega has not settled further for {:.0f} L/U; the time step is halved to "
      "{:.3g}",
      kTime, 0.5 * dt);
}

std::vector<double> Pace::memory() const { return {part_, least_before_, least_, steps_, time_}; }

void Pace::recall(const std::vector<double>& numbers) {
  if (numbers.size() != memory().size() || !(numbers[0] > 0 && numbers[0] <= 1)) return;
  part_ = numbers[0];
  least_before_ = numbers[1];
  least_ = numbers[2];
  steps_ = numbers[3];
  time_ = numbers[4];
}

}  // namespace slipflow::psi_omega
