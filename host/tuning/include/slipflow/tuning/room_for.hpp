// Whether there is room for a problem on a device and on this machine.
#pragma once

#include <string>

#include "slipflow/methods/problem.hpp"

namespace slipflow::tuning {

/// True if this machine has that many bytes of memory available.
bool host_has(double bytes);

/// Bytes of the initial and the final state on the host.
double bytes_of_states(const methods::Problem& problem);

/// Why the problem cannot run on the device; empty when it can.
std::string obstacle(const methods::Problem& problem, const opencl::Device& device);

}  // namespace slipflow::tuning
