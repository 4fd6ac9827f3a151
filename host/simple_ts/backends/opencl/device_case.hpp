// The case and its fields in device memory.
#pragma once

#include <string>

#include "slipflow/opencl/errors.hpp"
#include "slipflow/opencl/program.hpp"
#include "slipflow/simple_ts/opencl_backend.hpp"

namespace slipflow::simple_ts {

/// u, v, T and rho of one inner or time level.
struct DeviceFields {
  cl::Buffer u, v, T, rho;
};

/// Sets all arguments of a kernel from `first` on; returns the index after the last.
template <class... Arguments>
cl_uint set_arguments(cl::Kernel& kernel, cl_uint first, const Arguments&... arguments) {
  (kernel.setArg(first++, arguments), ...);
  return first;
}

/// Runs `action` and turns an OpenCL failure into the Error that says what was being done.
template <class Action>
auto guarded(const std::string& doing, Action action) {
  try {
    return action();
  } catch (const cl::Error& failure) {
    throw opencl::to_error(failure, doing);
  }
}

/// Everything kernels of one case share: queue, three sets of fields, tags, walls, mesh.
class DeviceCase {
 public:
  DeviceCase(const Case& c, const opencl::Device& device, const OpenClOptions& options);

  /// A buffer of `count` doubles; counted in bytes().
  cl::Buffer doubles(std::size_t count);
  cl::Buffer filled_buffer(const void* data, std::size_t bytes);
  /// Sets SF_CONTEXT_PARAMETERS; returns the index of the first argument after them.
  cl_uint set_context(cl::Kernel& kernel, const DeviceFields& current, const DeviceFields& old,
                      double dt) const;
  /// Launches over (nx, ny) work-items, nx rounded up to whole work-groups.
  void launch(const cl::Kernel& kernel, int nx, int ny = 1) const;
  void write(const DeviceFields& fields, const State& s) const;
  State read(const DeviceFields& fields) const;

  const Case& c;
  const OpenClOptions options;
  opencl::Queue queue;
  DeviceFields sets[3];
  cl::Buffer C_u, C_v, C_T;  ///< explicit convective sums; one value each when implicit
  double bytes = 0;  ///< allocated so far
  double relaxation = 0;  ///< of the iteration to be launched

 private:
  cl::Buffer tag_, wall_, axis_x_, axis_y_;
};

/// The inner iteration by one kernel set.
class KernelRunner {
 public:
  virtual ~KernelRunner() = default;
  /// Launches the iteration from `current` to `next`.
  virtual void advance(const DeviceFields& current, const DeviceFields& old,
                       const DeviceFields& next, double dt) = 0;
  /// Partial maxima of the last iteration's changes: a buffer of 4 values each, and how many.
  virtual std::pair<cl::Buffer, int> partial_residuals() = 0;
};

std::unique_ptr<KernelRunner> make_fused_runner(DeviceCase& device);
std::unique_ptr<KernelRunner> make_plain_runner(DeviceCase& device);

}  // namespace slipflow::simple_ts
