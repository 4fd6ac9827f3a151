#include "memory_obstacle.hpp"

#include <fmt/format.h>

#include "slipflow/tuning/tune.hpp"

namespace slipflow::bench::studies {

std::string memory_obstacle(const opencl::Device& device, double all, double largest,
                            double on_host) {
  if (all > device.memory || largest > device.largest_buffer)
    return fmt::format("{:.2f} GB of device memory, in arrays of {:.2f} GB, are more than '{}' has",
                       all / 1e9, largest / 1e9, device.name);
  if (device.cpu) on_host += all;
  return tuning::host_has(on_host)
             ? ""
             : fmt::format("it needs {:.2f} GB of this machine's memory", on_host / 1e9);
}

}  // namespace slipflow::bench::studies
