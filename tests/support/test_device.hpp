// The OpenCL device of tests. Tests without one build without OpenCL: script/mutants does.
#pragma once

#include <cstdlib>

#include "slipflow/opencl/program.hpp"

namespace slipflow {

/// SLIPFLOW_DEVICE, or the one `auto` takes.
inline opencl::Device test_device(setup::Precision precision = setup::Precision::in_double) {
  const char* wanted = std::getenv("SLIPFLOW_DEVICE");
  return opencl::choose_device(wanted ? wanted : "auto", needs_double(precision));
}

/// A queue on a device. PoCL takes half a second to prepare a context for compiling, so all its
/// queues share one. Others have one each: Oclgrind 21.10 takes freed memory for memory that
/// nothing wrote.
inline opencl::Queue test_queue(const opencl::Device& device = test_device()) {
  if (device.platform_short != "POCL") return opencl::Queue(device);
  static const opencl::Queue shared(device);
  if (shared.device.handle() != device.handle()) return opencl::Queue(device);
  opencl::Queue queue = shared;
  queue.device = device;
  return queue;
}

}  // namespace slipflow
