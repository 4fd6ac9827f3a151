// A case of the method as the rest of the program sees it.
#pragma once

#include "slipflow/box/plain_problem.hpp"
#include "slipflow/methods/method.hpp"
#include "slipflow/transport/case.hpp"

namespace slipflow::transport {

class Problem final : public boxes::PlainProblem<Case> {
 public:
  /// Throws Error(bad_input).
  explicit Problem(const config::Settings& settings);
  std::vector<methods::Derived> derived_at_start() const override;
  std::vector<const std::vector<double>*> boundary_tables() const override;
  void fix_iterations(int count) override;

  std::string scheme() const override;
  std::vector<methods::Number> numbers() const override;
  std::vector<methods::Derived> derived() const override;
  std::vector<std::string> warnings() const override;
  drawing::MeshPicture picture() const override;

  double first_time_step() const override;
  std::unique_ptr<methods::Simulation> on_host() const override;

  double device_bytes() const override;
  std::string kind_for_tuning() const override;
  std::vector<methods::PassInfo> passes() const override;

 private:
  std::unique_ptr<methods::Simulation> make(const opencl::Queue& queue,
                                            const methods::Launch& launch) const override;
};

/// Diffusion, convection and reaction of one quantity: docs/methods/transport.md.
methods::Method method();

}  // namespace slipflow::transport
