// Methods whose backends are a core of the host or the workspace of a device: their machines, and
// how they build, call and reduce on the device.
#pragma once

#include <optional>
#include <string>

#include "slipflow/methods/simulation.hpp"
#include "slipflow/opencl/errors.hpp"
#include "slipflow/opencl/reduction.hpp"
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
  /// Counts kernels that have been built later.
  void add_build(double seconds) { info_.build_seconds += seconds; }
  BackendInfo info() const override;
  void finish() override;
  void time_kernels(bool on) override;
  double kernel_seconds() override;

 private:
  opencl::Workspace& workspace_;
  BackendInfo info_;
};

/// Runs `action`; a failure of OpenCL becomes a sentence: `doing`, such as "a time step on", and
/// the name of the device.
template <class Action>
auto on_device(const opencl::Workspace& workspace, const std::string& doing, Action action) {
  return opencl::guarded(doing + ' ' + workspace.device().name, action);
}

/// The options of a build for a launch.
std::string build_options(setup::Precision precision, const Launch& launch);

/// The kernels of a file, built for the work-groups of a launch. Throws Error(kernel_build_failed).
opencl::SizedProgram build_kernels(const opencl::Queue& queue, const std::string& file,
                                   setup::Precision precision, const Launch& launch);

/// The largest change of a field, from a kernel that stores that of each of its work-groups.
class LargestChange {
 public:
  /// For launches over (nx, ny) work-items in work-groups of `group`. The workspace must outlive
  /// it.
  LargestChange(opencl::Workspace& workspace, setup::Precision precision, const Launch& launch,
                int group, int nx, int ny);
  /// The argument of the kernel: a number for each work-group, row by row.
  const opencl::Array& of_groups() const { return of_groups_; }
  /// The largest of these numbers, NaN if one is. The launch must have Launch::diagnostics.
  double largest();

 private:
  opencl::Array of_groups_;
  std::optional<opencl::Reduction> reduction_;
};

}  // namespace slipflow::methods
