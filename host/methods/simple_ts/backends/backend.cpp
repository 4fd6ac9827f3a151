#include "slipflow/simple_ts/backend.hpp"

#include "precisions.hpp"
#include "slipflow/simple_ts/equations.hpp"

namespace slipflow::simple_ts {

double Residuals::largest() const {
  double m = 0;
  for (double r : {p, T, u, v}) m = sf_max_keeping_nan(m, r);
  return m;
}

Backend::Backend(const Case& c) : precision_(c.run.precision), period_(relaxation_period(c)) {}

InnerResult Backend::iterate(const InnerControl& control, double factor) {
  return inner_iterations(precision_).one_by_one(*this, control, factor, period_);
}

int relaxation_period(const Case& c) {
  return c.splitting.relaxation_cycle ? SF_RELAXATION_CYCLE : 1;
}

double extrapolation_ratio(double dt, double dt_before) {
  return dt_before > 0 && dt <= 2 * dt_before ? dt / dt_before : 0;
}

}  // namespace slipflow::simple_ts
