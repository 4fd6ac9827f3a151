// The steps of the inner iteration, in the order of the algorithm; docs/methods/simple-ts.md
// section 8.
#include "serial_backend.hpp"

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {

void SerialBackend::compute_explicit_convection() {
  compute_mass_fluxes();
  compute_carried();
  const SfContext c = context();
  stored* const C_u = C_u_.data();
  stored* const C_v = C_v_.data();
  stored* const C_T = C_T_.data();
  loops_.over_by_scheme(widened(x_faces()), c, [=](const SfContext& at, int i, int j) {
    C_u[sf_at(&at.mesh, i, j)] = static_cast<stored>(sf_convection(&at, SF_X, i, j));
  });
  loops_.over_by_scheme(widened(y_faces()), c, [=](const SfContext& at, int i, int j) {
    C_v[sf_at(&at.mesh, i, j)] = static_cast<stored>(sf_convection(&at, SF_Y, i, j));
  });
  loops_.over_by_scheme(widened(cells()), c, [=](const SfContext& at, int i, int j) {
    if (!sf_tag(&at, i, j))
      C_T[sf_at(&at.mesh, i, j)] = static_cast<stored>(sf_heat_carried_out(&at, i, j));
  });
}

// Ghosts, walls and solid cells are extrapolated too: values that do not change keep their value.
void SerialBackend::extrapolate_start(const StoredFields& before, real ratio) {
  for (std::size_t at = 0; at < layout_.size(); ++at) {
    next_->u[at] = static_cast<stored>(sf_extrapolated(old_->u[at], before.u[at], ratio));
    next_->v[at] = static_cast<stored>(sf_extrapolated(old_->v[at], before.v[at], ratio));
    next_->T[at] = static_cast<stored>(sf_extrapolated_positive(old_->T[at], before.T[at], ratio));
    next_->rho[at] =
        static_cast<stored>(sf_extrapolated_positive(old_->rho[at], before.rho[at], ratio));
  }
}

void SerialBackend::advance_temperature(const SfContext& seen) {
  stored* const T = next_->T.data();
  loops_.over_by_splitting(widened(cells()), seen, [=](const SfContext& c, int i, int j) {
    if (!sf_tag(&c, i, j)) T[sf_at(&c.mesh, i, j)] = static_cast<stored>(sf_temperature(&c, i, j));
  });
}

void SerialBackend::compute_pseudo_velocities() {
  real* const u_star = pseudo_u_.star.data();
  real* const u_d = pseudo_u_.d.data();
  loops_.over_by_splitting(widened(x_faces()), context(), [=](const SfContext& c, int i, int j) {
    const int at = sf_at(&c.mesh, i, j);
    const SfPseudoVelocity u = sf_pseudo(&c, SF_X, i, j);
    u_star[at] = u.star;
    u_d[at] = u.d;
  });
  real* const v_star = pseudo_v_.star.data();
  real* const v_d = pseudo_v_.d.data();
  loops_.over_by_splitting(widened(y_faces()), context(), [=](const SfContext& c, int i, int j) {
    const int at = sf_at(&c.mesh, i, j);
    const SfPseudoVelocity v = sf_pseudo(&c, SF_Y, i, j);
    v_star[at] = v.star;
    v_d[at] = v.d;
  });
}

void SerialBackend::advance_pressure() {
  const real* const u_star = pseudo_u_.star.data();
  const real* const u_d = pseudo_u_.d.data();
  const real* const v_star = pseudo_v_.star.data();
  const real* const v_d = pseudo_v_.d.data();
  const stored* const T = next_->T.data();
  real* const p = p_.data();
  loops_.over_by_splitting(widened(cells()), context(), [=](const SfContext& c, int i, int j) {
    if (sf_tag(&c, i, j)) return;
    const int at = sf_at(&c.mesh, i, j);
    const int east = at + 1;
    const int north = sf_at(&c.mesh, i, j + 1);
    p[at] = sf_pressure(&c, i, j, T[at], sf_flow(&c, SF_X, i, j, {u_star[at], u_d[at]}),
                        sf_flow(&c, SF_X, i + 1, j, {u_star[east], u_d[east]}),
                        sf_flow(&c, SF_Y, i, j, {v_star[at], v_d[at]}),
                        sf_flow(&c, SF_Y, i, j + 1, {v_star[north], v_d[north]}));
  });
}

// The pressure in ghost cells: that of iteration k-1, or of the other end of a periodic axis. That
// of another rank's cells has been computed here where it is needed.
void SerialBackend::extend_pressure() {
  const SfContext c = context();
  const int nx = layout_.nx, ny = layout_.ny;
  const auto ghost = [&](mesh::Side side, int i, int j, int from_i, int from_j) {
    if (case_.is_neighbour(side)) return;
    const bool periodic = case_.sides[side] == BoundaryKind::periodic;
    p_[layout_.at(i, j)] = periodic ? p_[layout_.at(from_i, from_j)] : sf_p(&c, i, j);
  };
  for (int j = 0; j < ny; ++j) {
    ghost(mesh::west, -1, j, nx - 1, j);
    ghost(mesh::east, nx, j, 0, j);
  }
  for (int i = 0; i < nx; ++i) {
    ghost(mesh::south, i, -1, i, ny - 1);
    ghost(mesh::north, i, ny, i, 0);
  }
}

void SerialBackend::advance_velocities() {
  const real* const u_star = pseudo_u_.star.data();
  const real* const u_d = pseudo_u_.d.data();
  const real* const v_star = pseudo_v_.star.data();
  const real* const v_d = pseudo_v_.d.data();
  const real* const p = p_.data();
  stored* const u = next_->u.data();
  stored* const v = next_->v.data();
  loops_.over(u_nodes(), context(), [=](const SfContext& c, int i, int j) {
    const int at = sf_at(&c.mesh, i, j);
    if (sf_fluid(&c, SF_X, i, j))
      u[at] = static_cast<stored>(sf_velocity({u_star[at], u_d[at]}, p[at - 1], p[at]));
  });
  loops_.over(v_nodes(), context(), [=](const SfContext& c, int i, int j) {
    const int at = sf_at(&c.mesh, i, j);
    const int south = sf_at(&c.mesh, i, j - 1);
    if (sf_fluid(&c, SF_Y, i, j))
      v[at] = static_cast<stored>(sf_velocity({v_star[at], v_d[at]}, p[south], p[at]));
  });
}

void SerialBackend::advance_density() {
  const real* const p = p_.data();
  const stored* const T = next_->T.data();
  stored* const rho = next_->rho.data();
  loops_.over(cells(), context(), [=](const SfContext& c, int i, int j) {
    const int at = sf_at(&c.mesh, i, j);
    if (!sf_tag(&c, i, j)) rho[at] = static_cast<stored>(SF_DIVIDE(p[at], T[at]));
  });
}

void SerialBackend::measure_residuals() {
  residuals_ = largest_difference(*next_, *current_, p_.data());
}

}  // namespace SF_PRECISION
}  // namespace slipflow::simple_ts
