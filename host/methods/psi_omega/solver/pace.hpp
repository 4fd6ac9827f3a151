// The pace of an iteration towards steady flow: it is halved where the iteration does not converge.
#pragma once

#include <limits>
#include <string>

#include "slipflow/methods/number_archive.hpp"
#include "slipflow/psi_omega/case.hpp"

namespace slipflow::psi_omega {

/// Watches the change of omega per step or iteration. With scheme.time = steady the time step is
/// halved when the least change has not fallen for 500 steps and 10 L/U. When the change grows to a
/// million times the least one, with scheme.time = rows to 1000 times, or is not finite, the flow
/// restarts from the initial state, with half of the time step and the relaxation factors. All this
/// at most ten times.
class Pace {
 public:
  explicit Pace(double part = 1) : part_(part) {}
  /// The part of the time step, or of the relaxation, that is taken.
  double part() const { return part_; }
  /// After a step. Returns a warning if the pace was halved, or cannot be any more. `settles`: the
  /// run is to end with a steady flow, so that a time step which stalls is too long.
  std::string watch(TimeScheme scheme, double change, double dt, bool settles = true);
  /// Whether the flow diverged in the last step and restarts at the new pace.
  bool restarts() const { return restarts_; }
  /// Whether the time step was halved after the last step, as the flow did not settle further.
  bool halves() const { return halves_; }

  /// All that later steps depend on.
  void archive_numbers(methods::NumberArchive& archive);

 private:
  std::string restart(TimeScheme scheme);
  std::string watch_steps(double change, double dt);

  static constexpr double kNever = std::numeric_limits<double>::max();
  double part_;
  double least_before_ = kNever;  // of the interval before
  double least_ = kNever;         // of the present one
  double steps_ = 0, time_ = 0;   // of the present interval
  bool gave_up_ = false;          // the last warning has been given
  bool restarts_ = false, halves_ = false;
};

}  // namespace slipflow::psi_omega
