#include <algorithm>

#include "indexing.h"
#include "slipflow/mesh/layout.hpp"
#include "slipflow/setup/box_mesh.hpp"

namespace slipflow::setup {

using mesh::kPad;
static_assert(kPad == SF_PAD);

std::vector<double> axis_metrics(const mesh::Axis& axis, bool periodic) {
  const int n = axis.cells();
  const auto width = [&](int k) {
    if (periodic) return axis.widths[(k % n + n) % n];
    return axis.widths[std::clamp(k, 0, n - 1)];
  };
  const std::size_t count = n + 2 * kPad;
  std::vector<double> values(SF_AXIS_VALUES * count);
  for (std::size_t at = 0; at < count; ++at) {
    const int k = static_cast<int>(at) - kPad;
    const double h = width(k);
    const double before = width(k - 1);
    const double distance = 0.5 * (before + h);
    const double cell[SF_AXIS_VALUES] = {
        h, 1 / h, distance, 1 / distance, h / (before + h), before / (before + h)};
    for (std::size_t which = 0; which < SF_AXIS_VALUES; ++which)
      values[which * count + at] = cell[which];
  }
  return values;
}

}  // namespace slipflow::setup
