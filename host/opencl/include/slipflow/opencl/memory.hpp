// Whether a case fits into the memory of a device.
#pragma once

#include <functional>
#include <string>

#include "slipflow/opencl/device.hpp"

namespace slipflow::opencl {

/// Bytes of device memory that a case needs.
struct MemoryNeed {
  double all = 0;
  double largest_array = 0;
};

/// Throws Error(no_device) unless the case fits; the message names the largest mesh of its shape
/// that does. `need(part)` and `mesh(part)`: the need and, as text ("20 x 10 cells"), the mesh
/// of the case with that part of its cells along each axis.
void check_fits(const Device& device, const std::function<MemoryNeed(double part)>& need,
                const std::function<std::string(double part)>& mesh);

}  // namespace slipflow::opencl
