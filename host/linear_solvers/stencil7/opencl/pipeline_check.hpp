// Whether a device can run the pipeline of triangular sweeps.
#pragma once

#include <string>

#include "slipflow/opencl/device.hpp"

namespace slipflow::linear_solvers {

/// Why sweeps must not be run by Schedule7::pipeline there, in one sentence; empty when they may.
/// The first call for a device sweeps a box by the pipeline and by tiles and compares the bits; the
/// answer is kept as long as the kernels stay the same.
std::string pipeline_fault(const opencl::Device& device);

}  // namespace slipflow::linear_solvers
