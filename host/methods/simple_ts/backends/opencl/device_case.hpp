// The case and its fields in device memory.
#pragma once

#include <string>
#include <vector>

#include "device_numbers.hpp"
#include "field_rotation.hpp"
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

/// A kernel and the work-group size that it was compiled for.
struct SizedKernel {
  cl::Kernel kernel;
  int group = 0;
};

/// Runs `action` and turns an OpenCL failure into the Error that says what was being done.
template <class Action>
auto guarded(const std::string& doing, Action action) {
  try {
    return action();
  } catch (const cl::Error& failure) {
    throw opencl::to_error(failure, doing);
  }
}

/// Pieces that the measuring of maxima cuts each of the nx + 1 columns into, and all of them.
int pieces_of_column(const Case& c);
int pieces(const Case& c);
/// Values that measures leave before they are reduced: maxima of pieces, or sums of lines.
int partial_values(const Case& c);

/// Everything kernels of one case share: queue, three sets of fields, tags, walls, mesh.
class DeviceCase {
 public:
  DeviceCase(const Case& c, const opencl::Queue& queue, const OpenClOptions& options);

  /// The program of a kernel file, compiled for the case: for work-groups of the options' size, or
  /// smaller ones down to `smallest` where the device needs them, which changes no bit of what they
  /// compute.
  opencl::SizedProgram build(const std::string& file, int smallest = 1) const;
  /// The kernel of that name in a program of build().
  SizedKernel build_kernel(const std::string& file, const char* name) const;
  /// A buffer of `count` of these numbers; counted in `bytes`, like all that follow.
  cl::Buffer buffer(const DeviceNumbers& numbers, std::size_t count);
  cl::Buffer filled_buffer(const DeviceNumbers& numbers, const std::vector<double>& values);
  cl::Buffer filled_buffer(const void* data, std::size_t bytes,
                           cl_mem_flags access = CL_MEM_READ_ONLY);
  /// Sets SF_CONTEXT_PARAMETERS but the time step; returns the index of the first argument after
  /// them.
  cl_uint set_context(cl::Kernel& kernel, const FieldRotation& rotation) const;
  /// Sets the time step among them, and the relaxation of the iteration, docs/methods/simple-ts.md
  /// (41).
  void set_time_step(cl::Kernel& kernel, double dt, double relaxation) const;
  /// Launches over (nx, ny) work-items, nx rounded up to whole work-groups, in several launches
  /// where a device may not have as many groups along y: their work-items know their place by
  /// get_global_id().
  void launch(const SizedKernel& kernel, int nx, int ny = 1) const;
  /// Launches so many work-groups of so many work-items.
  void launch_groups(const cl::Kernel& kernel, int groups, int group_size) const;
  /// Launches go to a queue that records when they ran, or to one that does not: recording them
  /// slows some drivers.
  void time_launches(bool on);
  /// Waits for the launches that were recorded, forgets them and returns their seconds.
  double launch_seconds();
  void write(const DeviceFields& fields, const State& s) const;
  /// Into all sets.
  void write(const ImposedVelocities& velocities) const;
  State read(const DeviceFields& fields) const;

  const Case& c;
  const OpenClOptions options;
  const DeviceNumbers reals;   ///< what the kernels compute with: macros/language.h
  const DeviceNumbers stored;  ///< what fields and convective sums are
  opencl::Queue queue;
  DeviceFields sets[FieldRotation::kSets];
  cl::Buffer C_u, C_v, C_T;  ///< explicit convective sums; one value each when implicit
  cl::Buffer progress;       ///< an SfInnerProgress: of the inner iterations of this step
  cl::Buffer no_progress;    ///< one whose iterations go on for ever
  double bytes = 0;          ///< allocated so far

 private:
  void launch(const cl::Kernel& kernel, const cl::NDRange& first, const cl::NDRange& all,
              const cl::NDRange& group) const;

  cl::Buffer tag_, wall_, axis_x_, axis_y_;
  bool timed_ = false;
  mutable std::vector<cl::Event> launches_;  // while timed
};

}  // namespace slipflow::simple_ts
