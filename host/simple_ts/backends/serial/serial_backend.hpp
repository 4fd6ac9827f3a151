// The serial reference: every array in memory, every step a loop over the mesh.
#pragma once

#include <vector>

#include "simple_ts/momentum.h"
#include "slipflow/simple_ts/backend.hpp"
#include "slipflow/simple_ts/host_context.hpp"

namespace slipflow::simple_ts {

class SerialBackend : public Backend {
 public:
  explicit SerialBackend(const Case& c);
  void upload(const State& s) override;
  State download() const override { return *current_; }
  void begin_time_step(double dt) override;
  void advance_inner_iteration() override;
  Residuals residuals() override { return residuals_; }
  Residuals change_over_step() override;
  StepLimits step_limits() override;
  Balance balance() override;
  BackendInfo info() const override;

 private:
  SfContext context() const;
  // Once per time step, with explicit convection.
  void compute_explicit_convection();
  // Fills the next set from the two last levels.
  void extrapolate_start(const State& before, double ratio);
  // One of the three sets that is neither a nor b.
  State* set_beside(const State* a, const State* b);
  // The inner iteration, step by step.
  void compute_transport();
  void compute_shear_rates();
  void advance_temperature();
  void compute_pseudo_velocities();
  void advance_pressure();
  void extend_pressure();
  void advance_velocities();
  void advance_density();
  void measure_residuals();
  Residuals largest_difference(const State& a, const State& b, bool with_new_pressure) const;

  const Case& case_;
  mesh::Layout layout_;
  HostContext host_context_;
  State states_[3];
  State* current_ = &states_[0];  // iteration k-1
  State* next_ = &states_[1];     // iteration k
  State* old_ = &states_[0];      // time level n-1
  std::vector<double> gamma_, shear2_, p_;
  std::vector<double> C_u_, C_v_, C_T_;  // empty unless convection is explicit
  std::vector<SfPseudoVelocity> pseudo_u_, pseudo_v_;
  double dt_ = 0;
  int iteration_ = 0;  // within the time step
  Residuals residuals_;
};

}  // namespace slipflow::simple_ts
