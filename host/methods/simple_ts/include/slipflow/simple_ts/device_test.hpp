// Whether a device may run a case at all.
#pragma once

#include <optional>
#include <string>

#include "slipflow/opencl/device.hpp"
#include "slipflow/setup/precision.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::simple_ts {

/// In that precision: arithmetic and barriers (slipflow/opencl/self_test.hpp), then a few
/// iterations of the kernel set this device runs, on a small flow, against the serial reference bit
/// for bit. Returns what is wrong, or nothing. The first time it builds two small programs; drivers
/// and the cache keep them.
std::optional<Error> find_device_fault(const opencl::Device& device,
                                       setup::Precision precision = setup::Precision::in_double);

/// The device `wanted` names, tested: "auto" takes the best one that passes, any other choice is
/// refused with Error(no_device) or Error(kernel_build_failed) when it fails. `trust` leaves the
/// test out.
opencl::Device choose_tested_device(const std::string& wanted, bool trust,
                                    setup::Precision precision = setup::Precision::in_double);

}  // namespace slipflow::simple_ts
