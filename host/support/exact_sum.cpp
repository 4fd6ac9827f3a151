#include "slipflow/support/exact_sum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "exact_sum.h"

namespace slipflow {

namespace {
__extension__ using Wide = __int128;

constexpr std::int64_t kLimb = std::int64_t{1} << SF_LIMB_BITS;
// Exponents of the units of `middle` and `low`.
constexpr int kMiddle = -60, kLow = -100;

ExactSum carried(const ExactSum& sum) {
  return std::bit_cast<ExactSum>(sf_carry_limbs(std::bit_cast<SfExactSum>(sum)));
}
}  // namespace

SumUnit sum_unit(double size, std::int64_t terms) {
  const auto most = static_cast<double>(std::bit_ceil(static_cast<std::uint64_t>(terms)));
  return {std::ldexp(1, std::ilogb(size) + 1), std::min(0x1p43 / most, 0x1p40)};
}

ExactSum& ExactSum::operator+=(const ExactSum& more) {
  return *this = carried(
             {high + more.high, middle + more.middle, low + more.low, beyond + more.beyond});
}

// The conversion from Wide is the only step that rounds.
double ExactSum::rounded(const SumUnit& unit) const {
  if (beyond != 0) return std::numeric_limits<double>::quiet_NaN();
  const ExactSum sum = carried(*this);
  const Wide upper = Wide{sum.high} * kLimb + sum.middle;
  const Wide few_bits = Wide{1} << 80;
  if (-few_bits < upper && upper < few_bits)
    return unit.size * std::ldexp(static_cast<double>(upper * kLimb + sum.low), kLow);
  // `low` is less than half a unit in the last place: only whether it is 0 decides the rounding.
  return unit.size * std::ldexp(static_cast<double>(2 * upper + (sum.low != 0)), kMiddle - 1);
}

}  // namespace slipflow
