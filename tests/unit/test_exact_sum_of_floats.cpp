// Exact sums of floats, compared with those of doubles.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <random>

#include "slipflow/support/exact_sum.hpp"

namespace test_exact_sum_of_floats {

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wfloat-conversion"  // other functions have literals, here doubles
namespace in_float {
#define SF_REAL float
#include "exact_sum.h"
}  // namespace in_float
#pragma GCC diagnostic pop

TEST_CASE("the steps of an exact sum are exact for floats") {
  using namespace in_float;
  std::mt19937 random(4);
  std::uniform_real_distribution<float> mantissa(-1, 1);
  std::uniform_int_distribution<int> exponent(-55, 39);
  const slipflow::SumUnit unit{0x1p-10, 0x1p40};
  for (int n = 0; n < 2000; ++n) {
    const float term = std::ldexp(mantissa(random), exponent(random) - 10);
    const SfExactSum sum = sf_add_term(sf_no_terms(), term, {0x1p10F, 0x1p40F});
    // No bit of these terms is below the last limb.
    CHECK(std::bit_cast<slipflow::ExactSum>(sum).rounded(unit) == double{term});
  }
  const SfExactSum beyond = sf_add_term(sf_no_terms(), 0x1p30F, {0x1p10F, 0x1p40F});
  CHECK(std::isnan(std::bit_cast<slipflow::ExactSum>(beyond).rounded(unit)));
}

}  // namespace test_exact_sum_of_floats
