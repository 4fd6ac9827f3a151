#include "slipflow/simple_ts/backend.hpp"

#include "inner_outcome.h"

namespace slipflow::simple_ts {

InnerResult Backend::iterate(const InnerControl& control) {
  InnerResult result;
  while (result.inner < control.max && !result.converged && !result.diverged) {
    advance_inner_iteration();
    result.last = residuals();
    if (++result.inner == 1) result.first = result.last;
    const int outcome = sf_inner_outcome(result.last.largest(), control.tolerance);
    result.converged = outcome == SF_CONVERGED;
    result.diverged = outcome == SF_DIVERGED;
  }
  return result;
}

double extrapolation_ratio(double dt, double dt_before) {
  return dt_before > 0 && dt <= 2 * dt_before ? dt / dt_before : 0;
}

}  // namespace slipflow::simple_ts
