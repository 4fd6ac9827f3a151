// Two states of a case, field by field.
#pragma once

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

}  // namespace slipflow::simple_ts
