#include "serial_operations.hpp"

#include <algorithm>

#include "backends/precisions.hpp"
#include "state/pressure_matrix.hpp"

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {

SerialOperations::SerialOperations(const Case& c, bool has_arrays, ThreadPool* pool)
    : Operations(c),
      case_(c),
      layout_(c.mesh.layout()),
      host_context_(c),
      loops_(c, pool),
      steps_(c, loops_),
      cut_walls_(host_context_),
      whole_(Part::whole(c)),
      ghosts_(c) {
  allocate(has_arrays);
}

void SerialOperations::allocate(bool has_arrays) {
  const std::size_t size = layout_.size();
  if (case_.scheme.explicit_convection) {
    for (auto& sums : C_q_) sums.resize(size);
    C_T_.resize(size);
  }
  if (!has_arrays) return;
#define SF_ALLOCATE(name) shared_.name.resize(size);
  SF_SHARED_FLUXES(SF_ALLOCATE)
  SF_SHARED_CONDUCTANCES(SF_ALLOCATE)
  if (case_.scheme.convection != SF_UPWIND || case_.scheme.explicit_convection) {
    SF_SHARED_CORRECTIONS(SF_ALLOCATE)
  }
#undef SF_ALLOCATE
  p_.resize(size);
  pseudo_.allocate(size);
  if (case_.splitting.pressure == PressureSolution::jacobi) return;
  solved_.emplace(SolvedPressure{{pressure_matrix(case_), pressure_solver(case_)}, {}, {}, {}});
  solved_->response.resize(size);
  solved_->T.resize(size);
  if (case_.splitting.velocity_sweeps > 1) solved_->pseudo.allocate(size);
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
  StepArrays all;
#define SF_GIVE(name) all.name = shared_.name.data();
  SF_SHARED_QUANTITIES(SF_GIVE)
#undef SF_GIVE
  pseudo_.give_to(all);
  all.p = p_.data();
  all.T = next_->T.data();
  all.rho = next_->rho.data();
  return all;
}

SfContext SerialOperations::context() {
  SfContext c = host_context_.view(*current_, *from_, dt_);
  arrays().give_to(c);
  cut_walls_.give_to(c);
  c.C_u = C_q_[SF_X].data();
  c.C_v = C_q_[SF_Y].data();
  SF_IN_SPACE(c.C_w = C_q_[SF_Z].data();)
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
      auto& field = set.velocity(v.axis);
      v.for_each([&](int i, int j, int k, double value) {
        field[layout_.at(i, j, k)] = static_cast<stored>(value);
      });
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
  cut_walls_.compute(c, iteration_);
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
  steps_.compute_velocities(c, to, whole_, new_velocities());
  measure_residuals();
  finish_iteration();
}

void SerialOperations::finish_iteration() {
  ghosts_.update(*next_);
  update_pressure_sides(case_, *from_, *next_);
  current_ = next_;
  next_ = set_beside(old_, current_);
  ++iteration_;
}

}  // namespace SF_VARIANT

template <>
std::unique_ptr<Operations> make_serial_operations_of<Precision::SF_PRECISION, SF_AXES>(
    const Case& c) {
  return std::make_unique<SerialOperations>(c);
}

}  // namespace slipflow::simple_ts
