#include "slipflow/simple_ts/time_step.hpp"

#include <algorithm>

namespace slipflow::simple_ts {

InnerResult advance_time_step(Operations& backend, double dt, const InnerControl& control) {
  backend.begin_time_step(dt);
  return solve_begun_step(backend, control);
}

InnerResult solve_begun_step(Operations& backend, const InnerControl& control) {
  InnerResult result = backend.iterate(control);
  const bool asked_for_convergence = control.tolerance > 0 && result.inner > 1;
  if (asked_for_convergence && !result.converged && !result.diverged)
    result.diverged = result.last.largest() > std::max(result.first.largest(), control.noise);
  return result;
}

}  // namespace slipflow::simple_ts
