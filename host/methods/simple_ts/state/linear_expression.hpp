// Sums of coefficients of the equations near cut walls.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace slipflow::simple_ts {

/// A linear function of the velocities, or of the temperatures: coefficients by unknown.
class Linear {
 public:
  Linear() = default;
  Linear(int unknown, double factor) { terms_.push_back({unknown, factor}); }
  void add(const Linear& other, double factor) {
    if (factor == 0) return;
    for (const Term& term : other.terms_) terms_.push_back({term.unknown, factor * term.factor});
  }
  /// Adds up the coefficients of each unknown.
  Linear merged() const {
    Linear sum;
    std::vector<Term> sorted = terms_;
    std::ranges::stable_sort(sorted, {}, &Term::unknown);
    for (const Term& term : sorted)
      if (!sum.terms_.empty() && sum.terms_.back().unknown == term.unknown)
        sum.terms_.back().factor += term.factor;
      else
        sum.terms_.push_back(term);
    return sum;
  }
  /// The sum of the sizes of all factors. The expression must be merged().
  double sum_of_sizes() const {
    double sum = 0;
    for (const Term& term : terms_) sum += std::abs(term.factor);
    return sum;
  }

 private:
  struct Term {
    int unknown;
    double factor;
  };
  std::vector<Term> terms_;
};

}  // namespace slipflow::simple_ts
