// The tables that are measured over time, forces.csv and balance.csv, and the forces of a summary.
#pragma once

#include <string>
#include <vector>

#include "slipflow/simple_ts/measures.hpp"

namespace slipflow::simple_ts {

/// Those the case asks for: forces where a wall drags or heats, which planes of symmetry do not.
std::vector<methods::TableInfo> tables_of(const Case& c);

/// A line of each, of the current state.
std::vector<std::vector<double>> lines_of(const Case& c, Measures& measures);

/// Drag and lift of each body; none where nothing streams.
std::vector<methods::BodySummary> body_summaries(const Case& c, Measures& measures);

}  // namespace slipflow::simple_ts
