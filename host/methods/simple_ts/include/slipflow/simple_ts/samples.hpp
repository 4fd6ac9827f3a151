// Values at any point of the gas, for probes and profiles; docs/methods/simple-ts.md (64).
#pragma once

#include <array>
#include <vector>

#include "slipflow/setup/point_stencil.hpp"
#include "slipflow/simple_ts/diagnostics.hpp"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

/// Interpolation at a point: stencils of cell centres and of the nodes of each velocity. In a plane
/// the last four nodes of a stencil have no weight.
struct SamplePoint {
  bool in_gas = false;  ///< else its values are NaN
  setup::PointStencil cell;
  std::vector<setup::PointStencil> velocity;  ///< by axis
  std::vector<setup::NearBoundary> near{};    ///< walls and boundaries next to its cell
};

/// The point must lie in the domain.
SamplePoint sample_point(const Case& c, const std::array<double, 3>& point);

/// The array indices of all nodes of the points, in the order of sample().
std::vector<int> places_of(const std::vector<SamplePoint>& points);
/// Values at the points from those of the nodes, of points with no boundary near; NaN for points
/// that are not in the gas.
std::vector<SampleValues> sample(const std::vector<SamplePoint>& points,
                                 const std::vector<NodeValues>& nodes);
/// Values at any points from a state on the host: next to a boundary linear to the values there.
std::vector<SampleValues> sample(const Case& c, const std::vector<SamplePoint>& points,
                                 const State& s);

}  // namespace slipflow::simple_ts
