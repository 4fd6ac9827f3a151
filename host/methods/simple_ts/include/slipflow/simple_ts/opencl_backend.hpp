// The method on an OpenCL device.
#pragma once

#include <memory>
#include <string>

#include "slipflow/opencl/program.hpp"
#include "slipflow/simple_ts/backend.hpp"

namespace slipflow::simple_ts {

/// How the kernels are built and launched; zeros are chosen for the device.
struct OpenClOptions {
  bool parity = false;  ///< contraction off: the same bits as the serial reference
  KernelSet kernels = KernelSet::automatic;
  int work_group_size = 0;  ///< a power of two from 8 to 1024; plain: columns per sub-domain
  int rows = 0;             ///< rows per sub-domain
  /// Without, only upload, download, begin_time_step and advance_inner_iteration work: a quicker
  /// build.
  bool measures = true;
  int batch = 0;       ///< inner iterations queued at a time; 0: adapted to the run
  bool tuned = false;  ///< some of it was found by `slipflow tune`
  /// work_group_size may become a smaller one that the device can run the kernels in; else that is
  /// refused.
  bool may_shrink = false;
  bool exact_single = false;  ///< the device rounds divisions and roots of floats, if it is told to
};

/// The largest work-group size of these kernels, not `automatic`, that the device can run; 0 for
/// none.
int largest_work_group(const Case& c, const opencl::Device& device, KernelSet kernels);

/// The options with everything chosen for the device. Throws Error(bad_input) for a work-group size
/// it cannot run.
OpenClOptions resolve_options(const Case& c, const opencl::Device& device, OpenClOptions options);

/// Options, after others, that compile any kernel in the precision.
std::string precision_options(Precision precision, bool exact_single);

/// Bytes of device memory the case needs, the same with both kernel sets.
double device_bytes(const Case& c);

/// Builds the kernels for the case and allocates its buffers. `c` must outlive the backend. Throws
/// Error(no_device) when the case does not fit, Error(kernel_build_failed), Error(bad_input) for a
/// work-group size the device cannot run; of one that was chosen, a smaller one is taken.
std::unique_ptr<Backend> make_opencl_backend(const Case& c, const opencl::Device& device,
                                             const OpenClOptions& options);
/// The same in a queue that exists: what a driver loads for a context, it need not load again.
std::unique_ptr<Backend> make_opencl_backend(const Case& c, const opencl::Queue& queue,
                                             const OpenClOptions& options);

}  // namespace slipflow::simple_ts
