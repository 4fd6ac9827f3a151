// How the inner iterations of a time step ended.
#pragma once

#include "slipflow/methods/simulation.hpp"

namespace slipflow::simple_ts {

using methods::kUnknownFactor;

/// Largest changes over the nodes of the domain; a NaN anywhere stays a NaN.
struct Residuals {
  double p = 0, T = 0, u = 0, v = 0, w = 0;
  double largest() const;  ///< NaN when any of them is
};

/// How the inner iterations of a time step ended.
struct InnerResult {
  int inner = 0;    ///< iterations done
  Residuals first;  ///< changes of the first iteration
  Residuals last;   ///< and of the last
  /// Ratio of the largest changes of successive iterations or cycles, q of (32); for the next step.
  double factor = kUnknownFactor;
  bool converged = false;  ///< the estimated error is below the tolerance
  bool diverged = false;   ///< a change is not finite; advance_time_step() adds another case
};

}  // namespace slipflow::simple_ts
