// The steps of the inner iteration, in the order of the algorithm; docs/numerics.md section 8.
#include "serial_backend.hpp"
#include "simple_ts/energy.h"
#include "simple_ts/extrapolated_start.h"
#include "simple_ts/momentum_u.h"
#include "simple_ts/momentum_v.h"
#include "simple_ts/pressure.h"

namespace slipflow::simple_ts {

void SerialBackend::compute_explicit_convection() {
  compute_mass_fluxes();
  compute_carried();
  const SfContext c = context();
  double* const C_u = C_u_.data();
  double* const C_v = C_v_.data();
  double* const C_T = C_T_.data();
  loops_.over_by_scheme(x_faces(), c, [=](const SfContext& at, int i, int j) {
    C_u[sf_at(&at.mesh, i, j)] = sf_convection_u(&at, i, j);
  });
  loops_.over_by_scheme(y_faces(), c, [=](const SfContext& at, int i, int j) {
    C_v[sf_at(&at.mesh, i, j)] = sf_convection_v(&at, i, j);
  });
  loops_.over_by_scheme(cells(), c, [=](const SfContext& at, int i, int j) {
    if (!sf_tag(&at, i, j)) C_T[sf_at(&at.mesh, i, j)] = sf_heat_carried_out(&at, i, j);
  });
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

void SerialBackend::advance_temperature() {
  double* const T = next_->T.data();
  loops_.over_by_splitting(cells(), context(), [=](const SfContext& c, int i, int j) {
    if (!sf_tag(&c, i, j)) T[sf_at(&c.mesh, i, j)] = sf_temperature(&c, i, j);
  });
}

void SerialBackend::compute_pseudo_velocities() {
  double* const u_star = pseudo_u_.star.data();
  double* const u_d = pseudo_u_.d.data();
  loops_.over_by_splitting(x_faces(), context(), [=](const SfContext& c, int i, int j) {
    const int at = sf_at(&c.mesh, i, j);
    const SfPseudoVelocity u = sf_pseudo_u(&c, i, j);
    u_star[at] = u.star;
    u_d[at] = u.d;
  });
  double* const v_star = pseudo_v_.star.data();
  double* const v_d = pseudo_v_.d.data();
  loops_.over_by_splitting(y_faces(), context(), [=](const SfContext& c, int i, int j) {
    const int at = sf_at(&c.mesh, i, j);
    const SfPseudoVelocity v = sf_pseudo_v(&c, i, j);
    v_star[at] = v.star;
    v_d[at] = v.d;
  });
}

void SerialBackend::advance_pressure() {
  const double* const u_star = pseudo_u_.star.data();
  const double* const u_d = pseudo_u_.d.data();
  const double* const v_star = pseudo_v_.star.data();
  const double* const v_d = pseudo_v_.d.data();
  const double* const T = next_->T.data();
  double* const p = p_.data();
  loops_.over_by_splitting(cells(), context(), [=](const SfContext& c, int i, int j) {
    if (sf_tag(&c, i, j)) return;
    const int at = sf_at(&c.mesh, i, j);
    const int east = at + 1;
    const int north = sf_at(&c.mesh, i, j + 1);
    p[at] = sf_pressure(&c, i, j, T[at], sf_flow_x(&c, i, j, {u_star[at], u_d[at]}),
                        sf_flow_x(&c, i + 1, j, {u_star[east], u_d[east]}),
                        sf_flow_y(&c, i, j, {v_star[at], v_d[at]}),
                        sf_flow_y(&c, i, j + 1, {v_star[north], v_d[north]}));
  });
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
  const double* const u_star = pseudo_u_.star.data();
  const double* const u_d = pseudo_u_.d.data();
  const double* const v_star = pseudo_v_.star.data();
  const double* const v_d = pseudo_v_.d.data();
  const double* const p = p_.data();
  double* const u = next_->u.data();
  double* const v = next_->v.data();
  loops_.over(u_nodes(), context(), [=](const SfContext& c, int i, int j) {
    const int at = sf_at(&c.mesh, i, j);
    if (sf_fluid_u(&c, i, j)) u[at] = sf_velocity({u_star[at], u_d[at]}, p[at - 1], p[at]);
  });
  loops_.over(v_nodes(), context(), [=](const SfContext& c, int i, int j) {
    const int at = sf_at(&c.mesh, i, j);
    const int south = sf_at(&c.mesh, i, j - 1);
    if (sf_fluid_v(&c, i, j)) v[at] = sf_velocity({v_star[at], v_d[at]}, p[south], p[at]);
  });
}

void SerialBackend::advance_density() {
  const double* const p = p_.data();
  const double* const T = next_->T.data();
  double* const rho = next_->rho.data();
  loops_.over(cells(), context(), [=](const SfContext& c, int i, int j) {
    const int at = sf_at(&c.mesh, i, j);
    if (!sf_tag(&c, i, j)) rho[at] = SF_DIVIDE(p[at], T[at]);
  });
}

void SerialBackend::measure_residuals() {
  residuals_ = largest_difference(*next_, *current_, true);
}

}  // namespace slipflow::simple_ts
