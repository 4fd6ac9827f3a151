#include "serial_operations.hpp"

#include <algorithm>

#include "backends/precisions.hpp"
#include "state/pressure_matrix.hpp"

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {

SerialOperations::SerialOperations(const Case& c, bool has_arrays)
    : Operations(c),
      case_(c),
      layout_(c.mesh.layout()),
      host_context_(c),
      loops_(c),
      steps_(c, loops_),
      whole_(Part::whole(c)),
      ghosts_(c) {
  allocate(has_arrays);
}

void SerialOperations::allocate(bool has_arrays) {
  const auto allocate_all = [&](auto... arrays) { (arrays->resize(layout_.size()), ...); };
  if (case_.scheme.explicit_convection) allocate_all(&C_u_, &C_v_, &C_T_);
  if (!has_arrays) return;
  allocate_all(&gamma_, &shear2_, &Dx_, &Dy_, &Rx_, &Ry_, &Fx_, &Fy_, &p_);
  allocate_all(&pseudo_u_.star, &pseudo_u_.d, &pseudo_v_.star, &pseudo_v_.d);
  if (case_.scheme.convection != SF_UPWIND || case_.scheme.explicit_convection)
    allocate_all(&Hx_, &Hy_, &Uc_, &Us_, &Vc_, &Vw_);
  if (case_.splitting.pressure == PressureSolution::jacobi) return;
  solved_.emplace(SolvedPressure{{pressure_matrix(case_), pressure_solver(case_)}, {}, {}, {}, {}});
  allocate_all(&solved_->response, &solved_->T);
  if (case_.splitting.velocity_sweeps > 1)
    for (PseudoVelocities* q : {&solved_->u, &solved_->v}) allocate_all(&q->star, &q->d);
}

void SerialOperations::upload(const State& s) {
  // Into all three, as iterations never write solid cells and fixed ghosts.
  std::fill(std::begin(sets_), std::end(sets_), converted<stored>(s));
  if (case_.scheme.second_order) combined_ = sets_[0];
  if (solved_) solved_->T = sets_[0].T;
  current_ = old_ = from_ = &sets_[0];
  next_ = &sets_[1];
}

void SerialOperations::upload_old(const State& s, double dt) {
  if (case_.scheme.second_order) {
    combined_ = converted<stored>(s);
    return;
  }
  old_ = &sets_[1];
  *old_ = converted<stored>(s);
  next_ = set_beside(old_, current_);
  dt_ = dt;
}

StepArrays SerialOperations::arrays() {
  return {.gamma = gamma_.data(),
          .shear2 = shear2_.data(),
          .Dx = Dx_.data(),
          .Dy = Dy_.data(),
          .Rx = Rx_.data(),
          .Ry = Ry_.data(),
          .Fx = Fx_.data(),
          .Fy = Fy_.data(),
          .Hx = Hx_.data(),
          .Hy = Hy_.data(),
          .Uc = Uc_.data(),
          .Us = Us_.data(),
          .Vc = Vc_.data(),
          .Vw = Vw_.data(),
          .u_star = pseudo_u_.star.data(),
          .u_d = pseudo_u_.d.data(),
          .v_star = pseudo_v_.star.data(),
          .v_d = pseudo_v_.d.data(),
          .p = p_.data(),
          .T = next_->T.data(),
          .rho = next_->rho.data()};
}

SfContext SerialOperations::context() {
  SfContext c = host_context_.view(*current_, *from_, dt_);
  arrays().give_to(c);
  c.C_u = C_u_.data();
  c.C_v = C_v_.data();
  c.C_T = C_T_.data();
  c.pressure_solved = solves_pressure();
  c.relaxation = relaxation_of(iteration_);
  return c;
}

real SerialOperations::relaxation_of(int sweep) const {
  const bool long_cycle =
      solves_pressure() && case_.splitting.solved_cycle == SF_LONG_RELAXATION_CYCLE;
  return long_cycle ? sf_long_cycle_relaxation(sweep) : sf_cycle_relaxation(sweep);
}

void SerialOperations::begin_time_step(double dt) {
  const double ratio = extrapolation_ratio(dt, old_ == current_ ? 0 : dt_);
  StoredFields* const before = old_;
  dt_ = dt;
  iteration_ = 0;
  old_ = from_ = current_;
  next_ = set_beside(old_, before);
  if (case_.scheme.explicit_convection) compute_explicit_convection();
  if (case_.splitting.extrapolated_start && ratio != 0) {
    extrapolate_start(*before, static_cast<real>(ratio));
    current_ = next_;
    next_ = before;
  }
  impose_velocities();
}

void SerialOperations::take_back_step() {
  current_ = old_;
  next_ = set_beside(old_, old_);
}

void SerialOperations::impose_velocities() {
  for (const auto& v : imposed_)
    for (StoredFields& set : sets_) {
      // Steps of second order need the velocities of time level n until their end.
      if (case_.scheme.second_order && &set == old_) continue;
      auto& field = v.field == &State::u ? set.u : set.v;
      for (int j = 0; j < v.rows; ++j)
        for (int i = 0; i < v.columns; ++i)
          field[layout_.at(v.i0 + i, v.j0 + j)] =
              static_cast<stored>(v.values[static_cast<std::size_t>(j) * v.columns + i]);
    }
}

SerialOperations::StoredFields* SerialOperations::set_beside(const StoredFields* a,
                                                             const StoredFields* b) {
  return std::find_if(std::begin(sets_), std::end(sets_),
                      [&](const StoredFields& set) { return &set != a && &set != b; });
}

void SerialOperations::advance_inner_iteration() {
  const SfContext c = context();
  const StepArrays to = arrays();
  steps_.compute_shared(c, to, whole_);
  if (solves_pressure()) {
    sweep_velocities();
    solve_temperature_and_pressure();
    steps_.compute_density(c, arrays(), whole_);  // solving pressures exchanges those of T
  } else {
    steps_.compute_pseudo_velocities(c, to, whole_);
    steps_.compute_temperature(c, to, whole_);
    steps_.compute_pressure(c, to, whole_);
    extend_pressure();
  }
  steps_.compute_velocities(c, to, whole_, next_->u.data(), next_->v.data());
  measure_residuals();
  end_iteration();
}

void SerialOperations::end_iteration() {
  ghosts_.update(*next_);
  update_pressure_sides(case_, *from_, *next_);
  current_ = next_;
  next_ = set_beside(old_, current_);
  ++iteration_;
}

}  // namespace SF_PRECISION

template <>
std::unique_ptr<Operations> make_serial_operations_of<Precision::SF_PRECISION>(const Case& c) {
  return std::make_unique<SerialOperations>(c);
}

}  // namespace slipflow::simple_ts
