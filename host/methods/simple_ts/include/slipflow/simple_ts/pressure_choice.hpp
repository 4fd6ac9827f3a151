// Which iteration the next time steps take with inner.pressure = auto.
#pragma once

#include "slipflow/methods/number_archive.hpp"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

/// Chooses by the fields and by counts of iterations, so that every device chooses alike;
/// docs/methods/simple-ts.md (71).
class PressureChoice {
 public:
  /// Whether the next step solves its pressures together.
  bool solves() const { return solves_; }
  /// Whether the step before it did otherwise, so that its rate of convergence tells nothing.
  bool changes() const { return solves_ != solved_; }
  /// Whether choose() is to be called before the next step.
  bool is_due() const { return steps_ == 0; }
  /// For steps of `dt` from a state with these limits.
  void choose(double dt, const StepLimits& limits);
  /// Takes in the iterations of the step.
  void take(int iterations);

  /// Keeps its numbers if those of a case without the choice are restored.
  void archive_numbers(methods::NumberArchive& archive);

 private:
  bool solves_ = false;
  bool solved_ = false;      // the last step
  long steps_ = 0;           // since the last choice
  long jacobi_ = 0;          // iterations of the last step without solved pressures; 0: none
  bool to_compare_ = false;  // the next step is the first one after such a step
};

}  // namespace slipflow::simple_ts
