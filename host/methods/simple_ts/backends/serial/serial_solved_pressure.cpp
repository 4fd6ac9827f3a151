// Inner iterations that solve their pressures together; docs/methods/simple-ts.md section 13.
#include "serial_operations.hpp"

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {

namespace {
SfOutsides outsides_of(const Case& c) {
  const auto outside = [&](mesh::Side side) {
    return SfOutside{side_code(c.sides[side]), pressure_side_of(c.side_values[side])};
  };
  return {outside(mesh::west), outside(mesh::east), outside(mesh::south), outside(mesh::north)};
}
}  // namespace

void SerialOperations::solve_temperature_and_pressure() {
  compute_responses();
  sweep_temperatures();
  assemble_pressures();
  solve_pressures();
  take_pressures();
  extend_solved_pressure();
  correct_temperatures();
}

void SerialOperations::compute_responses() {
  real* const theta = solved_->response.data();
  loops_.over_by_splitting(steps_.cells(), context(), [=](const SfContext& c, SfNode P) {
    if (!sf_tag(&c, P)) theta[sf_at(&c.mesh, P)] = sf_temperature_response(&c, P);
  });
}

// The momentum equations several times, each from the velocities that the last sweep and the
// pressures of iteration k-1 give. All else, also what they convect with and correct, is of
// iteration k-1.
void SerialOperations::sweep_velocities() {
  const int sweeps = case_.splitting.velocity_sweeps;
  const StepArrays to = arrays();
  SfContext seen = context();
  seen.relaxation = relaxation_of(sweeps * iteration_);
  steps_.compute_pseudo_velocities(seen, to, whole_);
  if (sweeps == 1) return;
  steps_.keep_pressure_before(seen, to, whole_);
  StepArrays sweep = to;
  sweep.u_star = solved_->u.star.data();
  sweep.u_d = solved_->u.d.data();
  sweep.v_star = solved_->v.star.data();
  sweep.v_d = solved_->v.d.data();
  seen.u = next_->u.data();
  seen.v = next_->v.data();
  for (int k = 1; k < sweeps; ++k) {
    steps_.compute_velocities(seen, to, whole_, next_->u.data(), next_->v.data());
    ghosts_.update(*next_);
    seen.relaxation = relaxation_of(sweeps * iteration_ + k);
    steps_.compute_pseudo_velocities(seen, sweep, whole_);
    widen_pseudo_velocities(sweep);
  }
}

void SerialOperations::widen_pseudo_velocities(const StepArrays& sweep) {
  const auto widen = [&](int axis, const Nodes& faces, PseudoVelocities& all, const real* star,
                         const real* d) {
    const real* const p = p_.data();
    const std::size_t before = axis == SF_X ? 1 : static_cast<std::size_t>(layout_.pitch());
    real* const all_star = all.star.data();
    real* const all_d = all.d.data();
    loops_.over(faces, context(), [=](const SfContext& c, SfNode P) {
      const int at = sf_at(&c.mesh, P);
      const SfPseudoVelocity q = sf_widened(&c, axis, P, {star[at], d[at]},
                                            {all_star[at], all_d[at]}, p[at - before], p[at]);
      all_star[at] = q.star;
      all_d[at] = q.d;
    });
  };
  widen(SF_X, steps_.x_faces(), pseudo_u_, sweep.u_star, sweep.u_d);
  widen(SF_Y, steps_.y_faces(), pseudo_v_, sweep.v_star, sweep.v_d);
}

// The energy equation likewise, each time from the temperatures of the sweep before.
void SerialOperations::sweep_temperatures() {
  const int sweeps = case_.splitting.temperature_sweeps;
  SfContext seen = context();
  for (int k = 0; k < sweeps; ++k) {
    seen.relaxation = relaxation_of(sweeps * iteration_ + k);
    steps_.compute_temperature(seen, arrays(), whole_);
    if (k + 1 == sweeps) return;
    ghosts_.update(*next_);
    update_pressure_sides(case_, *from_, *next_);
    std::swap(next_->T, solved_->T);
    seen.T = solved_->T.data();
  }
}

SfFaceFlows SerialOperations::flows_of(const SfContext& c, int i, int j) const {
  const auto flow = [&](int axis, const PseudoVelocities& q, int iq, int jq) {
    const int at = sf_at(&c.mesh, sf_node(iq, jq));
    return sf_flow(&c, axis, sf_node(iq, jq), {q.star[at], q.d[at]});
  };
  return {flow(SF_X, pseudo_u_, i, j), flow(SF_X, pseudo_u_, i + 1, j), flow(SF_Y, pseudo_v_, i, j),
          flow(SF_Y, pseudo_v_, i, j + 1)};
}

void SerialOperations::assemble_pressures() {
  const SfOutsides outsides = outsides_of(case_);
  linear_solvers::Matrix7& m = solved_->system.matrix();
  std::vector<double>& f = solved_->system.f();
  loops_.over(steps_.cells(), context(), [&](const SfContext& c, SfNode P) {
    if (sf_tag(&c, P)) return;
    const int at = sf_at(&c.mesh, P);
    const SfPressureRow row = sf_pressure_row(&c, P, next_->T[at], solved_->response[at],
                                              flows_of(c, P.i, P.j), outsides);
    const int p = m.box.at(P.i, P.j);
    m.a[0][p] = row.diagonal;
    m.a[1][p] = row.east;
    m.a[3][p] = row.north;
    m.sides[0][p] = row.side_x;
    m.sides[1][p] = row.side_y;
    f[p] = row.right;
  });
}

// A breakdown of the linear solver ends the step, as its changes are not finite.
void SerialOperations::solve_pressures() {
  linear_solvers::HostSolver7& system = solved_->system;
  std::fill(system.x().begin(), system.x().end(), 0.0);
  system.set_coefficients();
  system.solve_unchecked();
}

void SerialOperations::take_pressures() {
  const linear_solvers::Box7& box = solved_->system.matrix().box;
  const std::vector<double>& increments = solved_->system.x();
  loops_.over(steps_.cells(), context(), [&](const SfContext& c, SfNode P) {
    if (!sf_tag(&c, P))
      p_[sf_at(&c.mesh, P)] = sf_p(&c, P) + static_cast<real>(increments[box.at(P.i, P.j)]);
  });
}

void SerialOperations::extend_solved_pressure() {
  const SfContext c = context();
  const SfOutsides outsides = outsides_of(case_);
  const int nx = layout_.nx, ny = layout_.ny;
  const auto ghost = [&](const SfOutside& outside, int i, int j, int in_i, int in_j, int far_i,
                         int far_j) {
    const real inside = p_[layout_.at(in_i, in_j)];
    p_[layout_.at(i, j)] = outside.kind == SF_SIDE_PERIODIC
                               ? p_[layout_.at(far_i, far_j)]
                               : sf_pressure_outside(outside, inside, sf_p(&c, sf_node(i, j)));
  };
  for (int j = 0; j < ny; ++j) {
    ghost(outsides.west, -1, j, 0, j, nx - 1, j);
    ghost(outsides.east, nx, j, nx - 1, j, 0, j);
  }
  for (int i = 0; i < nx; ++i) {
    ghost(outsides.south, i, -1, i, 0, i, ny - 1);
    ghost(outsides.north, i, ny, i, ny - 1, i, 0);
  }
}

void SerialOperations::correct_temperatures() {
  stored* const T = next_->T.data();
  loops_.over(steps_.cells(), context(), [&](const SfContext& c, SfNode P) {
    if (sf_tag(&c, P)) return;
    const int at = sf_at(&c.mesh, P);
    const SfFaceFlows f = flows_of(c, P.i, P.j);
    const real p = p_[at], p_s = p_[layout_.at(P.i, P.j - 1)], p_n = p_[layout_.at(P.i, P.j + 1)];
    const real outflow = (sf_new_flow(f.e, p, p_[at + 1]) - sf_new_flow(f.w, p_[at - 1], p)) +
                         (sf_new_flow(f.n, p, p_n) - sf_new_flow(f.s, p_s, p));
    T[at] = static_cast<stored>(
        sf_temperature_after_pressure(&c, P, T[at], solved_->response[at], outflow));
  });
}

}  // namespace SF_PRECISION
}  // namespace slipflow::simple_ts
