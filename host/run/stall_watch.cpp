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

void StallWatch::archive_numbers(methods::NumberArchive& archive) {
  archive("stall.first", first_, -1);
  archive("stall.last", last_, -1);
  archive("stall.least", least_);
  archive("stall.least_step", least_step_);
  archive("stall.begin", begin_);
  archive("stall.now", now_);
  archive("stall.before", before_);
  archive("stall.floor", floor_);
}

}  // namespace slipflow::run
