// The flow between two walls of a channel; docs/methods/simple-ts.md (79).
#pragma once

#include <limits>

#include "slipflow/simple_ts/state.hpp"
#include "wall_contours.hpp"

namespace slipflow::simple_ts {

/// On the line of cells normal to a face of a wall, up to the next wall or plane of symmetry; nan
/// where the line ends at another boundary, where the wall is not parallel to an axis, or where
/// the gas recirculates: the net flow across it is less than 1 % of the flow to and fro.
struct BulkFlow {
  /// The mean of T weighted with the mass flow along the wall, unit T0.
  double temperature = std::numeric_limits<double>::quiet_NaN();
  /// Twice the distance of the walls, unit L; a plane of symmetry is in the middle of them.
  double hydraulic_diameter = std::numeric_limits<double>::quiet_NaN();
};

BulkFlow bulk_flow_at(const Case& c, const State& s, const ContourFace& face);

}  // namespace slipflow::simple_ts
