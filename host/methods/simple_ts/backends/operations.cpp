#include "slipflow/simple_ts/operations.hpp"

#include "precisions.hpp"
#include "slipflow/simple_ts/equations.hpp"
#include "slipflow/simple_ts/inner_judge.hpp"

namespace slipflow::simple_ts {

double Residuals::largest() const {
  double m = 0;
  for (double r : {p, T, u, v, w}) m = sf_max_keeping_nan(m, r);
  return m;
}

Operations::Operations(const Case& c)
    : precision_(c.run.precision),
      axes_(c.axes()),
      splitting_(c.splitting),
      solves_pressure_(c.splitting.pressure == PressureSolution::multigrid) {}

InnerResult Operations::iterate(const InnerControl& control) {
  InnerJudge judge(precision_, axes_, relaxation_period(splitting_, solves_pressure_), control);
  while (judge.continues()) {
    advance_inner_iteration();
    judge.take(residuals());
  }
  return judge.result();
}

InnerJudge::InnerJudge(Precision precision, int axes, int period, const InnerControl& control)
    : precision_(precision),
      axes_(axes),
      period_(period),
      control_(control),
      progress_(inner_iterations(precision, axes).progress_bytes) {
  const InnerIterations rule = inner_iterations(precision_, axes_);
  rule.start(progress_.data(), control.factor);
  result_ = rule.result(progress_.data());
}

bool InnerJudge::continues() const {
  return result_.inner < control_.max && !result_.converged && !result_.diverged;
}

void InnerJudge::take(const Residuals& changes) {
  const InnerIterations rule = inner_iterations(precision_, axes_);
  rule.judge(progress_.data(), changes, control_.tolerance, period_);
  result_ = rule.result(progress_.data());
}

double InnerJudge::estimated_error() const {
  return inner_iterations(precision_, axes_).error(progress_.data(), period_);
}

int relaxation_period(const InnerSplitting& splitting, bool solves_pressure) {
  if (!splitting.relaxation_cycle) return 1;
  return solves_pressure ? splitting.solved_cycle : SF_RELAXATION_CYCLE;
}

double extrapolation_ratio(double dt, double dt_before) {
  return dt_before > 0 && dt <= 2 * dt_before ? dt / dt_before : 0;
}

}  // namespace slipflow::simple_ts
