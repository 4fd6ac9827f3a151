// Two states of a case, field by field.
#pragma once

#include <algorithm>
#include <cmath>

#include "slipflow/setup/field_comparison.hpp"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

/// Compares u, v, T and rho of the domain, ghosts left out.
inline std::vector<setup::FieldComparison> compare_states(const Case& c, const State& a,
                                                          const State& b) {
  std::vector<setup::FieldComparison> comparisons;
  for (std::size_t k = 0; k < a.all().size(); ++k)
    comparisons.push_back(setup::compare_field(field_list()[k], c.mesh.layout(), c.run.precision,
                                               *a.all()[k], *b.all()[k]));
  return comparisons;
}

/// The largest difference of a value of u, v, T or rho, ghosts included; NaN if one is.
inline double largest_difference(const State& a, const State& b) {
  double largest = 0;
  for (std::size_t k = 0; k < a.all().size(); ++k)
    for (std::size_t at = 0; at < a.all()[k]->size(); ++at) {
      const double difference = std::abs((*a.all()[k])[at] - (*b.all()[k])[at]);
      if (std::isnan(difference)) return difference;
      largest = std::max(largest, difference);
    }
  return largest;
}

}  // namespace slipflow::simple_ts
