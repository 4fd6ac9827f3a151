// The end of a run whose device hangs or is lost.
#pragma once

#include <filesystem>
#include <functional>

#include "slipflow/opencl/wait.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::app {

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
