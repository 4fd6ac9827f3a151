// Whether a device computes as the host does.
#pragma once

#include <optional>

#include "slipflow/opencl/program.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::opencl {

/// Arithmetic, division and square root in double or single precision against the host bit for bit,
/// and values carried across barriers. In single precision a device that is not
/// Device::exact_single need only come near. Returns what is wrong (status no_device, or
/// kernel_build_failed), or nothing. Never throws for a device that fails.
std::optional<Error> find_arithmetic_fault(const Queue& queue, bool in_double = true);

}  // namespace slipflow::opencl
