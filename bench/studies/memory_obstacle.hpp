// Whether what a study needs fits the memory.
#pragma once

#include <string>

#include "slipflow/opencl/device.hpp"

namespace slipflow::bench::studies {

/// Why arrays of so many bytes do not fit the memory of the device, or that of this machine, which
/// has those of a processor too; empty when they do.
std::string memory_obstacle(const opencl::Device& device, double all, double largest,
                            double on_host);

}  // namespace slipflow::bench::studies
