// The OpenCL device of tests. Tests without one build without OpenCL: script/mutants does.
#pragma once

#include <cstdlib>

#include "slipflow/opencl/device.hpp"

namespace slipflow {

/// SLIPFLOW_DEVICE, or the one `auto` takes.
inline opencl::Device test_device() {
  const char* wanted = std::getenv("SLIPFLOW_DEVICE");
  return opencl::choose_device(wanted ? wanted : "auto");
}

}  // namespace slipflow
