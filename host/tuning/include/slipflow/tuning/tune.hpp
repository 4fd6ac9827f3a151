// Finding how to launch the kernels of a case fastest on a device, if there is room for it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "slipflow/methods/problem.hpp"
#include "slipflow/tuning/launch_search.hpp"

namespace slipflow::tuning {

/// True if this machine has that many bytes of memory available.
bool host_has(double bytes);

/// Bytes of the initial and the final state on the host.
double bytes_of_states(const methods::Problem& problem);

/// Why the problem cannot run on the device; empty when it can.
std::string obstacle(const methods::Problem& problem, const opencl::Device& device);

/// Callbacks of a running search; each may be empty.
struct TuneEvents {
  /// Called with descriptions of the current work, the most important first.
  std::function<void(const std::vector<std::string>& what)> stage;
  std::function<void(const Trial&)> tried;
};

/// Searches the options that `given` leaves open, for about `seconds`, of which `elapsed` have
/// passed. Every launch starts from the initial state; one whose state differs after an iteration
/// from that of the model's choice is refused. If a step begins with a pass of its own, the time of
/// an iteration includes 1/kIterationsPerStep of that pass. Throws Error when the model's choice
/// cannot run, or its state is not finite.
SearchResult tune(const methods::Problem& problem, const opencl::Device& device,
                  const methods::Launch& given, double seconds,
                  const std::function<double()>& elapsed, const TuneEvents& events);

/// Inner iterations of a time step, roughly.
constexpr int kIterationsPerStep = 12;

}  // namespace slipflow::tuning
