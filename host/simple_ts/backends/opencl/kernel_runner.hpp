// The inner iteration by one kernel set.
#pragma once

#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "device_case.hpp"

namespace slipflow::simple_ts {

/// A kernel with its arguments, and how many work-groups of how many work-items it is launched in.
struct Launch {
  cl::Kernel kernel;
  int groups;
  int group_size;
};

/// Launches the kernels of an iteration. Setting their arguments would take the host as long as
/// launching them, so there is a kernel object for each rotation of the fields, and only a new time
/// step is ever set again.
class KernelRunner {
 public:
  explicit KernelRunner(DeviceCase& device) : device_(device) {}
  virtual ~KernelRunner() = default;
  void advance(const FieldRotation& rotation, double dt, double relaxation);
  /// Partial maxima of the last iteration's changes: a buffer of 4 values each, and how many.
  virtual std::pair<cl::Buffer, int> partial_residuals() const = 0;

 protected:
  /// New kernel objects with all arguments but the time step.
  virtual std::vector<Launch> prepare(const FieldRotation& rotation) const = 0;
  DeviceCase& device_;

 private:
  struct Prepared {
    std::vector<Launch> launches;  // empty: not met so far
    double dt = 0;
    double relaxation = 0;
  };
  std::array<Prepared, FieldRotation::kKinds> prepared_;
};

std::unique_ptr<KernelRunner> make_fused_runner(DeviceCase& device);
std::unique_ptr<KernelRunner> make_plain_runner(DeviceCase& device);

}  // namespace slipflow::simple_ts
