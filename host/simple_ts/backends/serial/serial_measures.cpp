// What the serial reference measures: residuals, step limits, balances.
#include "serial_backend.hpp"
#include "simple_ts/density.h"

namespace slipflow::simple_ts {

Residuals SerialBackend::largest_difference(const State& a, const State& b,
                                            bool with_new_pressure) const {
  Residuals r;
  const int last_x = layout_.nx - case_.periodic_x();
  const int last_y = layout_.ny - case_.periodic_y();
  const auto keep = [](double& m, double difference) {
    m = sf_max_keeping_nan(m, SF_ABS(difference));
  };
  for (int j = 0; j < layout_.ny; ++j)
    for (int i = 0; i < layout_.nx; ++i) {
      if (case_.mesh.solid(i, j)) continue;
      const auto at = layout_.at(i, j);
      const double p = with_new_pressure ? p_[at] : a.rho[at] * a.T[at];
      keep(r.p, p - b.rho[at] * b.T[at]);
      keep(r.T, a.T[at] - b.T[at]);
    }
  for (int j = 0; j < layout_.ny; ++j)
    for (int i = 0; i <= last_x; ++i) keep(r.u, a.u[layout_.at(i, j)] - b.u[layout_.at(i, j)]);
  for (int j = 0; j <= last_y; ++j)
    for (int i = 0; i < layout_.nx; ++i) keep(r.v, a.v[layout_.at(i, j)] - b.v[layout_.at(i, j)]);
  return r;
}

Residuals SerialBackend::change_over_step() {
  return largest_difference(*current_, *old_, false);
}

StepLimits SerialBackend::step_limits() { return measure_step_limits(context()); }

// Column sums first, then the columns: the order of every backend.
Balance SerialBackend::balance() {
  const SfContext c = context();
  Balance b;
  for (int i = 0; i < layout_.nx; ++i) {
    double column = 0;
    for (int j = 0; j < layout_.ny; ++j)
      if (!sf_tag(&c, i, j)) column += sf_hx(&c.mesh, i) * sf_hy(&c.mesh, j) * sf_rho(&c, i, j);
    b.mass += column;
    b.flow[mesh::south] += sf_Fy(&c, i, 0);
    b.flow[mesh::north] += sf_Fy(&c, i, layout_.ny);
  }
  for (int j = 0; j < layout_.ny; ++j) {
    b.flow[mesh::west] += sf_Fx(&c, 0, j);
    b.flow[mesh::east] += sf_Fx(&c, layout_.nx, j);
  }
  return b;
}

BackendInfo SerialBackend::info() const {
  BackendInfo info;
  info.name = "serial";
  info.device = "one CPU core";
  info.driver = "none";
  info.kernels = "-";
  // Three states, gamma, shear2, p, two pseudo-velocities, and the explicit sums.
  const double doubles = 12 + 3 + 4 + (case_.scheme.explicit_convection ? 3 : 0);
  info.bytes_allocated = static_cast<double>(layout_.size()) * (doubles * sizeof(double) + 1);
  return info;
}

}  // namespace slipflow::simple_ts
