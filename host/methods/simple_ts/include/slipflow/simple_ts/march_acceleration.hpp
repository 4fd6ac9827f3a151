// Acceleration of a march to a steady state.
#pragma once

#include <optional>
#include <vector>

#include "slipflow/methods/number_archive.hpp"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

/// Anderson acceleration: every few steps the march continues from the weighted mean of the latest
/// states whose changes in a step cancel best; docs/methods/simple-ts.md section 13. On the host,
/// so that all backends have the same bits, and for meshes whose states are small.
class MarchAcceleration {
 public:
  /// Values of a field, with ghosts. Larger meshes are not accelerated, so that the states stay
  /// small in checkpoints: 130 MB.
  static constexpr std::size_t kMostValues = 1 << 17;

  explicit MarchAcceleration(const Case& c);
  /// Counts a step of the march; returns whether the state after it is to be taken.
  bool is_due();
  /// Takes in the state; returns the one to continue from when a cycle of steps is complete.
  std::optional<State> take(State s);
  /// The next step does not begin with the state after the last one.
  void interrupt();
  /// A step has failed: the states lead to no steady state.
  void forget();

  /// The states so far too.
  void archive_numbers(methods::NumberArchive& archive);

 private:
  void drop_oldest_cycle();
  void drop_all();
  void add_products();
  State weighted_mean() const;
  // Whether it is far from the last state, or not finite.
  bool is_far(const State& s) const;

  std::vector<std::size_t> gas_;  // places of cells; empty: too many to accelerate
  int axes_;
  std::size_t values_;                         // of an array
  long steps_ = 0;                             // the first ones, then those of the present cycle
  std::vector<State> states_;                  // of each cycle, one more than its changes
  std::vector<std::vector<double>> changes_;   // in the gas
  std::vector<std::vector<double>> products_;  // of each change with those up to it
};

}  // namespace slipflow::simple_ts
