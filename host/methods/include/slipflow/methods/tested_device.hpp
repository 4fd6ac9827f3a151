// The self-test of a device before it runs a method.
#pragma once

#include <optional>
#include <string>

#include "slipflow/methods/method.hpp"
#include "slipflow/opencl/device.hpp"

namespace slipflow::methods {

/// Tests, in that precision and for that number of axes, arithmetic and barriers
/// (slipflow/opencl/self_test.hpp), then the method's own kernels. Returns the fault, or nothing.
/// The first call builds two small programs, which drivers and the cache keep.
std::optional<Error> find_device_fault(const Method& method, const opencl::Device& device,
                                       TestedFor tested = {});

/// The device that `wanted` names, tested: "auto" takes the best one that passes, any other choice
/// is refused with Error(no_device) or Error(kernel_build_failed) when it fails. `trust` skips the
/// test.
opencl::Device choose_tested_device(const Method& method, const std::string& wanted, bool trust,
                                    TestedFor tested = {});

}  // namespace slipflow::methods
