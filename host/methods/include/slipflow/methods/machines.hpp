// Machines of methods whose backends are a core of the host or the workspace of a device.
#pragma once

#include "slipflow/methods/simulation.hpp"
#include "slipflow/opencl/workspace.hpp"

namespace slipflow::methods {

/// The core of the host that computes a serial reference.
class HostMachine final : public Machine {
 public:
  explicit HostMachine(double bytes_allocated) : bytes_(bytes_allocated) {}
  BackendInfo info() const override { return serial_info(bytes_); }

 private:
  const double bytes_;
};

/// A device that computes in a workspace.
class DeviceMachine final : public Machine {
 public:
  /// `launch`: how the kernels have been built, in work-groups of `group` work-items, which took
  /// that many seconds. The workspace must outlive it.
  DeviceMachine(opencl::Workspace& workspace, const Launch& launch, int group,
                double build_seconds);
  BackendInfo info() const override;
  void finish() override;
  void time_kernels(bool on) override;
  double kernel_seconds() override;

 private:
  opencl::Workspace& workspace_;
  BackendInfo info_;
};

}  // namespace slipflow::methods
