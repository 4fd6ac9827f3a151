#include "ticks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

/// Digits after the point of d.ddd e+xx so that neighbouring ticks differ.
std::string scientific(double value, int exponent) {
  if (value == 0) return "0";
  const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-12));
  const std::string text = fmt::format("{:.{}e}", value, std::max(magnitude - exponent, 0));
  const std::size_t e = text.find('e');
  return text.substr(0, e) + "e" + std::to_string(std::stoi(text.substr(e + 1)));
}

}  // namespace

std::vector<Tick> round_ticks(double lo, double hi, int intervals) {
  const Step step = round_step((hi - lo) / std::max(intervals, 1));
  const double largest = std::max(std::abs(lo), std::abs(hi));
  const bool plain = largest < 1e5 && largest >= 1e-3;
  std::vector<Tick> ticks;
  const double first = std::ceil(lo / step.times(1) - 1e-9);
  const double last = std::floor(hi / step.times(1) + 1e-9);
  for (int k = 0; k <= last - first; ++k) {
    const double value = step.times(first + k) + 0.0;  // the sum turns -0 into 0
    ticks.push_back({value, plain ? fmt::format("{:.{}f}", value, std::max(-step.exponent, 0))
                                  : scientific(value, step.exponent)});
  }
  return ticks;
}

}  // namespace slipflow::drawing
