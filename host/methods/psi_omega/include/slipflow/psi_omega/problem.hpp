// A case of the method as the rest of the program sees it.
#pragma once

#include <memory>

#include "slipflow/box/plain_problem.hpp"
#include "slipflow/methods/method.hpp"
#include "slipflow/psi_omega/case.hpp"

namespace slipflow::psi_omega {

struct Nodes;

class Problem final : public boxes::PlainProblem<Case> {
 public:
  /// Throws Error(bad_input).
  explicit Problem(const config::Settings& settings);
  ~Problem() override;
  void add_derived(methods::Arrays& arrays) const override;
  std::vector<const std::vector<double>*> boundary_tables() const override;
  void fix_iterations(int count) override;

  std::string scheme() const override;
  std::vector<methods::Number> numbers() const override;
  std::optional<double> reference_velocity() const override { return 1; }
  double reference_length() const override;
  std::vector<methods::BodyForce> body_forces() const override;
  std::vector<methods::Derived> derived() const override;
  std::vector<std::string> warnings() const override {
    return setup::warnings_of_gaps(gap_region(case_));
  }
  drawing::MeshPicture picture() const override;

  double first_time_step() const override;
  std::unique_ptr<methods::Simulation> on_host() const override;

  double device_bytes() const override;
  std::vector<methods::PassInfo> passes() const override;

 private:
  std::unique_ptr<methods::Simulation> make(const opencl::Queue& queue,
                                            const methods::Launch& launch) const override;

  std::unique_ptr<const Nodes> nodes_;
};

/// Incompressible flow in stream function and vorticity: docs/methods/psi-omega.md.
methods::Method method();

}  // namespace slipflow::psi_omega
