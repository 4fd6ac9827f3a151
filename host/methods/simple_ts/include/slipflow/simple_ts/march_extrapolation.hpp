// Extrapolation of a march to the steady state that it approaches.
#pragma once

#include <optional>
#include <vector>

#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

/// Reduced rank extrapolation: of the states after every few steps, the weighted mean whose changes
/// cancel best; docs/methods/simple-ts.md section 13. On the host, so that all backends have the
/// same bits, and for meshes whose states are small.
class MarchExtrapolation {
 public:
  explicit MarchExtrapolation(const Case& c);
  /// Counts a step of the march; returns whether the state after it is to be taken.
  bool is_due();
  /// Takes in the state; returns the extrapolated one when there are enough, and begins anew.
  std::optional<State> take(State s);

  /// The states so far too. recall() takes numbers of another mesh for none.
  std::vector<double> memory() const;
  void recall(const std::vector<double>& numbers);

 private:
  std::optional<State> extrapolated() const;

  std::vector<std::size_t> gas_;  // places of cells; empty: too many to extrapolate
  std::size_t values_;            // of an array
  long steps_ = 0;                // since the states began anew
  bool began_anew_ = false;       // there has been an extrapolation
  std::vector<State> states_;
};

}  // namespace slipflow::simple_ts
