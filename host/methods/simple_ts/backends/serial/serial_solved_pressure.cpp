// Inner iterations that solve their pressures together; docs/methods/simple-ts.md section 13.
#include "serial_operations.hpp"

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {

namespace {
SfOutside outside_of(const Case& c, int side) {
  return {side_code(c.sides[side]), pressure_side_of(c.side_values[side])};
}

SfOutsides outsides_of(const Case& c) {
  SfOutsides all;
  all.west = outside_of(c, mesh::west), all.east = outside_of(c, mesh::east);
  all.south = outside_of(c, mesh::south), all.north = outside_of(c, mesh::north);
  SF_IN_SPACE(all.bottom = outside_of(c, mesh::bottom); all.top = outside_of(c, mesh::top);)
  return all;
}

int place_in(const linear_solvers::Box7& box, SfNode P) {
#if SF_AXES == 3
  return box.at(P.i, P.j, P.k);
#else
  return box.at(P.i, P.j);
#endif
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
  solved_->pseudo.give_to(sweep);
  seen.u = next_->u.data();
  seen.v = next_->v.data();
  SF_IN_SPACE(seen.w = next_->w.data();)
  for (int k = 1; k < sweeps; ++k) {
    steps_.compute_velocities(seen, to, whole_, new_velocities());
    ghosts_.update(*next_);
    seen.relaxation = relaxation_of(sweeps * iteration_ + k);
    steps_.compute_pseudo_velocities(seen, sweep, whole_);
    widen_pseudo_velocities(sweep);
  }
}

void SerialOperations::widen_pseudo_velocities(const StepArrays& sweep) {
  const StepArrays all = arrays();
  for_axes([&]<int axis>() {
    loops_.over(steps_.faces(axis), context(), [all, sweep](const SfContext& c, SfNode P) {
      const int at = sf_at(&c.mesh, P), below = sf_at(&c.mesh, sf_to(P, axis, -1));
      const SfPseudoVelocity q =
          sf_widened(&c, axis, P, {sweep.star[axis][at], sweep.d[axis][at]},
                     {all.star[axis][at], all.d[axis][at]}, all.p[below], all.p[at]);
      all.star[axis][at] = q.star;
      all.d[axis][at] = q.d;
    });
  });
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

void SerialOperations::assemble_pressures() {
  const SfOutsides outsides = outsides_of(case_);
  const StepArrays to = arrays();
  linear_solvers::Matrix7& m = solved_->system.matrix();
  std::vector<double>& f = solved_->system.f();
  loops_.over(steps_.cells(), context(), [&](const SfContext& c, SfNode P) {
    if (sf_tag(&c, P)) return;
    const int at = sf_at(&c.mesh, P);
    const SfPressureRow row =
        sf_pressure_row(&c, P, next_->T[at], solved_->response[at], to.flows_of(c, P), outsides);
    const int p = place_in(m.box, P);
    m.a[0][p] = row.diagonal;
    m.a[1][p] = row.east;
    m.a[3][p] = row.north;
    SF_IN_SPACE(if (!m.box.flat()) m.a[5][p] = row.top;)
    m.sides[0][p] = row.side_x;
    m.sides[1][p] = row.side_y;
    SF_IN_SPACE(if (!m.box.flat()) m.sides[2][p] = row.side_z;)
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
      p_[sf_at(&c.mesh, P)] = sf_p(&c, P) + static_cast<real>(increments[place_in(box, P)]);
  });
}

void SerialOperations::extend_solved_pressure() {
  const SfContext c = context();
  for (int side = 0; side < 2 * SF_AXES; ++side) {
    const SfOutside outside = outside_of(case_, side);
    const int axis = mesh::axis_across(side), inwards = side % 2 == 0 ? 1 : -1;
    const int n = sf_cells(&c.mesh, axis);
    for_ghosts(side, [&](SfNode P) {
      const real inside = p_[sf_at(&c.mesh, sf_to(P, axis, inwards))];
      const real opposite = p_[sf_at(&c.mesh, sf_to(P, axis, inwards * n))];
      p_[sf_at(&c.mesh, P)] = outside.kind == SF_SIDE_PERIODIC
                                  ? opposite
                                  : sf_pressure_outside(outside, inside, sf_p(&c, P));
    });
  }
}

void SerialOperations::correct_temperatures() {
  stored* const T = next_->T.data();
  const StepArrays to = arrays();
  const real* const p = p_.data();
  const real* const theta = solved_->response.data();
  loops_.over(steps_.cells(), context(), [=](const SfContext& c, SfNode P) {
    if (sf_tag(&c, P)) return;
    const int at = sf_at(&c.mesh, P);
    const SfFaceFlows f = to.flows_of(c, P);
    const auto outflow = [&](int axis, const SfFaceFlow& lo, const SfFaceFlow& hi) {
      const real p_lo = p[sf_at(&c.mesh, sf_to(P, axis, -1))];
      const real p_hi = p[sf_at(&c.mesh, sf_to(P, axis, 1))];
      return sf_new_flow(hi, p[at], p_hi) - sf_new_flow(lo, p_lo, p[at]);
    };
    const real out =
        SF_SUM_OVER_AXES(outflow(SF_X, f.w, f.e), outflow(SF_Y, f.s, f.n), outflow(SF_Z, f.b, f.t));
    T[at] = static_cast<stored>(sf_temperature_after_pressure(&c, P, T[at], theta[at], out));
  });
}

}  // namespace SF_VARIANT
}  // namespace slipflow::simple_ts
