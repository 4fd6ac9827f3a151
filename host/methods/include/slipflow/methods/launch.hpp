// How the kernels of a problem are built and launched, and what came of it.
#pragma once

#include <string>

#include "slipflow/setup/controls.hpp"

namespace slipflow::opencl {
struct Device;
}

namespace slipflow::methods {

/// How to build and launch the kernels of a problem; zeros are chosen for the device.
struct Launch {
  bool parity = false;  ///< contraction off: the same bits as the serial reference
  setup::KernelSet kernels = setup::KernelSet::automatic;
  int work_group_size = 0;  ///< a power of two from 8 to 1024; plain: columns per sub-domain
  int rows = 0;             ///< rows per sub-domain
  /// Without, only upload, download, begin_step and iterate work: a quicker build.
  bool measures = true;
  int batch = 0;       ///< iterations queued at a time; 0: adapted to the run
  bool tuned = false;  ///< some of it was found by `slipflow tune`
  /// work_group_size may become a smaller one that the device can run the kernels in; else that is
  /// refused.
  bool may_shrink = false;
  bool exact_single = false;  ///< the device rounds divisions and roots of floats, if it is told to
};

/// What a simulation runs on, and how, for people and summaries.
struct BackendInfo {
  std::string name;    ///< "serial", "opencl"
  std::string device;  ///< for people
  std::string driver;
  std::string kernels;  ///< "fused", "plain", "-"
  int work_group_size = 0;
  int rows = 0;
  double bytes_allocated = 0;
  double build_seconds = 0;
  bool tuned = false;  ///< how it is launched was found by `slipflow tune`
  std::string note{};  ///< what a user should know of it, if anything
};

/// Throws Error(bad_input) unless the size is a power of two in that range.
void check_work_group_size(int size, int smallest, int largest, const opencl::Device& device);

/// Throws Error(bad_input) where the launch demands the bits of the serial reference and the device
/// has no such numbers.
void check_parity(setup::Precision precision, const Launch& launch, const opencl::Device& device);

}  // namespace slipflow::methods
