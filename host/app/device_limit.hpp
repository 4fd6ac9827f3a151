// The end of a run whose device hangs or is lost.
#pragma once

#include <filesystem>
#include <functional>

#include "slipflow/opencl/wait.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::app {

/// Limits every wait for the device by so many seconds, run.device_timeout. Beyond them `prepare`
/// does what must be done before the program ends, and returns the error to report. Then the
/// program ends at once, without a destructor: this is the only place from which it leaves so.
class DeviceLimit {
 public:
  explicit DeviceLimit(double seconds);
  DeviceLimit(double seconds, std::function<Error(const Error&)> prepare);

 private:
  opencl::WaitLimit limit_;
};

/// The error of a device with the checkpoint that a run can be resumed from; empty for none.
Error with_checkpoint(const Error& error, const std::filesystem::path& newest);

}  // namespace slipflow::app
