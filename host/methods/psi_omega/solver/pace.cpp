#include "solver/pace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace slipflow::psi_omega {

namespace {
constexpr double kSteps = 500, kTime = 10;                     // of an interval: at least both
constexpr double kMostGrowth = 1e3, kMostGrowthOfSteps = 1e6;  // of the least change
constexpr double kLeastPart = 1.0 / 1024;
}  // namespace

std::string Pace::watch(TimeScheme scheme, double change, double dt, bool settles) {
  restarts_ = halves_ = false;
  if (scheme == TimeScheme::adi) return "";
  const bool grows = scheme == TimeScheme::rows ? change > kMostGrowth * least_
                                                : change / dt > kMostGrowthOfSteps * least_;
  if ((grows || !std::isfinite(change)) && part_ > kLeastPart) return restart(scheme);
  if (scheme == TimeScheme::steady) return settles ? watch_steps(change, dt) : "";
  least_ = std::min(least_, change);
  return "";
}

std::string Pace::restart(TimeScheme scheme) {
  *this = Pace(0.5 * part_);
  restarts_ = true;
  return fmt::format("omega diverges; the flow restarts from the initial state with {} times {}",
                     part_,
                     scheme == TimeScheme::rows ? "relaxation.vorticity and relaxation.wall"
                                                : "the time step and relaxation.wall");
}

std::string Pace::watch_steps(double change, double dt) {
  least_ = std::min(least_, change / dt);
  steps_ += 1;
  time_ += dt;
  if (steps_ < kSteps || time_ < kTime) return "";
  const bool stalls = least_ >= least_before_;
  const double elapsed = time_;
  least_before_ = least_;
  least_ = kNever;
  steps_ = time_ = 0;
  if (!stalls || gave_up_) return "";
  if (part_ > kLeastPart) {
    part_ *= 0.5;
    halves_ = true;
    return fmt::format(
        "omega has not settled further for {:.3g} L/U; the time step is halved to {:.3g}", elapsed,
        0.5 * dt);
  }
  gave_up_ = true;
  return fmt::format(
      "omega does not settle: it still changes by {:.2g} per time. If the flow is unsteady, take "
      "scheme.time = adi; else a larger time.steady",
      least_before_);
}

void Pace::archive_numbers(methods::NumberArchive& archive) {
  archive("pace.part", part_, kLeastPart, 1);
  archive("pace.least_before", least_before_);
  archive("pace.least", least_);
  archive("pace.steps", steps_);
  archive("pace.time", time_);
  archive("pace.gave_up", gave_up_);
}

}  // namespace slipflow::psi_omega
