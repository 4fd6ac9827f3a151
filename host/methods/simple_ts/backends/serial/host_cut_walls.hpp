// The part of an inner iteration near cut walls on the host; docs/methods/cut-cells.md.
#pragma once

#include "slipflow/simple_ts/diagnostics.hpp"
#include "slipflow/simple_ts/host_context.hpp"

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {

class HostCutWalls {
 public:
  /// With the context of any case; without cut walls it does nothing.
  explicit HostCutWalls(const HostContext& context);
  /// Lets the context read the arrays of iterations.
  void give_to(SfContext& c) const;
  /// Makes what the iteration number `iteration` of a time step reads. The context has the whole
  /// mesh and these arrays.
  void compute(const SfContext& c, int iteration);
  /// Makes the slopes and the gas at the walls of the context's state, which it then reads.
  void give_state_to(SfContext& c);
  /// Adds the loads on cut walls of the context's state.
  void add_loads(SfContext c, SfSumUnit unit, ExactLoads& loads);

 private:
  void make_state(const SfContext& c);

  const CutTables& tables_;
  std::vector<SfCutCell> cells_;
  std::vector<SfCutWallGas> walls_;
  std::vector<SfCutSlopes> slopes_;
  std::vector<SfCutRelaxation> parts_;
  std::vector<SfCutValues> values_;
};

}  // namespace SF_VARIANT
}  // namespace slipflow::simple_ts
