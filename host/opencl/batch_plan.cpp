#include "slipflow/opencl/batch_plan.hpp"

#include <algorithm>

namespace slipflow::opencl {

int BatchPlan::next(int queued, int in_flight, int left) const {
  if (fixed_ > 0) return std::min(fixed_, left);
  if (are_expensive_ && in_flight > 0) return 0;
  const int wanted = std::max(queued == 0 ? first_ : queued / 8, 1);
  // Until a time is measured, an iteration is assumed to take as long as a whole queue may.
  const double fit = seconds_per_iteration_ > 0 ? kLongestQueue / seconds_per_iteration_ : 1;
  const int room = static_cast<int>(std::min(fit, double{2 * kLargestBatch})) - in_flight;
  const int least = in_flight == 0 ? 1 : 0;  // one iteration cannot be divided, however long
  return std::min({wanted, std::max(room, least), kLargestBatch, left});
}

}  // namespace slipflow::opencl
