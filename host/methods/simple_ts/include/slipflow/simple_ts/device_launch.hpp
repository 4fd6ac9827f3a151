// How a device runs the kernels of a case, and what memory it needs.
#pragma once

#include "slipflow/methods/launch.hpp"
#include "slipflow/opencl/device.hpp"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

using methods::Launch;

/// The largest work-group size in which the device can run these kernels, which must not be
/// `automatic`; 0 for none.
int largest_work_group(const Case& c, const opencl::Device& device, KernelSet kernels);

/// The options with all automatic values chosen for the device. Throws Error(bad_input) for a
/// work-group size that it cannot run.
Launch resolve_options(const Case& c, const opencl::Device& device, Launch options);

/// Bytes of device memory the case needs, in a plane the same with all kernel sets. In space CPUs
/// keep more values, and the march keeps none where no cell is left to the plain kernels.
double device_bytes(const Case& c, bool on_cpu = false);

}  // namespace slipflow::simple_ts
