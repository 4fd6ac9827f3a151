#include "ticks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "label.hpp"

namespace slipflow::drawing {

namespace {

/// A step of mantissa * 10^exponent.
struct Step {
  int mantissa = 1;
  int exponent = 0;

  /// Divides for small steps, since 10^-n is not a double but 10^n is: 3 * 0.1 is not 0.3.
  double times(double count) const {
    return exponent < 0 ? count * mantissa / std::pow(10.0, -exponent)
                        : count * mantissa * std::pow(10.0, exponent);
  }
};

Step round_step(double smallest) {
  Step step{1, static_cast<int>(std::floor(std::log10(smallest)))};
  for (const int mantissa : {1, 2, 5}) {
    step.mantissa = mantissa;
    if (step.times(1) >= smallest * (1 - 1e-9)) return step;
  }
  return {1, step.exponent + 1};
}

/// The value times 10^-exponent.
double scaled_down(double value, int exponent) {
  return exponent < 0 ? value * std::pow(10.0, -exponent) : value / std::pow(10.0, exponent);
}

}  // namespace

std::string Ticks::factor() const { return exponent == 0 ? "" : fmt::format(" (10^{})", exponent); }

Ticks round_ticks(double lo, double hi, int intervals) {
  Ticks made;
  const double smallest = (hi - lo) / std::max(intervals, 1);
  if (!(smallest > 0) || !std::isfinite(smallest)) return made;
  const Step step = round_step(smallest);
  if (!(step.times(1) > 0) || !std::isfinite(step.times(1))) return made;
  const double largest = std::max(std::abs(lo), std::abs(hi));
  if (!(largest < 1e5 && largest >= 1e-2))
    made.exponent = static_cast<int>(std::floor(std::log10(largest) + 1e-12));
  const int digits = std::max(made.exponent - step.exponent, 0);
  const double first = std::ceil(lo / step.times(1) - 1e-9);
  const double last = std::floor(hi / step.times(1) + 1e-9);
  for (int k = 0; k <= last - first; ++k) {
    const double value = step.times(first + k) + 0.0;  // the sum turns -0 into 0
    const auto text = fmt::format("{:.{}f}", scaled_down(value, made.exponent), digits);
    made.ticks.push_back({value, with_minus(text)});
  }
  return made;
}

Ticks ticks_along(double lo, double hi, int pixels, int spacing) {
  int intervals = std::max(pixels / spacing, 2);
  Ticks made = round_ticks(lo, hi, intervals);
  while (made.ticks.size() < 3 && intervals < 5) made = round_ticks(lo, hi, ++intervals);
  return made;
}

}  // namespace slipflow::drawing
