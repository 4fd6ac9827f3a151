#include "look_ahead.hpp"

#include <utility>

namespace slipflow::simple_ts {

namespace {
constexpr double kMargin = 2;
}

void LookAhead::start_step(double tolerance) {
  tolerance_ = tolerance;
  last_step_ = std::exchange(errors_, {});
}

bool LookAhead::continues() const {
  if (tolerance_ == 0) return true;
  const std::size_t k = errors_.size();
  const bool known = k < last_step_.size();
  if (k == 0) return known && last_step_[0] > kMargin * tolerance_;
  double factor = 0;
  if (known)
    factor = last_step_[k] / last_step_[k - 1];
  else if (k > 1)
    factor = errors_[k - 1] / errors_[k - 2];
  return errors_[k - 1] * factor > kMargin * tolerance_;  // not with a NaN
}

}  // namespace slipflow::simple_ts
