#include "slipflow/simple_ts/compare.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace slipflow::simple_ts {

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

template <class Value>
FieldComparison compare_field(const char* name, int ni, int nj, bool are_floats, Value value) {
  FieldComparison result;
  result.name = name;
  double largest = 0, difference = 0;
  for (int j = 0; j < nj; ++j)
    for (int i = 0; i < ni; ++i) {
      const auto [a, b] = value(i, j);
      const std::uint64_t ulps = are_floats
                                     ? ulps_between(static_cast<float>(a), static_cast<float>(b))
                                     : ulps_between(a, b);
      result.different += ulps != 0;
      largest = std::max(largest, std::abs(b));
      const double d = ulps == 0 ? 0 : std::abs(a - b);
      if (!(d <= difference)) difference = d;
      if (ulps > result.ulps) {
        result.ulps = ulps;
        result.i = i, result.j = j, result.a = a, result.b = b;
      }
    }
  result.relative = difference == 0 ? 0 : difference / largest;
  return result;
}
}  // namespace

std::uint64_t ulps_between(double a, double b) { return count_between<std::int64_t>(a, b); }
std::uint64_t ulps_between(float a, float b) { return count_between<std::int32_t>(a, b); }

std::vector<FieldComparison> compare_states(const Case& c, const State& a, const State& b) {
  const auto layout = c.mesh.layout();
  const int nx = layout.nx, ny = layout.ny;
  const auto of = [&](const std::vector<double>& f, const std::vector<double>& g) {
    return [&, layout](int i, int j) { return std::pair(f[layout.at(i, j)], g[layout.at(i, j)]); };
  };
  const auto pressure = [&](int i, int j) {
    const auto at = layout.at(i, j);
    return std::pair(a.rho[at] * a.T[at], b.rho[at] * b.T[at]);
  };
  const bool floats = c.run.precision != Precision::in_double;
  return {compare_field("p", nx, ny, floats, pressure),
          compare_field("T", nx, ny, floats, of(a.T, b.T)),
          compare_field("rho", nx, ny, floats, of(a.rho, b.rho)),
          compare_field("u", nx + 1, ny, floats, of(a.u, b.u)),
          compare_field("v", nx, ny + 1, floats, of(a.v, b.v))};
}

}  // namespace slipflow::simple_ts
