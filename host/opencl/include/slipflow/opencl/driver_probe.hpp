// Whether the OpenCL drivers of this machine can be loaded.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "slipflow/support/private_folder.hpp"

namespace slipflow::opencl {

/// The argument with which the program calls answer_probe() and does nothing else.
inline constexpr const char* kProbeArgument = "probe-opencl-drivers";

/// Loads all drivers and lists their devices, in a process that may crash doing so.
int answer_probe();

/// A driver file that is damaged crashes the OpenCL loader, or makes it wait for ever, before the
/// program can print anything. This loads the drivers in a child process first, once for each state
/// of the driver files, and leaves out those that cannot be loaded. It must live from before the
/// first OpenCL call until after the last.
class DriverProbe {
 public:
  using Warn = std::function<void(const std::string&)>;

  /// `program` is started with kProbeArgument. `warn` is told of each file that is left out. Throws
  /// Error(no_device) when the drivers crash together but no single file does.
  DriverProbe(const std::filesystem::path& program, const Warn& warn);

 private:
  void leave_out_bad_files(const std::filesystem::path& program, const Warn& warn);

  std::optional<PrivateFolder> good_;  // links to the files that can be loaded
};

}  // namespace slipflow::opencl
