// The inner iteration by one kernel set.
#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "device_case.hpp"

namespace slipflow::simple_ts {

/// A kernel with its arguments, and how many work-groups it is launched in.
struct KernelLaunch {
  opencl::Kernel kernel;
  int groups;
};

/// Launches the kernels of an iteration. Setting their arguments would take the host as long as
/// launching them, so there is a kernel object for each rotation of the fields, and only a new time
/// step is ever set again.
class KernelRunner {
 public:
  /// Builds the kernel file. Throws Error(bad_input) when the device needs smaller work-groups than
  /// the options demand, Error(kernel_build_failed) when it needs smaller ones than kSmallestGroup.
  KernelRunner(DeviceCase& device, const char* file);
  virtual ~KernelRunner() = default;
  void advance(const FieldRotation& rotation, double dt, double relaxation);
  /// Partial maxima of the last iteration's changes: an array of 4 values each, and how many.
  virtual std::pair<opencl::Array, int> partial_residuals() const = 0;
  /// Work-items of a work-group, or columns of a plain sub-domain.
  int group() const { return built_.group; }

 protected:
  /// New kernel objects with all arguments but the time step.
  virtual std::vector<KernelLaunch> prepare(const FieldRotation& rotation) const = 0;
  const cl::Program& program() const { return built_.program; }

  DeviceCase& device_;

 private:
  struct Prepared {
    std::vector<KernelLaunch> launches;  // empty: not met so far
    double dt = 0;
    double relaxation = 0;
  };
  const opencl::SizedProgram built_;
  std::array<Prepared, FieldRotation::kKinds> prepared_;
};

std::unique_ptr<KernelRunner> make_fused_runner(DeviceCase& device);
std::unique_ptr<KernelRunner> make_plain_runner(DeviceCase& device);

}  // namespace slipflow::simple_ts
