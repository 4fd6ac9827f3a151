// The method on an OpenCL device.
#pragma once

#include <memory>
#include <string>

#include "slipflow/opencl/program.hpp"
#include "slipflow/simple_ts/device_launch.hpp"
#include "slipflow/simple_ts/operations.hpp"

namespace slipflow::simple_ts {

/// Builds the kernels for the case and allocates its buffers. `c` must outlive the backend. Throws
/// Error(no_device) when the case does not fit, Error(kernel_build_failed), Error(bad_input) for a
/// work-group size that the device cannot run, unless Launch::may_shrink.
std::unique_ptr<Operations> make_opencl_operations(const Case& c, const opencl::Device& device,
                                                   const Launch& options);
/// The same on an existing queue, whose context the driver has already prepared.
std::unique_ptr<Operations> make_opencl_operations(const Case& c, const opencl::Queue& queue,
                                                   const Launch& options);

}  // namespace slipflow::simple_ts
