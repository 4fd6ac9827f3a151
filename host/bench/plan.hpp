// The launches to measure on one device.
#pragma once

#include <vector>

#include "slipflow/bench/bench.hpp"

namespace slipflow::bench {

/// Every different launch of the case on the device; sub-domains no higher than the mesh. Throws
/// Error(bad_input) for a work-group size the device cannot run.
std::vector<simple_ts::OpenClOptions> launches_of(const Options& options, const simple_ts::Case& c,
                                                  const opencl::Device& device);

/// Why the case cannot run on the device; empty when it can.
std::string obstacle(const simple_ts::Case& c, const opencl::Device& device);

/// Bytes of the states at the start and in the end, on the host.
double state_bytes(const simple_ts::Case& c);

/// Whether this machine has the memory for so many bytes beside what else it does.
bool host_has(double bytes);

}  // namespace slipflow::bench
