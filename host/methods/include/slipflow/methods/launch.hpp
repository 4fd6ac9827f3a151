// How the kernels of a problem are built and launched, and the backend that runs them.
#pragma once

#include <string>

#include "slipflow/mesh/mesh.hpp"
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
  /// If false, only upload, download, begin_step and iterate work, and the build is quicker.
  bool diagnostics = true;
  int batch = 0;       ///< iterations queued at a time; 0: adapted to the run
  bool tuned = false;  ///< some values were found by `slipflow tune`
  /// A work_group_size too large for the kernels is reduced; if false, it is refused.
  bool may_shrink = false;
  bool exact_single = false;  ///< the device can round divisions and roots of floats correctly
};

/// The backend of a simulation, for people and summaries.
struct BackendInfo {
  std::string name;    ///< "serial", "opencl"
  std::string device;  ///< for people
  std::string driver;
  std::string kernels;  ///< "fused", "plain", "tiles", "-"
  int work_group_size = 0;
  int rows = 0;
  double bytes_allocated = 0;
  double build_seconds = 0;
  bool tuned = false;  ///< the launch was found by `slipflow tune`
  std::string note{};  ///< a note for the user, or empty
};

/// Work-items of the smallest work-group that a kernel is built for.
constexpr int kSmallestGroup = 8;

/// Throws Error(bad_input) unless the size is a power of two from smallest to largest.
void check_work_group_size(int size, int smallest, int largest, const opencl::Device& device);

/// Throws Error(bad_input) if the launch asks for parity in single precision and the device does
/// not round floats correctly.
void check_parity(setup::Precision precision, const Launch& launch, const opencl::Device& device);

/// Throws Error(no_device) unless the device has memory for a case on this mesh, whose arrays grow
/// with its cells: bytes of all of them and of the largest.
void check_fits(const opencl::Device& device, const mesh::Mesh& mesh, double all, double largest);

}  // namespace slipflow::methods
