// The operations of incompressible flow on the host: the serial reference.
#pragma once

#include <array>

#include "backends/operations.hpp"
#include "slipflow/linear_solvers/host_face_solver.hpp"
#include "solver/setup.hpp"

namespace slipflow::piso {

class SerialFlow : public Operations {
 public:
  SerialFlow(const FlowMesh& mesh, const FlowCase& flow, const Boundaries& boundaries);

  void start(const std::vector<double>& U, const std::vector<double>& p) override;
  void prescribe(const PrescribedValues& values) override { prescribed_ = values; }
  std::vector<double> velocities() override { return U_; }
  std::vector<double> pressures() override { return p(); }
  FlowState state() override { return {U_, U_old_, p(), phi_, phi_old_}; }
  void resume(const FlowState& state) override;
  double largest_change() override;
  SideValues side_values() override;

  void keep_old(double w) override;
  void assemble(const SfMomentumTerms& terms, ExplicitFrom from) override;
  double momentum_residual() override;
  linear_solvers::Result7 solve_momentum(double relative_tolerance, int most) override;
  void find_fluxes(double c0, bool consistent) override;
  void set_pressure_coefficients() override;
  double pressure_residual() override;
  linear_solvers::Result7 solve_pressure(double relative_tolerance, int most) override;
  void find_pressure_gradient() override;
  void correct(double alpha) override;
  FlowChecks check() override;

 private:
  void add_explicit_part(ExplicitFrom from);
  void find_h(double c0, bool consistent);
  std::vector<double>& p() { return pressure_.x(); }
  SfFaceRow row(int i) const { return row_of(mesh_, i); }
  SfVectorArray of_cells() const { return sf_of_cells(view_); }
  SfPrescribed prescribed() const {
    return {prescribed_.velocities.data(), prescribed_.pressures.data(), prescribed_.fluxes.data()};
  }
  SfGradients gradients() const {
    return {gradients_[0].data(), gradients_[1].data(), gradients_[2].data()};
  }
  void find_gradients(const std::vector<double>& U, const std::vector<double>& side_F);
  void find_skewed_gradients(const std::vector<double>& U, const std::vector<double>& side_F);
  void find_skew_fluxes();
  void add_skew_fluxes();
  double sum_of_components(const std::vector<double>& values, int q) const;

  const FlowMesh& mesh_;
  const SfFluid fluid_;
  const bool has_pressure_;
  const bool is_iterated_;  // to a steady flow
  const bool has_explicit_part_;
  double w_ = 0;  // of keep_old()
  const SfFlowMesh view_;
  linear_solvers::HostFaceSolver pressure_;
  std::vector<double> U_, U_old_, U_older_, gradient_, h_, b_, right_;
  std::vector<double> own_, across_, factor_, consistent_, more_, p_old_, along_;
  FlowFluxes phi_, phi_old_, convecting_;
  std::array<std::vector<double>, 3> gradients_;  // of the components of a velocity
  // On a skewed mesh: slopes of the components, and what skewness adds to the fluxes of U_old.
  std::array<std::vector<double>, 3> slopes_;
  FlowFluxes skew_old_;
  PrescribedValues prescribed_;
};

}  // namespace slipflow::piso
