// The tables of diagnostics over time, forces.csv and balance.csv, and the forces of a summary.
#pragma once

#include <string>
#include <vector>

#include "slipflow/methods/problem.hpp"
#include "slipflow/simple_ts/diagnostics.hpp"

namespace slipflow::simple_ts {

/// The tables of a case: forces.csv only with walls that drag or heat, unlike planes of symmetry;
/// balance.csv is the last one.
std::vector<methods::TableInfo> tables_of(const Case& c);

/// The first columns of balance.csv are contents, the others flows.
inline std::size_t contents_of_balance(const Case& c) {
  return static_cast<std::size_t>(c.axes()) + 2;
}

/// The forces on bodies in them.
std::vector<methods::BodyForce> forces_on_bodies(const Case& c);

/// A line of each table, of the current state.
std::vector<std::vector<double>> lines_of(const Case& c, Diagnostics& diagnostics);

/// The heat into all walls, and the mass flow into and out of the domain.
std::vector<std::pair<std::string, double>> flows_of(const Case& c, Diagnostics& diagnostics);

/// Drag and lift of each body; empty without a stream.
std::vector<methods::BodySummary> body_summaries(const Case& c, Diagnostics& diagnostics);

}  // namespace slipflow::simple_ts
