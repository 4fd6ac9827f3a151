// Round numbers along an axis.
#pragma once

#include <string>
#include <vector>

namespace slipflow::drawing {

struct Tick {
  double value = 0;
  std::string label;
};

/// The multiples of 1, 2 or 5 times a power of ten in [lo, hi], lo < hi, with at most `intervals`
/// steps between lo and hi, all labelled with the same number of digits.
std::vector<Tick> round_ticks(double lo, double hi, int intervals);

}  // namespace slipflow::drawing
