// Whether an inner iteration may begin before the changes of the last one are known on all ranks.
#pragma once

#include <cstddef>
#include <vector>

namespace slipflow::simple_ts {

/// Predicts from the errors of the iterations before, and from those of the last time step, whether
/// an iteration will be the last one of its step. Its numbers are the same on all ranks.
class LookAhead {
 public:
  /// At the begin of a time step. With a tolerance of 0 no iteration ends it.
  void start_step(double tolerance);
  /// The estimated error after the next iteration of this step.
  void add(double error) { errors_.push_back(error); }
  /// Whether the error after the iteration that follows those of add() will be twice the tolerance
  /// or more.
  bool continues() const;

 private:
  double tolerance_ = 0;
  std::vector<double> errors_, last_step_;
};

}  // namespace slipflow::simple_ts
