// Waiting for a device without keeping a core of the host busy.
#pragma once

#include <chrono>

#include "slipflow/opencl/opencl.hpp"

namespace slipflow::opencl {

/// Returns when the command of `event` is done. Some drivers turn a core at 100 % in clWaitForEvents
/// and clFinish; this sleeps through most of the `expected` time, then asks at intervals that are a
/// small part of the time waited so far, from a few microseconds to a millisecond. The command must
/// have been flushed. Throws cl::Error when it failed.
void wait_asleep(const cl::Event& event, std::chrono::nanoseconds expected);

}  // namespace slipflow::opencl
