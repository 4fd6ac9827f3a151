// Integrals of fields and expressions over boxes and along lines.
#pragma once

#include <string>
#include <vector>

#include "slipflow/methods/problem.hpp"

namespace slipflow::run {

/// "integrals.csv" in the results.
constexpr const char* kIntegralsTable = "integrals.csv";

/// Its columns are the names of the integrals. The integral of an expression, which has no unit,
/// has that of the length, area or volume.
methods::TableInfo integral_table(const methods::Problem& problem);

/// A line of it: over the parts of cells in a box that are no solid, from their centres; along a
/// line the midpoint rule over its pieces, of which those outside the fluid do not count.
std::vector<double> integral_values(const methods::Problem& problem,
                                    methods::Diagnostics& diagnostics);

}  // namespace slipflow::run
