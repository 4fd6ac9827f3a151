// How long time steps are, and to which tolerance each is solved.
#pragma once

#include <functional>
#include <optional>

#include "slipflow/simple_ts/two_stages.hpp"

namespace slipflow::simple_ts {

// The time step of a case that gives none.

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

/// Steps of time.step or time.courant, or chosen ones.
class StepLength {
 public:
  explicit StepLength(const Case& c);
  /// Whether the case leaves the length to the program.
  bool is_chosen() const { return chosen_.has_value(); }
  /// Length of the next step. `limits`: those of the state before it, where they are needed.
  double next(const std::function<StepLimits()>& limits);
  /// Takes in a step of the length dt. One that has not converged, or whose curvature is too large,
  /// has diverged, if a shorter one is worth an attempt.
  void take(double dt, InnerResult& result, const StepEffort& effort);
  /// Whether a step that fails is worth an attempt with a shorter one.
  bool may_repeat() const { return chosen_ && chosen_->insists_on_convergence(); }
  /// After a step of the length dt that diverged: whether a shorter one, next(), is to be tried.
  bool shorten(double dt) { return chosen_ && chosen_->shorten(dt); }

  void archive_numbers(methods::NumberArchive& archive) {
    if (chosen_) chosen_->archive_numbers(archive);
  }

 private:
  const Case& case_;
  std::optional<ChosenStep> chosen_;  // where the case gives no step
};

/// To what a step of `dt` is solved: inner.tolerance or, where time.steady asks for smaller
/// changes, a tenth of them, as far as rounding lets it.
double tolerance_of_step(const Case& c, double dt);

/// The inner iteration converges while dt max(|u|/hx + |v|/hy) is below this;
/// docs/methods/simple-ts.md section 8.
double convergence_limit(const Case& c);

/// The time step for which the inner iteration converges, with a safety margin.
double safe_time_step(const Case& c, const StepLimits& limits);

/// The time step of time.courant, at most the safe one.
double courant_time_step(const Case& c, const StepLimits& limits);

/// The bounds of the step that ChosenStep takes.
ChosenStep::Bounds bounds_of_chosen_step(const Case& c);

}  // namespace slipflow::simple_ts
