#include "serial_backend.hpp"

#include <algorithm>

#include "../precisions.hpp"
#include "state/pressure_matrix.hpp"

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {

SerialBackend::SerialBackend(const Case& c)
    : Backend(c), case_(c), layout_(c.mesh.layout()), host_context_(c), loops_(c) {
  allocate();
}

void SerialBackend::allocate() {
  const auto allocate_all = [&](auto... arrays) { (arrays->resize(layout_.size()), ...); };
  allocate_all(&gamma_, &shear2_, &Dx_, &Dy_, &Rx_, &Ry_, &Fx_, &Fy_, &p_);
  allocate_all(&pseudo_u_.star, &pseudo_u_.d, &pseudo_v_.star, &pseudo_v_.d);
  if (case_.scheme.convection != SF_UPWIND || case_.scheme.explicit_convection)
    allocate_all(&Hx_, &Hy_, &Uc_, &Us_, &Vc_, &Vw_);
  if (case_.scheme.explicit_convection) allocate_all(&C_u_, &C_v_, &C_T_);
  if (case_.splitting.pressure == PressureSolution::jacobi) return;
  solved_.emplace(SolvedPressure{{pressure_matrix(case_), pressure_solver(case_)}, {}, {}});
  allocate_all(&solved_->response, &solved_->T);
}

void SerialBackend::upload(const State& s) {
  // Into all three, as iterations never write solid cells and fixed ghosts.
  std::fill(std::begin(sets_), std::end(sets_), converted<stored>(s));
  if (solved_) solved_->T = sets_[0].T;
  current_ = old_ = &sets_[0];
  next_ = &sets_[1];
}

void SerialBackend::upload_old(const State& s, double dt) {
  old_ = &sets_[1];
  *old_ = converted<stored>(s);
  next_ = set_beside(old_, current_);
  dt_ = dt;
}

SfContext SerialBackend::context() const {
  SfContext c = host_context_.view(*current_, *old_, dt_);
  c.gamma = gamma_.data();
  c.shear2 = shear2_.data();
  c.has_shared = 1;
  c.Dx = Dx_.data();
  c.Dy = Dy_.data();
  c.Rx = Rx_.data();
  c.Ry = Ry_.data();
  c.Fx = Fx_.data();
  c.Fy = Fy_.data();
  c.Hx = Hx_.data();
  c.Hy = Hy_.data();
  c.Uc = Uc_.data();
  c.Us = Us_.data();
  c.Vc = Vc_.data();
  c.Vw = Vw_.data();
  c.C_u = C_u_.data();
  c.C_v = C_v_.data();
  c.C_T = C_T_.data();
  c.pressure_solved = solves_pressure();
  c.relaxation = relaxation_of(iteration_);
  return c;
}

real SerialBackend::relaxation_of(int sweep) const {
  const bool long_cycle =
      solves_pressure() && case_.splitting.solved_cycle == SF_LONG_RELAXATION_CYCLE;
  return long_cycle ? sf_long_cycle_relaxation(sweep) : sf_cycle_relaxation(sweep);
}

void SerialBackend::begin_time_step(double dt) {
  const double ratio = extrapolation_ratio(dt, old_ == current_ ? 0 : dt_);
  StoredFields* const before = old_;
  dt_ = dt;
  iteration_ = 0;
  old_ = current_;
  next_ = set_beside(old_, before);
  if (case_.scheme.explicit_convection) compute_explicit_convection();
  if (case_.splitting.extrapolated_start && ratio != 0) {
    extrapolate_start(*before, static_cast<real>(ratio));
    current_ = next_;
    next_ = before;
  }
  impose_velocities();
}

void SerialBackend::impose_velocities() {
  for (const auto& v : imposed_)
    for (StoredFields& set : sets_) {
      auto& field = v.field == &State::u ? set.u : set.v;
      for (int j = 0; j < v.rows; ++j)
        for (int i = 0; i < v.columns; ++i)
          field[layout_.at(v.i0 + i, v.j0 + j)] =
              static_cast<stored>(v.values[static_cast<std::size_t>(j) * v.columns + i]);
    }
}

SerialBackend::StoredFields* SerialBackend::set_beside(const StoredFields* a,
                                                       const StoredFields* b) {
  return std::find_if(std::begin(sets_), std::end(sets_),
                      [&](const StoredFields& set) { return &set != a && &set != b; });
}

void SerialBackend::advance_inner_iteration() {
  compute_shared();
  compute_pseudo_velocities();
  if (solves_pressure()) {
    solve_temperature_and_pressure();
  } else {
    advance_temperature(context());
    advance_pressure();
    extend_pressure();
  }
  advance_velocities();
  advance_density();
  measure_residuals();
  update_ghosts(case_, *next_);
  update_pressure_sides(case_, *old_, *next_);
  current_ = next_;
  next_ = set_beside(old_, current_);
  ++iteration_;
}

}  // namespace SF_PRECISION

template <>
std::unique_ptr<Backend> make_serial_backend_of<Precision::SF_PRECISION>(const Case& c) {
  return std::make_unique<SerialBackend>(c);
}

}  // namespace slipflow::simple_ts
