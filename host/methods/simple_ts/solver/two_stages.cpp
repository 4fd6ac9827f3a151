#include "slipflow/simple_ts/two_stages.hpp"

#include "simple_ts/stage_length.h"
#include "slipflow/simple_ts/time_step.hpp"

namespace slipflow::simple_ts {

namespace {
// The part of a step after its first stage.
constexpr double kRest = 1 - SF_STAGE_LENGTH;
// The least part of density and pressure that the combined level may keep.
constexpr double kLeastKept = 0.1;
// Changes of this many tolerances over a step are not resolved. inner.tolerance = 0 counts as 1e-8,
// or the curvature of rounding would be taken for that of the flow.
constexpr double kResolvedTolerances = 100, kLeastTolerance = 1e-8;
// With solved pressures each stage takes at least a cycle of relaxations, seven iterations: as much
// as both stages together where the step may grow without them.
constexpr double kSolvedPressuresCount = 0.5;
}  // namespace

TwoStages::TwoStages(const Case& c, Operations& backend) : case_(c), backend_(backend) {}

void TwoStages::begin(double dt) {
  const double dt_e = SF_STAGE_LENGTH * dt;
  ratio_ = extrapolation_ratio(dt_e, last_dt_e_);
  backend_.stages().begin_first_stage(dt_e, case_.splitting.extrapolated_start ? ratio_ : 0);
}

bool TwoStages::begin_second(double dt, const std::function<void(double before_end)>& impose,
                             bool may_repeat) {
  impose(0);
  SecondStage stage;
  stage.weight = SF_STAGE_WEIGHT;
  stage.dt_e = SF_STAGE_LENGTH * dt;
  stage.of_stage = ratio_ != 0 ? 2 * SF_STAGES_PER_STEP - 1 : SF_STAGES_PER_STEP;
  stage.of_last = -kRest * SF_STAGES_PER_STEP * ratio_;
  stage.extrapolates = case_.splitting.extrapolated_start;
  shape_ = backend_.stages().begin_second_stage(stage);
  const bool keeps = 1 + SF_STAGE_WEIGHT * (1 - shape_.fall) >= kLeastKept;
  if (!keeps && may_repeat) return false;
  if (!keeps) {
    stage = {0, kRest * dt, SF_STAGES_PER_STEP, 0, stage.extrapolates};
    // The end of the first stage gets its own inflow velocities back, which the attempt has
    // overwritten; then the second stage begins anew.
    for (const double before_end : {kRest * dt, 0.0}) {
      impose(before_end);
      backend_.stages().swap_stages();
      backend_.stages().begin_second_stage(stage);
    }
  }
  weight_ = stage.weight;
  last_dt_e_ = stage.dt_e;
  return true;
}

InnerResult TwoStages::advance(double dt, InnerControl control,
                               const std::function<void(double before_end)>& impose,
                               bool may_repeat) {
  first_part_ = 0;  // until the step is done
  impose(kRest * dt);
  begin(dt);
  InnerResult first = solve_begun_step(backend_, control);
  if (first.diverged) return first;
  first.diverged = !begin_second(dt, impose, may_repeat);
  if (first.diverged) return first;
  control.factor = first.factor;
  InnerResult result = solve_begun_step(backend_, control);
  result.inner += first.inner;
  result.converged = result.converged && first.converged;
  // The stage that is solved less closely tells how well the step is.
  if (first.last.largest() > result.last.largest()) {
    result.first = first.first;
    result.last = first.last;
  }
  first_part_ = weight_ > 0 ? kRest : SF_STAGE_LENGTH;
  return result;
}

StepEffort TwoStages::effort(int inner) const {
  const double tolerance = case_.inner.tolerance > 0 ? case_.inner.tolerance : kLeastTolerance;
  const double resolved = shape_.change + kResolvedTolerances * tolerance;
  return {(backend_.solves_pressure() ? kSolvedPressuresCount : 1) * inner,
          shape_.curvature / resolved};
}

void TwoStages::at_first_stage(const std::function<void()>& measure) {
  backend_.stages().show_first_stage(weight_);
  measure();
  backend_.stages().swap_stages();
}

void TwoStages::archive_numbers(methods::NumberArchive& archive) {
  if (archive.lacks("second_order")) return;
  archive("second_order.last_stage", last_dt_e_);
}

}  // namespace slipflow::simple_ts
