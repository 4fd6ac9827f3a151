#include "slipflow/simple_ts/two_stages.hpp"

#include "simple_ts/stage_length.h"
#include "slipflow/simple_ts/time_step.hpp"

namespace slipflow::simple_ts {

namespace {
// The least part of density and pressure that the combined level may keep.
constexpr double kLeastKept = 0.1;
// Changes of this many tolerances over a step are not resolved. inner.tolerance = 0 counts as its
// default, or the curvature of rounding would be taken for that of the flow.
constexpr double kResolvedTolerances = 100, kDefaultTolerance = 1e-8;
// With solved pressures each stage takes at least a cycle of relaxations, seven iterations: as much
// as both stages together where the step may grow without them.
constexpr double kSolvedPressuresCount = 0.5;
}  // namespace

TwoStages::TwoStages(const Case& c, Operations& backend) : case_(c), backend_(backend) {}

void TwoStages::begin(double dt) {
  const double dt_e = SF_STAGE_LENGTH * dt;
  ratio_ = case_.splitting.extrapolated_start ? extrapolation_ratio(dt_e, last_dt_e_) : 0;
  backend_.stages().begin_first_stage(dt_e, ratio_);
}

InnerResult TwoStages::advance(double dt, InnerControl control,
                               const std::function<void(double before_end)>& impose,
                               bool may_repeat) {
  constexpr double rest = 1 - SF_STAGE_LENGTH;
  first_part_ = 0;  // until the step is done
  impose(rest * dt);
  begin(dt);
  InnerResult first = solve_begun_step(backend_, control);
  if (first.diverged) return first;
  const bool keeps = 1 + SF_STAGE_WEIGHT * (1 - backend_.stages().stage_fall()) >= kLeastKept;
  if (!keeps && may_repeat) {
    first.diverged = true;
    return first;
  }
  SecondStage stage;
  stage.weight = keeps ? SF_STAGE_WEIGHT : 0;
  stage.dt_e = (keeps ? SF_STAGE_LENGTH : rest) * dt;
  if (!case_.splitting.extrapolated_start)
    stage.of_stage = 1;
  else
    stage.of_stage = ratio_ != 0 ? 2 * SF_STAGES_PER_STEP - 1 : SF_STAGES_PER_STEP;
  stage.of_last = -rest * SF_STAGES_PER_STEP * ratio_;
  impose(0);
  backend_.stages().begin_second_stage(stage);
  control.factor = first.factor;
  InnerResult result = solve_begun_step(backend_, control);
  result.inner += first.inner;
  result.converged = result.converged && first.converged;
  // The stage that is solved less closely tells how well the step is.
  if (first.last.largest() > result.last.largest()) {
    result.first = first.first;
    result.last = first.last;
  }
  weight_ = stage.weight;
  last_dt_e_ = stage.dt_e;
  first_part_ = keeps ? rest : SF_STAGE_LENGTH;
  return result;
}

StepEffort TwoStages::effort(int inner) const {
  const StepShape shape = backend_.stages().step_shape(weight_);
  const double tolerance = case_.inner.tolerance > 0 ? case_.inner.tolerance : kDefaultTolerance;
  const double resolved = shape.change + kResolvedTolerances * tolerance;
  return {(backend_.solves_pressure() ? kSolvedPressuresCount : 1) * inner,
          shape.curvature / resolved};
}

void TwoStages::at_first_stage(const std::function<void()>& measure) {
  backend_.stages().show_first_stage(weight_);
  measure();
  backend_.stages().show_step();
}

void TwoStages::archive_numbers(methods::NumberArchive& archive) {
  if (archive.lacks("second_order")) return;
  archive("second_order.last_stage", last_dt_e_);
}

}  // namespace slipflow::simple_ts
