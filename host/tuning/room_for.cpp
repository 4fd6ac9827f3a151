#include "slipflow/tuning/room_for.hpp"

#include <fmt/format.h>

#include "slipflow/support/usable_memory.hpp"

namespace slipflow::tuning {

// The fraction of the memory that may be taken; the rest is for other programs.
constexpr double kPartOfMemory = 0.9;

bool host_has(double bytes) { return bytes < kPartOfMemory * usable_memory().bytes; }

double bytes_of_states(const methods::Problem& problem) {
  return 2 * methods::state_bytes(problem);
}

std::string obstacle(const methods::Problem& problem, const opencl::Device& device) {
  const double needed = problem.costs().device_bytes();
  if (needed > device.memory)
    return fmt::format("it needs {:.2f} GB of device memory, there are {:.2f} GB", needed / 1e9,
                       device.memory / 1e9);
  const double on_host = bytes_of_states(problem) + (device.cpu ? needed : 0);
  if (!host_has(on_host))
    return fmt::format("it needs {:.2f} GB of this machine's memory", on_host / 1e9);
  return "";
}

}  // namespace slipflow::tuning
