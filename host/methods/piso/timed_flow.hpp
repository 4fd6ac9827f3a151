// Cubic cavities whose iterations are timed, straight and sheared.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/methods/timed_flow.hpp"
#include "slipflow/piso/flow_solver.hpp"
#include "solver/timed_operations.hpp"
#include "state/case_flow.hpp"

namespace slipflow::piso {

std::vector<methods::TimedCase> timed_cases(const std::array<int, 3>& cells);

class TimedFlow : public methods::TimedFlow {
 public:
  /// Without a workspace on the host.
  TimedFlow(const methods::TimedCase& of, opencl::Workspace* workspace, bool parity);

  void start() override;
  methods::FlowIteration advance() override;
  void time_parts(bool on) override;
  std::vector<methods::PartTime> parts() const override;
  std::vector<methods::OperationKernels> operations() const override;

 private:
  const FlowMesh& mesh() const { return sheared_ ? *sheared_ : box_->mesh(); }

  const Case case_;
  std::unique_ptr<CaseFlow> box_;
  std::optional<FlowMesh> sheared_;
  PartClock clock_;
  std::optional<FlowSolver> solver_;
};

}  // namespace slipflow::piso
