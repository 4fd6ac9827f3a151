// Steps of second order in time.
#pragma once

#include <functional>

#include "slipflow/simple_ts/operations.hpp"

namespace slipflow::simple_ts {

/// Measures of a step by which the length of the next one is chosen.
struct StepEffort {
  double iterations = 0;  ///< inner iterations, weighted as those of implicit Euler
  double curvature = 0;   ///< q of docs/methods/simple-ts.md (91); 0: unknown
};

/// Two stages, each implicit Euler of another length from another level (SDIRK2);
/// docs/methods/simple-ts.md (87)-(91).
class TwoStages {
 public:
  /// The backend holds the state.
  TwoStages(const Case& c, Operations& backend);

  /// Advances the backend by dt. `impose` sets the boundary values of the time `before_end`
  /// before the end of the step. If the combined level would not keep density and pressure (89),
  /// the step has diverged if it `may_repeat`; else the second stage is implicit Euler.
  InnerResult advance(double dt, InnerControl control,
                      const std::function<void(double before_end)>& impose, bool may_repeat);
  /// Begins a step of dt: its first stage.
  void begin(double dt);
  /// The state is no longer that of the last step.
  void forget() { last_dt_e_ = first_part_ = 0; }
  /// The effort of the last step, which had that many inner iterations, with the curvature that its
  /// first stage predicts.
  StepEffort effort(int inner) const;

  /// The part of the flow at the end of the first stage in that of the last step; 0 where the end
  /// of the first stage is unknown.
  double part_of_first() const { return first_part_; }
  /// Calls the function with the backend at the end of the first stage of the last step.
  void at_first_stage(const std::function<void()>& measure);

  /// Keeps its numbers if those of a case with other steps are restored.
  void archive_numbers(methods::NumberArchive& archive);

 private:
  // Begins the second stage of a step of dt; false if the step is to be repeated, (89).
  bool begin_second(double dt, const std::function<void(double before_end)>& impose,
                    bool may_repeat);

  const Case& case_;
  Operations& backend_;
  double last_dt_e_ = 0;  // of the second stage of the last step; 0: its combined level is unknown
  double ratio_ = 0;      // of (90) in the first stage
  double weight_ = 0;     // of the combined level of the last step
  StepShape shape_;       // of the last step
  double first_part_ = 0;
};

}  // namespace slipflow::simple_ts
