#include "slipflow/opencl/wait.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace slipflow::opencl {

namespace {
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::nanoseconds kShortest = 5us, kLongest = 1ms;
// The poll interval is this part, 1/32, of the time waited so far; the end of the command may be
// noticed that much too late.
constexpr int kPart = 32;
// Within this time of the expected end it polls without sleep: operating systems wake a thread some
// 50 us late.
constexpr std::chrono::nanoseconds kWithoutSleep = 50us;
// A pause between two polls that is longer than any sleep of ours is one of the whole program, as
// by Ctrl-Z, and counts as this.
constexpr std::chrono::duration<double> kLongestCounted{1};
constexpr const char* kUsersLimit = "run.device_timeout";

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

using Seconds = std::chrono::duration<double>;

Seconds wait_limit{0};
GiveUp give_up;
std::string limit_of = kUsersLimit;

bool is_done(const cl::Event& event) {
  return event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() <= CL_COMPLETE;  // below: it failed
}
}  // namespace

void Patience::require() {
  const auto now = Clock::now();
  waited_ += std::min<Seconds>(now - last_, kLongestCounted);
  last_ = now;
  if (wait_limit <= Seconds{0} || waited_ <= wait_limit) return;
  give_up(
      {ExitStatus::no_device, fmt::format("the device has not finished a command within {:.6g} s "
                                          "({}): it hangs, was lost, or needs more time",
                                          wait_limit.count(), limit_of)});
}

void wait_asleep(const cl::Event& event, std::chrono::nanoseconds expected) {
  const ExactSleep exact;
  const auto begin = Clock::now();
  Patience patience;
  while (!is_done(event)) {
    patience.require();
    const std::chrono::nanoseconds waited = Clock::now() - begin;
    const std::chrono::nanoseconds left = expected - waited;
    if (left < kWithoutSleep && -left < kWithoutSleep) {
      std::this_thread::yield();
      continue;
    }
    const auto sleep = std::max(waited / kPart, left * 3 / 4);
    std::this_thread::sleep_for(std::clamp(sleep, kShortest, kLongest));
  }
  event.wait();  // returns at once; only this makes what the command wrote visible
}

void transfer_asleep(const cl::CommandQueue& queue,
                     const std::function<void(cl::Event*)>& enqueue) {
  cl::Event before, done;
  queue.enqueueMarkerWithWaitList(nullptr, &before);
  queue.flush();
  wait_asleep(before, {});
  enqueue(&done);
  try {
    queue.flush();
    wait_asleep(done, {});
  } catch (...) {
    // The caller frees the memory on the host, which the device may still write: it ends first.
    if (done() != nullptr) clWaitForEvents(1, &done());
    throw;
  }
}

WaitLimit::WaitLimit(Seconds limit, GiveUp then)
    : limit_before_(std::exchange(wait_limit, limit)),
      give_up_before_(std::exchange(give_up, std::move(then))),
      of_what_before_(std::exchange(limit_of, kUsersLimit)) {}

WaitLimit::WaitLimit(Seconds limit, std::string of_what)
    : limit_before_(std::exchange(wait_limit, give_up ? limit : Seconds{0})),
      give_up_before_(give_up),
      of_what_before_(std::exchange(limit_of, std::move(of_what))) {}

WaitLimit::~WaitLimit() {
  wait_limit = limit_before_;
  give_up = std::move(give_up_before_);
  limit_of = std::move(of_what_before_);
}

}  // namespace slipflow::opencl
