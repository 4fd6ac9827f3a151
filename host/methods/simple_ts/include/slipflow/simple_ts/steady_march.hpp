// The march to a steady state, time.march = steady.
#pragma once

#include "slipflow/simple_ts/march_acceleration.hpp"
#include "slipflow/simple_ts/operations.hpp"

namespace slipflow::simple_ts {

/// Steps of a pseudo-time with a few inner iterations each, which grow as far as the flow lets
/// them. Once the flow seems to be steady, two time steps of moderate length are solved to the
/// tolerance, and the change per time in the second decides. All choices depend on fields and
/// counts alone; docs/methods/simple-ts.md section 13.
class SteadyMarch {
 public:
  /// `steady`: time.steady; `inner`: of time steps.
  SteadyMarch(double steady, const InnerControl& inner);
  /// Length of the next step. The limits are those of the state before it.
  double time_step(const StepLimits& limits);
  /// Whether the next step belongs to a measurement of how steady the flow is.
  bool is_to_measure() const;
  /// The inner iterations of the next step.
  InnerControl control() const;
  /// Takes in a step that did not diverge.
  void take(const InnerResult& result);
  /// Whether a shorter step than the one that diverged is to be tried; time_step() is its length.
  bool shorten();
  /// Whether the last step completed a measurement.
  bool has_measured() const { return measured_; }
  /// Change per time, from that of the last step. At least time.steady where none was measured.
  double change_rate(double of_step);

  void archive_numbers(methods::NumberArchive& archive);

 private:
  // Length of a step that measures.
  double measuring_step() const;
  // Shortens steps whose changes do not shrink.
  void watch();

  double steady_;
  InnerControl inner_;
  StepLimits limits_{};
  double dt_ = 0;    // of the last step that did not measure
  double courant_;   // the most of a step
  double estimate_;  // of the change per time after that step
  double ratio_;     // of measured to estimated
  bool measured_ = false;
  double since_ = 0;                     // steps since the last measurement
  double settled_ = 0;                   // steps of the present measurement
  double failures_ = 0;                  // steps in a row that diverged
  double watched_ = 0;                   // steps of the present window of watch()
  double shrunk_ = 0;                    // windows in a row whose changes shrank
  double least_ = 0, least_before_ = 0;  // estimates in this window and before it; 0: none
};

// The march of a backend to a steady state.

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
