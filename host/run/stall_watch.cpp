#include "slipflow/run/stall_watch.hpp"

#include <algorithm>
#include <cmath>

namespace slipflow::run {

namespace {
constexpr double kLeastWait = 2000, kPartOfWait = 0.5;           // steps without a new least change
constexpr double kLeastInterval = 1000, kPartOfInterval = 0.25;  // steps, and part of all
constexpr double kShrinks = 0.9;
}  // namespace

void StallWatch::take(std::int64_t step, double change) {
  const auto at = static_cast<double>(step);
  if (at <= last_) return;
  if (!std::isfinite(change)) *this = {};
  last_ = at;
  if (!std::isfinite(change)) return;
  if (first_ < 0) first_ = begin_ = at;
  if (change < least_) least_ = change, least_step_ = at;
  now_ = std::min(now_, change);
  if (at - begin_ >= std::max(kLeastInterval, kPartOfInterval * (at - first_))) end_interval(at);
}

void StallWatch::end_interval(double step) {
  const bool waits = step - least_step_ >= std::max(kLeastWait, kPartOfWait * (step - first_));
  floor_ = waits && now_ >= kShrinks * before_ ? now_ : 0;
  before_ = now_;
  now_ = kNone;
  begin_ = step;
}

std::vector<double> StallWatch::memory() const {
  return {first_, last_, least_, least_step_, begin_, now_, before_, floor_};
}

void StallWatch::recall(const std::vector<double>& n) {
  if (n.size() != memory().size() || !std::ranges::all_of(n, [](double x) { return x >= -1; }))
    return;
  first_ = n[0];
  last_ = n[1];
  least_ = n[2];
  least_step_ = n[3];
  begin_ = n[4];
  now_ = n[5];
  before_ = n[6];
  floor_ = n[7];
}

}  // namespace slipflow::run
