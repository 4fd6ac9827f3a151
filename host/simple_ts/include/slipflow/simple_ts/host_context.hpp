// The equations' view of a state on the host: for the serial reference and for what is measured
// from a downloaded state.
#pragma once

#include <vector>

#include "simple_ts/context.h"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

/// Keeps what a context points to. The case must outlive it.
class HostContext {
 public:
  explicit HostContext(const Case& c);
  /// A view of `current` and `old`; gamma and shear2 are left empty for the caller.
  SfContext view(const State& current, const State& old, double dt) const;

 private:
  const Case& case_;
  std::vector<double> metrics_x_, metrics_y_;
  std::vector<SfWall> walls_;
  bool has_walls_;
};

#ifdef SF_MANUFACTURED_SOURCES
/// Sources per volume in every cell (rho, T) and at every node (u, v), Layout::size() values each,
/// for tests of the order of accuracy.
struct ManufacturedSources {
  std::vector<double> rho, u, v, T;
};
ManufacturedSources& manufactured_sources();
#endif

/// Largest signal and convection rates over the gas cells, which limit the time step; docs/numerics.md
/// (27), (28). NaN when any of them is.
StepLimits measure_step_limits(const SfContext& c);

}  // namespace slipflow::simple_ts
