#include "slipflow/simple_ts/time_step.hpp"

#include <cmath>

namespace slipflow::simple_ts {

StepResult advance_time_step(Backend& backend, double dt, const InnerControl& control) {
  StepResult result;
  backend.begin_time_step(dt);
  while (result.inner < control.max && !result.converged && !result.diverged) {
    backend.advance_inner_iteration();
    result.last = backend.residuals();
    if (++result.inner == 1) result.first = result.last;
    result.converged = result.last.largest() < control.tolerance;
    result.diverged = !std::isfinite(result.last.largest());
  }
  const bool asked_for_convergence = control.tolerance > 0 && result.inner > 1;
  if (asked_for_convergence && !result.converged && !result.diverged)
    result.diverged = result.last.largest() > result.first.largest();
  return result;
}

}  // namespace slipflow::simple_ts
