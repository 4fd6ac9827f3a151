#include "slipflow/setup/time_table.hpp"

#include <algorithm>
#include <cmath>

namespace slipflow::setup {

double TimeTable::at(double time) const {
  const auto above = std::upper_bound(times.begin(), times.end(), time);
  if (above == times.begin()) return factors.front();
  if (above == times.end()) return factors.back();
  const auto k = static_cast<std::size_t>(above - times.begin());
  return std::lerp(factors[k - 1], factors[k], (time - times[k - 1]) / (times[k] - times[k - 1]));
}

}  // namespace slipflow::setup
