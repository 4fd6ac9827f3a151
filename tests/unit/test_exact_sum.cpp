// Exact sums: macros/exact_sum.h adds terms, ExactSum adds and rounds sums. The terms are compared
// with integers of 128 bits.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "exact_sum.h"
#include "slipflow/support/exact_sum.hpp"

namespace test_exact_sum {

namespace {
using slipflow::ExactSum;
using slipflow::sum_unit;
using slipflow::SumUnit;
__extension__ using Wide = __int128;

constexpr SumUnit kUnit{4, 0x1p40};

ExactSum sum_of(const std::vector<double>& terms, const SumUnit& unit = kUnit) {
  SfExactSum sum = sf_no_terms();
  for (const double term : terms) sum = sf_add_term(sum, term, {1 / unit.size, unit.limit});
  return std::bit_cast<ExactSum>(sf_carry_limbs(sum));
}

/// In multiples of 2^-100 units; of a term what is below them is dropped.
Wide integer_of(double value, const SumUnit& unit = kUnit) {
  return static_cast<Wide>(std::ldexp(value / unit.size, 100));
}
Wide integer_sum(const std::vector<double>& terms) {
  Wide sum = 0;
  for (const double term : terms) sum += integer_of(term);
  return sum;
}

/// No double is closer to the sum, and of two that are as close the result is the even one.
bool is_nearest(double result, Wide sum) {
  const auto distance = [&](double value) {
    const Wide d = sum - integer_of(value);
    return d < 0 ? -d : d;
  };
  if (distance(result) == 0) return true;
  const double infinity = std::numeric_limits<double>::infinity();
  const bool even = std::bit_cast<std::uint64_t>(result) % 2 == 0;
  return std::ranges::all_of(std::array{-infinity, infinity}, [&](double to) {
    const Wide other = distance(std::nextafter(result, to));
    return distance(result) < other || (distance(result) == other && even);
  });
}

/// Of both signs and many magnitudes; together less than 2^26 units.
std::vector<double> random_terms(std::mt19937& random, int count) {
  std::uniform_real_distribution<double> mantissa(-1, 1);
  std::uniform_int_distribution<int> exponent(-80, 16);
  std::vector<double> terms;
  for (int k = 0; k < count; ++k) terms.push_back(std::ldexp(mantissa(random), exponent(random)));
  return terms;
}
}  // namespace

TEST_CASE("an exact sum has the same limbs for every order of its terms and over any parts") {
  std::mt19937 random(1);
  std::vector<double> terms = random_terms(random, 1000);
  const ExactSum expected = sum_of(terms);
  for (int n = 0; n < 20; ++n) {
    std::ranges::shuffle(terms, random);
    CHECK(sum_of(terms) == expected);
  }
  // Seven parts, whose limbs are added as a reduction over ranks does, in several orders.
  std::vector<ExactSum> parts(7);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const auto at = [&](std::size_t n) { return terms.begin() + static_cast<long>(n * n * 20); };
    parts[k] = sum_of({at(k), k == 6 ? terms.end() : at(k + 1)});
  }
  for (int n = 0; n < 20; ++n) {
    std::ranges::shuffle(parts, random);
    ExactSum limbs, carried;
    for (const ExactSum& part : parts) {
      carried += part;
      limbs.high += part.high, limbs.middle += part.middle, limbs.low += part.low;
    }
    CHECK(carried == expected);
    CHECK(limbs.rounded(kUnit) == expected.rounded(kUnit));
  }
}

TEST_CASE("an exact sum is rounded once, to the nearest double") {
  std::mt19937 random(2);
  int wrong = 0;
  for (int n = 0; n < 2000; ++n) {
    std::vector<double> terms = random_terms(random, 1 + n % 30);
    // Half of them cancel all but the last term, or all but the bits that the first one drops.
    if (n % 4 == 0)
      for (std::size_t k = terms.size() - 1; k-- > 0;) terms.push_back(-terms[k]);
    if (n % 4 == 1) terms.push_back(-sum_of(terms).rounded(kUnit));
    wrong += !is_nearest(sum_of(terms).rounded(kUnit), integer_sum(terms));
  }
  CHECK(wrong == 0);
}

TEST_CASE("an exact sum between two doubles is rounded to even, or as its last bits say") {
  // Half a unit in the last place of 2^k, and bits down to the last limb that decide.
  for (const double sign : {1.0, -1.0})
    for (const int k : {-40, -20, 0, 1, 20, 21, 25})
      for (const double odd : {0.0, 1.0})
        for (const double more : {0.0, 0x1p-97, -0x1p-97}) {
          const double first = std::ldexp(1 + odd * 0x1p-52, k), half = std::ldexp(0x1p-53, k);
          const std::vector<double> terms = {sign * first, sign * half, sign * more};
          CAPTURE(sign * first);
          CAPTURE(more);
          CHECK(is_nearest(sum_of(terms).rounded(kUnit), integer_sum(terms)));
          const bool up = more > 0 || (more == 0 && odd != 0);
          const double after = std::nextafter(first, std::numeric_limits<double>::infinity());
          CHECK(sum_of(terms).rounded(kUnit) == sign * (up ? after : first));
        }
  CHECK(sum_of({0x1p60, 0x1p-50, -0x1p60}, {0x1p30, 0x1p40}).rounded({0x1p30, 0x1p40}) == 0x1p-50);
}

TEST_CASE("opposite terms leave an exact sum of 0, and bits below the last limb are dropped") {
  std::mt19937 random(3);
  for (const double term : random_terms(random, 200)) {
    CHECK(sum_of({term, -term}) == ExactSum{});
    CHECK(sum_of({-term}).rounded(kUnit) == -sum_of({term}).rounded(kUnit));
  }
  CHECK(sum_of({0x1p-98 + 0x1p-99}) == sum_of({0x1p-98}));
  CHECK(sum_of({-0x1p-99, 0x1p-1074}) == ExactSum{});
  CHECK(sum_of({-0x1p-98}).rounded(kUnit) == -0x1p-98);
}

TEST_CASE("an exact sum with a term that is NaN or not below the limit is NaN") {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double term : {std::nan(""), infinity, -infinity, 0x1p42, -0x1p42, 1e300}) {
    const ExactSum sum = sum_of({1, term, 2, -term});
    CHECK(sum.beyond == 2);
    CHECK(std::isnan(sum.rounded(kUnit)));
    ExactSum joined = sum_of({5});
    joined += sum;
    CHECK(std::isnan(joined.rounded(kUnit)));
  }
  CHECK(std::isnan(sum_of({32}, {4, 8}).rounded(kUnit)));
  CHECK(sum_of({std::nextafter(32, 0)}, {4, 8}).rounded(kUnit) == std::nextafter(32, 0));
}

TEST_CASE("an exact sum does not overflow with as many terms as its unit is for") {
  const double largest = std::nextafter(0x1p42, 0);
  CHECK(sum_of(std::vector<double>(8, largest)).rounded(kUnit) == 8 * largest);
  CHECK(sum_of(std::vector<double>(8, -largest)).rounded(kUnit) == -8 * largest);
  // Every limb but the first is as large as it can be, as often as it may be before it is carried.
  SfExactSum sum = sf_no_terms();
  const double term = 0x1p-20 - 0x1p-73;
  for (int k = 0; k < 1 << 22; ++k) sum = sf_add_term(sum, term, {1, 8});
  CHECK(std::bit_cast<ExactSum>(sf_carry_limbs(sum)).rounded({1, 8}) == 0x1p22 * term);

  CHECK(sum_unit(3, 1).size == 4);
  CHECK(sum_unit(4, 1).size == 8);
  CHECK(sum_unit(0.3, 1).size == 0.5);
  CHECK(sum_unit(1, 1).limit == 0x1p40);
  CHECK(sum_unit(1, 8).limit == 0x1p40);
  CHECK(sum_unit(1, 9).limit == 0x1p39);
  CHECK(sum_unit(1, std::int64_t{1} << 40).limit == 8);
}

}  // namespace test_exact_sum
