// Whether a device computes as the host does.
#pragma once

#include <optional>

#include "slipflow/opencl/program.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::opencl {

/// Double arithmetic, division and square root against the host bit for bit, and values carried across
/// barriers. Returns what is wrong (status no_device, or kernel_build_failed), or nothing. Never throws
/// for a device that fails.
std::optional<Error> find_arithmetic_fault(const Queue& queue);

}  // namespace slipflow::opencl
