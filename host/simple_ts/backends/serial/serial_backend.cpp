#include "serial_backend.hpp"

#include <algorithm>

namespace slipflow::simple_ts {

SerialBackend::SerialBackend(const Case& c)
    : case_(c),
      layout_(c.mesh.layout()),
      host_context_(c),
      gamma_(layout_.size()),
      shear2_(layout_.size()),
      p_(layout_.size()),
      pseudo_u_(layout_.size()),
      pseudo_v_(layout_.size()) {
  if (!c.scheme.explicit_convection) return;
  for (auto* sums : {&C_u_, &C_v_, &C_T_}) sums->resize(layout_.size());
}

void SerialBackend::upload(const State& s) {
  // All three: what never changes (solid cells, fixed ghosts) must stand in each of them.
  for (State& state : states_) state = s;
  current_ = old_ = &states_[0];
  next_ = &states_[1];
}

SfContext SerialBackend::context() const {
  SfContext c = host_context_.view(*current_, *old_, dt_);
  c.gamma = gamma_.data();
  c.shear2 = shear2_.data();
  c.C_u = C_u_.data();
  c.C_v = C_v_.data();
  c.C_T = C_T_.data();
  return c;
}

void SerialBackend::begin_time_step(double dt) {
  dt_ = dt;
  old_ = current_;
  next_ = old_ == &states_[0] ? &states_[1] : &states_[0];
  if (case_.scheme.explicit_convection) compute_explicit_convection();
}

void SerialBackend::advance_inner_iteration() {
  compute_transport();
  compute_shear_rates();
  advance_temperature();
  compute_pseudo_velocities();
  advance_pressure();
  extend_pressure();
  advance_velocities();
  advance_density();
  measure_residuals();
  update_ghosts(case_, *next_);
  // The set that is neither old nor the new current one takes the next iteration.
  State* const used = current_;
  current_ = next_;
  if (used != old_) {
    next_ = used;
  } else {
    next_ = std::find_if(std::begin(states_), std::end(states_), [&](State& s) {
      return &s != old_ && &s != current_;
    });
  }
}

std::unique_ptr<Backend> make_serial_backend(const Case& c) {
  return std::make_unique<SerialBackend>(c);
}

}  // namespace slipflow::simple_ts
