// Expressions of fields at the cell centres.
#pragma once

#include <string>
#include <vector>

#include "slipflow/methods/problem.hpp"

namespace slipflow::run {

/// The named fields that are expressions, from the fields that they need. In solid cells they
/// are 0; where a formula has no finite value they are NaN.
std::vector<methods::CellField> expression_fields(const methods::Problem& problem,
                                                  const std::vector<std::string>& names,
                                                  const std::vector<methods::CellField>& fields);

}  // namespace slipflow::run
