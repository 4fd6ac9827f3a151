// What has to happen before the first OpenCL call, and the end of a run whose device hangs.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "slipflow/opencl/wait.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::app {

/// The file of this program, which probes the drivers and which commands start again; run_program()
/// sets it. While it is empty, drivers are not probed.
std::filesystem::path& program_file();

/// Gives PoCL a cache that is safe (PoclCache) and leaves out drivers that cannot be loaded
/// (DriverProbe). Every command calls it before it asks for devices; only the first call of a
/// process does anything.
void start_opencl(const std::function<void(const std::string&)>& warn);

/// Limits every wait for the device to `seconds`, run.device_timeout. When they have passed,
/// `prepare` does what must be done before the program ends and returns the error to report. Then
/// the program ends at once, without calling destructors: no other place ends it in this way.
class DeviceLimit {
 public:
  explicit DeviceLimit(double seconds);
  DeviceLimit(double seconds, std::function<Error(const Error&)> prepare);

 private:
  opencl::WaitLimit limit_;
};

/// The error, with the checkpoint that the run can be resumed from unless `newest` is empty.
Error with_checkpoint(const Error& error, const std::filesystem::path& newest);

}  // namespace slipflow::app
