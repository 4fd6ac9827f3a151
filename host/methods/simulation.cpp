#include "slipflow/methods/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace slipflow::methods {

double Changes::largest() const {
  double largest = 0;
  for (const double value : values) {
    if (std::isnan(value)) return std::numeric_limits<double>::quiet_NaN();
    largest = std::max(largest, value);
  }
  return largest;
}

BackendInfo serial_info(double bytes_allocated) {
  return {.name = "serial",
          .device = "one CPU core",
          .driver = "none",
          .kernels = "-",
          .bytes_allocated = bytes_allocated};
}

const std::vector<double>& values_named(const Arrays& arrays, const std::string& name) {
  for (const Array& array : arrays)
    if (array.name == name) return array.values;
  throw Error(ExitStatus::internal_error, "there is no array " + name);
}

std::vector<double>& values_named(Arrays& arrays, const std::string& name) {
  return const_cast<std::vector<double>&>(values_named(std::as_const(arrays), name));
}

bool is_finite(const Arrays& arrays) {
  return std::all_of(arrays.begin(), arrays.end(), [](const Array& array) {
    return std::all_of(array.values.begin(), array.values.end(),
                       [](double value) { return std::isfinite(value); });
  });
}

}  // namespace slipflow::methods
