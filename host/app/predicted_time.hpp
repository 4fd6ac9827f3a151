// A model of the time of an inner iteration on several ranks, each with an NVIDIA H200.
#pragma once

#include "slipflow/mesh/decomposition.hpp"

namespace slipflow::app {

/// The largest piece of a mesh that is cut for several ranks.
struct PieceShape {
  double columns = 0, rows = 0;  ///< its cells along x and y
  mesh::Grid grid{};             ///< of all pieces
  int hosts = 1;                 ///< that have the same number of ranks each
  /// Values exchanged in an iteration for each cell along a cut, by a piece with neighbours on both
  /// sides of it.
  int values_exchanged = 0;
};

/// Microseconds of an inner iteration on one H200, implicit upwind in double precision:
/// interpolated between measured times.
double time_on_one(double cells);

/// Microseconds of an inner iteration on all ranks, if ghost values are exchanged while the inside
/// of the piece is computed.
double predicted_time(const PieceShape& piece);

/// Predicted speed-up over one H200 with all cells, divided by the number of ranks.
double predicted_efficiency(double cells, const PieceShape& piece);

}  // namespace slipflow::app
