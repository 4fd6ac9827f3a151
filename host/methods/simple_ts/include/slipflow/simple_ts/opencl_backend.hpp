// The method on an OpenCL device.
#pragma once

#include <memory>
#include <string>

#include "slipflow/opencl/program.hpp"
#include "slipflow/simple_ts/backend.hpp"

namespace slipflow::simple_ts {

/// The largest work-group size in which the device can run these kernels, which must not be
/// `automatic`; 0 for none.
int largest_work_group(const Case& c, const opencl::Device& device, KernelSet kernels);

/// The options with all automatic values chosen for the device. Throws Error(bad_input) for a
/// work-group size that it cannot run.
Launch resolve_options(const Case& c, const opencl::Device& device, Launch options);

/// Bytes of device memory the case needs, the same with all kernel sets.
double device_bytes(const Case& c);

/// Builds the kernels for the case and allocates its buffers. `c` must outlive the backend. Throws
/// Error(no_device) when the case does not fit, Error(kernel_build_failed), Error(bad_input) for a
/// work-group size that the device cannot run, unless Launch::may_shrink.
std::unique_ptr<Backend> make_opencl_backend(const Case& c, const opencl::Device& device,
                                             const Launch& options);
/// The same on an existing queue, whose context the driver has already prepared.
std::unique_ptr<Backend> make_opencl_backend(const Case& c, const opencl::Queue& queue,
                                             const Launch& options);

}  // namespace slipflow::simple_ts
