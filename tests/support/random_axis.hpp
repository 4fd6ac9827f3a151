// Numbers and axes of small fields, without the equations: tests read those in several forms.
#pragma once

#include <cstdint>
#include <vector>

namespace small_fields {

/// The same numbers on every machine.
class Numbers {
 public:
  /// The next one from lo to hi.
  double between(double lo, double hi) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return lo + (hi - lo) * (static_cast<double>(state_ >> 11) * 0x1p-53);
  }

 private:
  std::uint64_t state_ = 4;
};

constexpr int kPad = 4, kMetrics = 6;  // as SF_PAD and SF_AXIS_VALUES

/// One axis: cell widths, kPad ghosts on either side, and the metrics that the equations read.
struct Axis {
  std::vector<double> h;

  double of(int k) const { return h[static_cast<std::size_t>(k + kPad)]; }
  double distance(int k) const { return (of(k - 1) + of(k)) / 2; }

  /// As macros/indexing.h orders them.
  std::vector<double> metrics() const {
    std::vector<double> values(kMetrics * h.size());
    const int n = static_cast<int>(h.size());
    for (int at = 0; at < n; ++at) {
      const double width = h[at], before = h[at > 0 ? at - 1 : 0];
      const double each[kMetrics] = {width,
                                     1 / width,
                                     (before + width) / 2,
                                     2 / (before + width),
                                     width / (before + width),
                                     before / (before + width)};
      for (int which = 0; which < kMetrics; ++which) values[which * n + at] = each[which];
    }
    return values;
  }
};

}  // namespace small_fields
