// Whether a device may run a method at all.
#pragma once

#include <optional>
#include <string>

#include "slipflow/methods/method.hpp"
#include "slipflow/opencl/device.hpp"

namespace slipflow::methods {

/// In that precision: arithmetic and barriers (slipflow/opencl/self_test.hpp), then the method's
/// own kernels. Returns what is wrong, or nothing. The first time it builds two small programs;
/// drivers and the cache keep them.
std::optional<Error> find_device_fault(const Method& method, const opencl::Device& device,
                                       setup::Precision precision = setup::Precision::in_double);

/// The device `wanted` names, tested: "auto" takes the best one that passes, any other choice is
/// refused with Error(no_device) or Error(kernel_build_failed) when it fails. `trust` leaves the
/// test out.
opencl::Device choose_tested_device(const Method& method, const std::string& wanted, bool trust,
                                    setup::Precision precision = setup::Precision::in_double);

}  // namespace slipflow::methods
