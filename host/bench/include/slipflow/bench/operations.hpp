// How many operations and bytes the equations of a node need, to turn times into rates.
#pragma once

#include <optional>
#include <string>

namespace slipflow::bench {

/// Floating-point operations of one node with its common terms computed once, as
/// docs/performance.md counts them ("shared"); a fused multiply-add is two.
struct OperationCounts {
  int convective_sums = 0;  ///< once per time step; 0 with implicit convection
  int inner_iteration = 0;
};

/// Of the scheme of that name ("implicit upwind"), or nothing for one that was not counted.
std::optional<OperationCounts> operation_counts(const std::string& scheme);

/// Arrays of one value per cell that a pass over the mesh reads and writes if it fetches each value
/// once.
struct Traffic {
  int reads = 0;
  int writes = 0;
  int bytes_per_value = sizeof(double);
  double bytes() const { return static_cast<double>(bytes_per_value) * (reads + writes); }
};

constexpr Traffic kImplicitIteration{8, 4};
constexpr Traffic kExplicitIteration{11, 4};
constexpr Traffic kConvectiveSums{4, 3};

}  // namespace slipflow::bench
