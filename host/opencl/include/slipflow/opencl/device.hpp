// The OpenCL devices of this machine and the choice among them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "slipflow/opencl/opencl.hpp"

namespace slipflow::opencl {

/// Bytes of local memory that every usable device has.
constexpr double kSmallestLocalMemory = 20 * 1024;

/// One OpenCL device and its properties.
struct Device {
  int index = 0;  ///< in the list of all devices
  cl::Device handle;
  std::string platform;
  std::string platform_short;  ///< as its driver calls itself in cl_khr_icd: "POCL", "NV"
  std::string name;
  std::string driver;
  std::string version;
  bool gpu = false;
  bool cpu = false;
  bool double_precision = false;
  /// Divisions and roots of floats can be had correctly rounded, and subnormal floats are kept.
  bool exact_single = false;
  double memory = 0;          ///< bytes
  double largest_buffer = 0;  ///< bytes
  double local_memory = 0;    ///< bytes per work-group
  int compute_units = 0;
  int largest_work_group = 0;

  /// Why slipflow cannot run a case on it, one that needs doubles or one that does not; empty when
  /// it can.
  std::string unusable(bool needs_double = true) const;
};

/// Every device of every platform, in the order of the OpenCL loader; empty when there is none.
std::vector<Device> list_devices();

/// The devices of which `part` is in the name, or in that of their platform, also the short one;
/// small and capital letters are the same.
std::vector<Device> devices_called(const std::vector<Device>& devices, const std::string& part);

/// The device `wanted` names: "auto" (GPUs first, then the most compute units), an index of
/// list_devices(), or part of the name of a device or a platform, also of the short one. Throws
/// Error(bad_input) when it is ambiguous or matches none, listing the candidates, and
/// Error(no_device) when none is usable.
Device choose_device(const std::string& wanted, bool needs_double = true);

/// The same among given devices, for tests.
Device choose_device(const std::vector<Device>& devices, const std::string& wanted,
                     bool needs_double = true);

// Whether a case fits into the memory of a device.

/// Bytes of device memory that a case needs.
struct MemoryNeed {
  double all = 0;
  double largest_array = 0;
};

/// Throws Error(no_device) unless the case fits; the message names the largest mesh of its shape
/// that does. `need(part)` and `mesh(part)`: the need and, as text ("20 x 10"), the mesh
/// of the case with that part of its cells along each axis.
void check_fits(const Device& device, const std::function<MemoryNeed(double part)>& need,
                const std::function<std::string(double part)>& mesh);

}  // namespace slipflow::opencl
