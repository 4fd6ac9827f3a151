// The pace of an iteration towards steady flow: it is halved where the iteration does not converge.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "slipflow/psi_omega/case.hpp"

namespace slipflow::psi_omega {

/// Watches the change of omega per step or iteration. With scheme.time = steady the time step is
/// halved when the least change has not fallen for 500 steps and 10 L/U, and when omega is not
/// finite; with rows both relaxation factors are halved when the change is 1000 times the least
/// one.
class Pace {
 public:
  explicit Pace(double part = 1) : part_(part) {}
  /// The part of the time step, or of the relaxation, that is taken.
  double part() const { return part_; }
  /// After a step. Returns a warning if the pace was halved, or cannot be any more.
  std::string watch(TimeScheme scheme, double change, double dt);
  /// Whether the last step has spoilt the flow: at the new pace it begins anew.
  bool begins_anew() const { return begins_anew_; }

  /// All that later steps depend on, for checkpoints.
  std::vector<double> memory() const;
  /// Takes back memory(); any other numbers are left alone.
  void recall(const std::vector<double>& numbers);

 private:
  std::string begin_anew();
  std::string watch_steps(double change, double dt);

  static constexpr double kNever = std::numeric_limits<double>::max();
  double part_;
  double least_before_ = kNever;  // of the interval before
  double least_ = kNever;         // of the present one
  double steps_ = 0, time_ = 0;   // of the present interval
  bool begins_anew_ = false;
};

}  // namespace slipflow::psi_omega
