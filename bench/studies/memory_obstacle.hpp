// Whether what a study needs fits the memory.
#pragma once

#include <string>

#include "slipflow/opencl/device.hpp"

namespace slipflow::bench::studies {

/// The reason why arrays of these sizes in bytes do not fit the memory of the device, or that of
/// this machine, which holds the arrays of a processor too; empty when they fit.
std::string memory_obstacle(const opencl::Device& device, double all, double largest,
                            double on_host);

}  // namespace slipflow::bench::studies
