// The steps of the inner iteration, in the order of the algorithm; docs/numerics.md section 8.
#include <cmath>

#include "serial_backend.hpp"
#include "simple_ts/energy.h"
#include "simple_ts/extrapolated_start.h"
#include "simple_ts/momentum_u.h"
#include "simple_ts/momentum_v.h"
#include "simple_ts/pressure.h"

namespace slipflow::simple_ts {

void SerialBackend::compute_explicit_convection() {
  const SfContext c = context();
  for (int j = 0; j <= layout_.ny; ++j)
    for (int i = 0; i <= layout_.nx; ++i) {
      const auto at = layout_.at(i, j);
      if (j < layout_.ny) C_u_[at] = sf_convection_u(&c, i, j);
      if (i < layout_.nx) C_v_[at] = sf_convection_v(&c, i, j);
      if (i < layout_.nx && j < layout_.ny && !sf_tag(&c, i, j))
        C_T_[at] = sf_heat_carried_out(&c, i, j);
    }
}

// Ghosts, walls and solid cells are carried on with the rest: what never changes stays as it is.
void SerialBackend::extrapolate_start(const State& before, double ratio) {
  for (std::size_t at = 0; at < layout_.size(); ++at) {
    next_->u[at] = sf_extrapolated(old_->u[at], before.u[at], ratio);
    next_->v[at] = sf_extrapolated(old_->v[at], before.v[at], ratio);
    next_->T[at] = sf_extrapolated_positive(old_->T[at], before.T[at], ratio);
    next_->rho[at] = sf_extrapolated_positive(old_->rho[at], before.rho[at], ratio);
  }
}

void SerialBackend::compute_transport() {
  for (int j = -2; j < layout_.ny + 2; ++j)
    for (int i = -2; i < layout_.nx + 2; ++i)
      gamma_[layout_.at(i, j)] = sf_transport(current_->T[layout_.at(i, j)]);
}

void SerialBackend::compute_shear_rates() {
  const SfContext c = context();
  for (int j = 0; j <= layout_.ny; ++j)
    for (int i = 0; i <= layout_.nx; ++i)
      shear2_[layout_.at(i, j)] = sf_make_shear2(&c, i, j);
}

void SerialBackend::advance_temperature() {
  const SfContext c = context();
  for (int j = 0; j < layout_.ny; ++j)
    for (int i = 0; i < layout_.nx; ++i)
      if (!sf_tag(&c, i, j)) next_->T[layout_.at(i, j)] = sf_temperature(&c, i, j);
}

void SerialBackend::compute_pseudo_velocities() {
  const SfContext c = context();
  for (int j = 0; j < layout_.ny; ++j)
    for (int i = 0; i <= layout_.nx; ++i) pseudo_u_[layout_.at(i, j)] = sf_pseudo_u(&c, i, j);
  for (int j = 0; j <= layout_.ny; ++j)
    for (int i = 0; i < layout_.nx; ++i) pseudo_v_[layout_.at(i, j)] = sf_pseudo_v(&c, i, j);
}

void SerialBackend::advance_pressure() {
  const SfContext c = context();
  for (int j = 0; j < layout_.ny; ++j)
    for (int i = 0; i < layout_.nx; ++i) {
      const auto at = layout_.at(i, j);
      if (sf_tag(&c, i, j)) continue;
      p_[at] = sf_pressure(&c, i, j, next_->T[at], sf_flow_x(&c, i, j, pseudo_u_[at]),
                           sf_flow_x(&c, i + 1, j, pseudo_u_[layout_.at(i + 1, j)]),
                           sf_flow_y(&c, i, j, pseudo_v_[at]),
                           sf_flow_y(&c, i, j + 1, pseudo_v_[layout_.at(i, j + 1)]));
    }
}

// The pressure beyond the sides: that of iteration k-1, or the other side's on a periodic axis.
void SerialBackend::extend_pressure() {
  const SfContext c = context();
  const int nx = layout_.nx, ny = layout_.ny;
  const auto ghost = [&](int i, int j, int from_i, int from_j, bool periodic) {
    p_[layout_.at(i, j)] = periodic ? p_[layout_.at(from_i, from_j)] : sf_p(&c, i, j);
  };
  for (int j = 0; j < ny; ++j) {
    ghost(-1, j, nx - 1, j, case_.periodic_x());
    ghost(nx, j, 0, j, case_.periodic_x());
  }
  for (int i = 0; i < nx; ++i) {
    ghost(i, -1, i, ny - 1, case_.periodic_y());
    ghost(i, ny, i, 0, case_.periodic_y());
  }
}

void SerialBackend::advance_velocities() {
  const SfContext c = context();
  const int last_x = layout_.nx - case_.periodic_x();
  const int last_y = layout_.ny - case_.periodic_y();
  for (int j = 0; j < layout_.ny; ++j)
    for (int i = 0; i <= last_x; ++i) {
      const auto at = layout_.at(i, j);
      if (sf_fluid_u(&c, i, j)) next_->u[at] = sf_velocity(pseudo_u_[at], p_[at - 1], p_[at]);
    }
  for (int j = 0; j <= last_y; ++j)
    for (int i = 0; i < layout_.nx; ++i) {
      const auto at = layout_.at(i, j);
      if (sf_fluid_v(&c, i, j))
        next_->v[at] = sf_velocity(pseudo_v_[at], p_[layout_.at(i, j - 1)], p_[at]);
    }
}

void SerialBackend::advance_density() {
  const SfContext c = context();
  for (int j = 0; j < layout_.ny; ++j)
    for (int i = 0; i < layout_.nx; ++i) {
      const auto at = layout_.at(i, j);
      if (!sf_tag(&c, i, j)) next_->rho[at] = p_[at] / next_->T[at];
    }
}

void SerialBackend::measure_residuals() {
  residuals_ = largest_difference(*next_, *current_, true);
}

}  // namespace slipflow::simple_ts
