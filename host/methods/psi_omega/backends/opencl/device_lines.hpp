// The lines of the method on a device: cl_kernels/psi_omega/rows.cl.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "backends/operations.hpp"
#include "slipflow/opencl/workspace.hpp"

namespace slipflow::psi_omega {

class DeviceLines {
 public:
  /// Builds the kernels of the families that the case has. `options`: of all kernels of the method.
  DeviceLines(opencl::Workspace& workspace, const FlowParts& parts, const std::string& options);
  /// Queues the solution of a family. `nodes`: what the rows are made of, in the order of the
  /// kernel's parameters.
  void solve(Family family, const opencl::Arguments& nodes, const LineControl& control,
             const opencl::Array& result);

 private:
  struct Lines {
    linear_solvers::Lines layout;
    linear_solvers::LineChoice choice;
    opencl::Kernel kernel;
  };
  Lines build(Family family, const std::string& options) const;

  opencl::Workspace& workspace_;
  const FlowParts& parts_;
  std::array<std::optional<Lines>, 5> lines_;
  opencl::Array kept_;
  cl::Buffer faults_;
};

}  // namespace slipflow::psi_omega
