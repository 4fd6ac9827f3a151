#include "slipflow/methods/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slipflow::methods {

double Changes::largest() const {
  double largest = 0;
  for (const double value : values) {
    if (std::isnan(value)) return std::numeric_limits<double>::quiet_NaN();
    largest = std::max(largest, value);
  }
  return largest;
}

}  // namespace slipflow::methods
