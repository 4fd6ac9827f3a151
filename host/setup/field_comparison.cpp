#include "slipflow/setup/field_comparison.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace slipflow::setup {

namespace {
// Integers in the order of the numbers; -0 and +0 stay one apart.
template <class Integer, class Number>
Integer ordered(Number x) {
  const auto bits = std::bit_cast<Integer>(x);
  return bits < 0 ? std::numeric_limits<Integer>::min() - bits - 1 : bits;
}

template <class Integer, class Number>
std::uint64_t count_between(Number a, Number b) {
  if (std::bit_cast<Integer>(a) == std::bit_cast<Integer>(b)) return 0;
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<std::uint64_t>::max();
  const std::int64_t x = ordered<Integer>(a), y = ordered<Integer>(b);
  return x > y ? static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(y)
               : static_cast<std::uint64_t>(y) - static_cast<std::uint64_t>(x);
}

}  // namespace

std::uint64_t ulps_between(double a, double b) { return count_between<std::int64_t>(a, b); }
std::uint64_t ulps_between(float a, float b) { return count_between<std::int32_t>(a, b); }

FieldComparison compare_field(const FieldInfo& field, const mesh::Layout& layout,
                              Precision precision, const std::vector<double>& in_a,
                              const std::vector<double>& in_b) {
  // The last face of an axis is one more than its cells.
  const auto count = [&](int cells, Location faces) {
    return std::max(cells, 1) + (field.location == faces || field.location == Location::node);
  };
  const int ni = count(layout.nx, Location::face_normal_to_x);
  const int nj = count(layout.ny, Location::face_normal_to_y);
  const int nk = layout.nz ? count(layout.nz, Location::face_normal_to_z) : 1;
  const bool are_floats = precision != Precision::in_double;
  FieldComparison result;
  result.name = field.name;
  double largest = 0, difference = 0;
  for (int k = 0; k < nk; ++k)
    for (int j = 0; j < nj; ++j)
      for (int i = 0; i < ni; ++i) {
        const double a = in_a[layout.at(i, j, k)], b = in_b[layout.at(i, j, k)];
        const std::uint64_t ulps = are_floats
                                       ? ulps_between(static_cast<float>(a), static_cast<float>(b))
                                       : ulps_between(a, b);
        result.different += ulps != 0;
        largest = std::max(largest, std::abs(b));
        const double d = ulps == 0 ? 0 : std::abs(a - b);
        if (!(d <= difference)) difference = d;
        if (ulps > result.ulps) {
          result.ulps = ulps;
          result.i = i, result.j = j, result.k = k, result.a = a, result.b = b;
        }
      }
  result.relative = difference == 0 ? 0 : difference / largest;
  return result;
}

}  // namespace slipflow::setup
