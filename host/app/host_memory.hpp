// How much of this machine's memory a run takes.
#pragma once

#include <optional>
#include <string>

#include "backend_option.hpp"
#include "slipflow/methods/problem.hpp"
#include "slipflow/opencl/device.hpp"

namespace slipflow::app {

/// What of a run is in the memory of this machine besides the fields of the case.
struct HostUse {
  bool serial = false;  ///< the arrays of the serial reference
  /// The arrays of a device that is a CPU; threads have as many.
  bool device_arrays = false;
  int ranks = 1;
  int ranks_here = 1;  ///< of them, on this machine
};

/// What a run on one rank uses with this backend.
HostUse host_use(const ChosenBackend& backend, const std::optional<opencl::Device>& device);
/// What these ranks use on the host that has most of them, if they are spread evenly.
HostUse on_hosts(HostUse use, int ranks, int hosts);

/// Bytes that a run takes when it writes a frame, which is its peak: the downloaded state, the
/// fields of the frame, the tags of the cells and what `use` says. Without the program itself, the
/// OpenCL driver, which compiles the kernels, and other frames that are being written
/// (run::kBytesOfOtherFrames at most).
double host_bytes(const methods::Problem& problem, const HostUse& use);

/// Why the run does not fit into usable_memory(), with the frames that are written at a time and
/// the largest mesh that fits; empty if it does.
std::string reason_against_memory(const methods::Problem& problem, const HostUse& use);

/// Throws Error(no_device) with that reason.
void require_host_memory(const methods::Problem& problem, const HostUse& use);

}  // namespace slipflow::app
