// Waiting for a device without keeping a core of the host busy.
#pragma once

#include <chrono>

#include "slipflow/opencl/opencl.hpp"

namespace slipflow::opencl {

/// Returns when the command of `event` is done. Some drivers turn a core at 100 % in clWaitForEvents
/// and clFinish; this asks after most of what is left of the `expected` time, then at intervals that
/// are a small part of the time waited so far, from a few microseconds to a millisecond: the
/// expectation may be far too long, as after a command for which the driver compiled first. The
/// command must have been flushed. Throws cl::Error when it failed.
void wait_asleep(const cl::Event& event, std::chrono::nanoseconds expected);

}  // namespace slipflow::opencl
