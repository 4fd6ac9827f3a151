// The time step of a case that gives none.
#pragma once

#include "slipflow/simple_ts/two_stages.hpp"

namespace slipflow::simple_ts {

/// Follows the inner iteration: the step grows while that takes few iterations, shrinks where it
/// takes many, and is repeated with a shorter one where it fails. Gas crosses at most a part of a
/// cell. Depends on fields and counts alone; docs/methods/simple-ts.md section 8.
class ChosenStep {
 public:
  /// The most of dt StepLimits::convection and of dt StepLimits::signal.
  struct Bounds {
    double convection, signal;
  };
  explicit ChosenStep(Bounds bounds) : bounds_(bounds) {}
  /// Length of the next step. The limits are those of the state before it.
  double time_step(const StepLimits& limits);
  /// Takes in a step of the length `dt`, which may have been shortened to end at an output.
  void take(double dt, const StepEffort& effort);
  /// Whether a step with that curvature is to be repeated with a shorter one.
  bool is_too_long(const StepEffort& effort);
  /// After a step of the length `dt` that diverged: whether a shorter one is to be tried.
  bool shorten(double dt);
  /// Whether a step that did not converge shall be shortened too.
  bool insists_on_convergence() const;

  /// Keeps its numbers if those of a case with other steps are restored.
  void archive_numbers(methods::NumberArchive& archive);

 private:
  static constexpr double kPartOfFailed = 0.25;
  // The length that keeps the curvature within its bound, as a part of the step that had it.
  static double part_for(double curvature);

  Bounds bounds_;
  double sound_crosses_ = 0;     // cells in it
  double full_ = 0;              // length of the next step
  double dt_ = 0;                // wanted, apart from the limit of convection; 0: unknown
  double failures_ = 0;          // steps in a row that failed
  double part_ = kPartOfFailed;  // of a step that is repeated
};

}  // namespace slipflow::simple_ts
