// Round numbers along an axis.
#pragma once

#include <string>
#include <vector>

namespace slipflow::drawing {

struct Tick {
  double value = 0;
  std::string label;
};

struct Ticks {
  std::vector<Tick> ticks;
  int exponent = 0;  ///< the labels are those of values / 10^exponent

  /// " (10^-6)", to follow the label of the axis; empty without an exponent.
  std::string factor() const;
};

/// The multiples of 1, 2 or 5 times a power of ten in [lo, hi], lo < hi, with at most `intervals`
/// steps between lo and hi, all labelled with the same number of digits. None where no double is
/// such a step.
Ticks round_ticks(double lo, double hi, int intervals);

/// About one tick per `spacing` pixels, but three on a short side too if round numbers allow it.
Ticks ticks_along(double lo, double hi, int pixels, int spacing);

}  // namespace slipflow::drawing
