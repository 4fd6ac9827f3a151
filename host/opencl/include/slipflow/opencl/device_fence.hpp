// Fences that hold for a whole device.
#pragma once

#include <string>

#include "slipflow/opencl/device.hpp"

namespace slipflow::opencl {

/// The value of -cl-std with which kernels have SF_DEVICE_FENCE() of macros/language.h; empty where
/// the device has no such fence.
std::string standard_with_fence(const Device& device);

}  // namespace slipflow::opencl
