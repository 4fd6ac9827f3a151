// The march of a backend to a steady state.
#pragma once

#include "slipflow/simple_ts/march_acceleration.hpp"
#include "slipflow/simple_ts/steady_march.hpp"

namespace slipflow::simple_ts {

/// Steps of SteadyMarch, between which the state is replaced by that of MarchAcceleration and the
/// mass of a closed box is restored, which unsolved steps lose.
class SteadyMarching {
 public:
  /// The backend holds the state.
  SteadyMarching(const Case& c, Operations& backend);
  double time_step() { return march_.time_step(backend_.step_limits()); }
  /// Advances the backend by dt.
  InnerResult advance(double dt);
  /// Whether a shorter step than the one that diverged is to be tried.
  bool shorten();
  /// SteadyMarch::has_measured() and change_rate().
  bool has_measured() const { return march_.has_measured(); }
  double change_rate(double of_step) { return march_.change_rate(of_step); }

  /// Keeps its numbers if those of a case without a march are restored.
  void archive_numbers(methods::NumberArchive& archive);

 private:
  void accelerate();
  double mass();
  // The state of a closed box with the mass before the march.
  State restore_mass();

  const Case& case_;
  Operations& backend_;
  SteadyMarch march_;
  MarchAcceleration acceleration_;
  double mass_ = 0;  // of a closed box before the march; 0: unknown
};

}  // namespace slipflow::simple_ts
