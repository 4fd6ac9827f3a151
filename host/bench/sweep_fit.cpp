// A straight line through the times of work-groups, in the numbers that the published study has.
#include <array>
#include <cmath>
#include <utility>

#include "slipflow/bench/sweep.hpp"

namespace slipflow::bench {

namespace {
constexpr std::size_t kTerms = 4;
using Terms = std::array<double, kTerms>;

// What a, b, c and d are multiplied with.
Terms terms_of(const SweepGroup& g) {
  return {1, -static_cast<double>(g.columns), -std::log(g.items), -std::log(g.columns)};
}

double fitted(const SweepFit& fit, const SweepGroup& g) {
  const Terms t = terms_of(g);
  return fit.a * t[0] + fit.b * t[1] + fit.c * t[2] + fit.d * t[3];
}

// Gaussian elimination with pivots; the right-hand side is the last column. NaN where the matrix is
// singular.
Terms solved(std::array<std::array<double, kTerms + 1>, kTerms> m) {
  for (std::size_t n = 0; n < kTerms; ++n) {
    std::size_t pivot = n;
    for (std::size_t row = n; row < kTerms; ++row)
      if (std::abs(m[row][n]) > std::abs(m[pivot][n])) pivot = row;
    std::swap(m[n], m[pivot]);
    for (std::size_t row = 0; row < kTerms; ++row) {
      if (row == n) continue;
      const double factor = m[row][n] / m[n][n];
      for (std::size_t column = n; column <= kTerms; ++column)
        m[row][column] -= factor * m[n][column];
    }
  }
  Terms x{};
  for (std::size_t n = 0; n < kTerms; ++n) x[n] = m[n][kTerms] / m[n][n];
  return x;
}
}  // namespace

SweepFit fit_of(const std::vector<SweepGroup>& groups, double SweepGroup::*seconds) {
  std::array<std::array<double, kTerms + 1>, kTerms> normal{};
  double mean = 0;
  for (const SweepGroup& g : groups) {
    const Terms t = terms_of(g);
    for (std::size_t n = 0; n < kTerms; ++n) {
      for (std::size_t column = 0; column < kTerms; ++column) normal[n][column] += t[n] * t[column];
      normal[n][kTerms] += t[n] * g.*seconds;
    }
    mean += g.*seconds / static_cast<double>(groups.size());
  }
  const Terms x = solved(normal);
  SweepFit fit{x[0], x[1], x[2], x[3], kUnknown};
  double left = 0, all = 0;
  for (const SweepGroup& g : groups) {
    left += std::pow(g.*seconds - fitted(fit, g), 2);
    all += std::pow(g.*seconds - mean, 2);
  }
  fit.r_squared = 1 - left / all;
  return fit;
}

}  // namespace slipflow::bench
