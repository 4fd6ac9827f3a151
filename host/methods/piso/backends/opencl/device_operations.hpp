// The operations of incompressible flow on a device: momentum in device_flow.cpp, pressure in
// device_pressure.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "backends/operations.hpp"
#include "device_flow_mesh.hpp"
#include "device_momentum.hpp"
#include "flow_kernels.hpp"
#include "slipflow/piso/flow_case.hpp"
#include "solver/setup.hpp"

namespace slipflow::piso {

class DeviceFlow : public Operations {
 public:
  DeviceFlow(opencl::Workspace& workspace, const FlowMesh& mesh, const FlowCase& flow,
             const Boundaries& boundaries, DeviceChoice choice);

  void start(const std::vector<double>& U, const std::vector<double>& p) override;
  void prescribe(const PrescribedValues& values) override;
  std::vector<double> velocities() override { return read(u(), cells_ * components_); }
  std::vector<double> pressures() override { return read(p(), cells_); }
  FlowState state() override;
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
  opencl::Array numbers(int count) {
    return kernels_.guarded("preparing", [&] {
      return workspace_.array(linear_solvers::kReals7,
                              std::vector<double>(static_cast<std::size_t>(std::max(count, 1))));
    });
  }
  void write(const opencl::Array& to, const std::vector<double>& values) {
    if (!values.empty()) kernels_.guarded("writing to", [&] { workspace_.write(to, values); });
  }
  std::vector<double> read(const opencl::Array& from, int count) {
    if (count == 0) return {};
    return kernels_.guarded("reading from",
                            [&] { return workspace_.read(from, static_cast<std::size_t>(count)); });
  }
  const opencl::Array& u() { return momentum_.vector(linear_solvers::Vector7::x); }
  const opencl::Array& p() const { return pressure_.x(); }
  // Vectors of the iterations for the velocity hold terms of sums while these do not run: the
  // first one has room for as many numbers a cell as there are components.
  const opencl::Array& scratch() { return momentum_.vector(linear_solvers::Vector7::r); }
  const opencl::Array& more_scratch() { return momentum_.vector(linear_solvers::Vector7::z); }
  const opencl::Array& last_scratch() { return momentum_.vector(linear_solvers::Vector7::y); }

  const opencl::Arguments& of_mesh() const { return mesh_.arguments(); }
  opencl::Arguments of_prescribed() const {
    return {{"prescribed_velocity", side_U_},
            {"prescribed_pressure", side_p_},
            {"prescribed_flux", side_flux_}};
  }
  void copy(const opencl::Array& from, const opencl::Array& to, int count, std::size_t slot);
  void check_cells();
  opencl::Arguments gradients() const {
    return {{"gradient_x", gradients_[0]},
            {"gradient_y", gradients_[1]},
            {"gradient_z", gradients_[2]}};
  }
  void find_gradients(const opencl::Array& U, const opencl::Array& side_F);
  void find_skewed_gradients(const opencl::Array& U, const opencl::Array& side_F);
  void find_skew_fluxes();
  void add_skew_fluxes();

  opencl::Workspace& workspace_;
  const int cells_, faces_, sides_, components_;
  const bool oblique_, skewed_, curved_, has_pressure_;
  const bool is_iterated_;     // to a steady flow
  const bool has_older_;       // else older values are the old ones
  const bool has_convecting_;  // else old fluxes convect
  const bool has_explicit_part_, relaxes_pressure_;
  double w_ = 0;  // of keep_old()
  FlowKernels kernels_;
  linear_solvers::DeviceFaceSolver pressure_;
  const DeviceFlowMesh mesh_;
  const opencl::Arguments fluid_;
  FlowSums sums_;
  const opencl::Array own_;
  DeviceMomentum momentum_;
  linear_solvers::Solve7 iterations_;
  opencl::Array U_old_, U_older_, gradient_, h_, b_, from_;
  std::array<opencl::Array, 3> gradients_, slopes_;
  opencl::Array skew_old_, side_skew_old_;  // parts of fluxes of a skewed mesh
  opencl::Array across_, factor_, consistent_, more_, p_old_, along_, level_;
  opencl::Array phi_, phi_old_, convecting_, side_phi_, side_phi_old_, side_convecting_;
  opencl::Array side_U_, side_p_, side_flux_, side_frictions_, side_pressures_;
};

}  // namespace slipflow::piso
