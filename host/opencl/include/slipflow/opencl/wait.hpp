// Waiting for a device without keeping a core of the host busy.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "slipflow/opencl/opencl.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::opencl {

/// How long a command has been waited for; of those who poll one.
class Patience {
 public:
  /// Gives up by the WaitLimit below if the command has taken too long.
  void require();

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::chrono::duration<double> waited_{0};
};

/// Returns when the command of `event` is done. Some drivers turn a core at 100 % in
/// clWaitForEvents and clFinish; this asks after most of the rest of the `expected` time, then
/// at intervals that are a small part of the time waited so far, up to a millisecond; around the
/// expected time it does not sleep, as to wake up takes longer than a short command: the
/// expectation may be far too long, as after a command for which the driver compiled first. The
/// command must have been flushed. Throws cl::Error when it failed.
void wait_asleep(const cl::Event& event, std::chrono::nanoseconds expected);

/// Carries out a transfer: `enqueue` puts it into the queue, not blocking, and stores its event. A
/// driver may block all the same until the commands before it are done, so these are waited for
/// first.
void transfer_asleep(const cl::CommandQueue& queue, const std::function<void(cl::Event*)>& enqueue);

/// What is done when a command takes too long. It must not return, nor release what the device
/// uses: that would wait for the device too.
using GiveUp = std::function<void(const Error&)>;

/// As long as this exists, the functions above wait for a command at most `limit`, and then call
/// `give_up`. Time in which the program is stopped does not count. No limit at 0, as without this.
class WaitLimit {
 public:
  WaitLimit(std::chrono::duration<double> limit, GiveUp give_up);
  /// Another limit with the same `give_up`, for commands that should take far less. The error says
  /// that it is `of_what`. No limit where there is none now.
  WaitLimit(std::chrono::duration<double> limit, std::string of_what);
  ~WaitLimit();
  WaitLimit(const WaitLimit&) = delete;
  WaitLimit& operator=(const WaitLimit&) = delete;

 private:
  std::chrono::duration<double> limit_before_;
  GiveUp give_up_before_;
  std::string of_what_before_;
};

}  // namespace slipflow::opencl
