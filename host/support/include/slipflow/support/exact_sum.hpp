// Sums whose bits do not depend on the order of their terms; macros/exact_sum.h adds the terms.
#pragma once

#include <cstdint>

namespace slipflow {

/// The unit of a sum, and the limit of a term in this unit.
struct SumUnit {
  double size = 1;  ///< a power of two
  double limit = 0x1p40;
};

/// The unit for at most `terms` terms, each a value times an area or length: the power of two above
/// the `size` of all. The limit is 2^43/terms, so that the sum cannot overflow. Values up to 10^12
/// are below it where areas or lengths are at most four times size/terms.
SumUnit sum_unit(double size, std::int64_t terms);

/// A sum in four limbs, as SfExactSum. The sum of parts has the sums of their limbs.
struct ExactSum {
  std::int64_t high = 0, middle = 0, low = 0;
  std::int64_t beyond = 0;  ///< terms that are NaN or above the limit

  ExactSum& operator+=(const ExactSum& more);
  bool operator==(const ExactSum&) const = default;
  /// The nearest double, NaN if a term is beyond the limit. The limbs may be sums of those of up to
  /// 2^22 sums.
  double rounded(const SumUnit& unit) const;
};

}  // namespace slipflow
