#include "slipflow/opencl/wait.hpp"

#include <algorithm>
#include <thread>

#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace slipflow::opencl {

namespace {
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::nanoseconds kShortest = 5us, kLongest = 1ms;
// The part of the time waited so far that is slept before the device is asked again: what the end of
// the command may be noticed too late.
constexpr int kPart = 32;

// Linux adds 50 us to every sleep of a thread unless it is told to be exact.
class ExactSleep {
 public:
#ifdef __linux__
  ExactSleep() : slack_(prctl(PR_GET_TIMERSLACK)) { prctl(PR_SET_TIMERSLACK, 1UL); }
  ~ExactSleep() {
    if (slack_ > 0) prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(slack_));
  }
  ExactSleep(const ExactSleep&) = delete;
  ExactSleep& operator=(const ExactSleep&) = delete;

 private:
  int slack_;
#endif
};

bool is_done(const cl::Event& event) {
  return event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() <= CL_COMPLETE;  // below: it failed
}
}  // namespace

void wait_asleep(const cl::Event& event, std::chrono::nanoseconds expected) {
  const ExactSleep exact;
  const auto begin = Clock::now();
  while (!is_done(event)) {
    const std::chrono::nanoseconds waited = Clock::now() - begin;
    const auto sleep = std::max(waited / kPart, (expected - waited) * 3 / 4);
    std::this_thread::sleep_for(std::clamp(sleep, kShortest, kLongest));
  }
  event.wait();  // returns at once; only this makes what the command wrote visible
}

}  // namespace slipflow::opencl
