// The host sleeps while it waits for a device.
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <thread>

#include "slipflow/opencl/program.hpp"
#include "slipflow/opencl/wait.hpp"

namespace slipflow::opencl::test_wait {

namespace {
using namespace std::chrono_literals;

std::chrono::microseconds processor_time_of_thread() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  const auto time = [](const timeval& t) {
    return std::chrono::seconds(t.tv_sec) + std::chrono::microseconds(t.tv_usec);
  };
  return time(usage.ru_utime) + time(usage.ru_stime);
}

// Waits for an event that another thread ends after `duration` with `status`.
void wait_for_event(std::chrono::milliseconds duration, std::chrono::milliseconds expected,
                    cl_int status) {
  const Queue queue(choose_device("auto"));
  cl::UserEvent event(queue.context);
  std::thread other([&] {
    std::this_thread::sleep_for(duration);
    event.setStatus(status);
  });
  try {
    wait_asleep(event, expected);
  } catch (...) {
    other.join();
    throw;
  }
  CHECK(event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() == CL_COMPLETE);
  other.join();
}
}  // namespace

TEST_CASE("waiting takes little of a core, and does not end before the command" *
          doctest::test_suite("opencl")) {
  wait_for_event(0ms, 0ms, CL_COMPLETE);  // once, as the driver does some work only the first time
  for (const auto expected : {0ms, 100ms, 200ms}) {
    CAPTURE(expected.count());
    const auto before = processor_time_of_thread();
    const auto begin = std::chrono::steady_clock::now();
    wait_for_event(200ms, expected, CL_COMPLETE);
    CHECK(std::chrono::steady_clock::now() - begin >= 200ms);
    CHECK(processor_time_of_thread() - before < 40ms);
  }
}

TEST_CASE("an expectation that is too long delays no more than itself" *
          doctest::test_suite("opencl")) {
  const auto begin = std::chrono::steady_clock::now();
  wait_for_event(0ms, 1000ms, CL_COMPLETE);
  CHECK(std::chrono::steady_clock::now() - begin < 2s);
}

TEST_CASE("a command that failed is not taken for one that is done" *
          doctest::test_suite("opencl")) {
  CHECK_THROWS_AS(wait_for_event(10ms, 0ms, -9999), cl::Error);
}

TEST_CASE("promise 21: a command that does not end within the limit is given up, others are not" *
          doctest::test_suite("opencl")) {
  const auto give_up = [](const Error& error) { throw error; };
  {
    const WaitLimit limit(50ms, give_up);
    CHECK_NOTHROW(wait_for_event(1ms, 0ms, CL_COMPLETE));
    CHECK_THROWS_WITH_AS(wait_for_event(2000ms, 1000ms, CL_COMPLETE),
                         "the device has not finished a command within 0.05 s "
                         "(run.device_timeout): it hangs, was lost, or needs more time",
                         Error);
    {
      const WaitLimit shorter(20ms, "of a test");
      CHECK_THROWS_WITH_AS(wait_for_event(2000ms, 1000ms, CL_COMPLETE),
                           "the device has not finished a command within 0.02 s (of a test): it "
                           "hangs, was lost, or needs more time",
                           Error);
    }
    CHECK_NOTHROW(wait_for_event(30ms, 0ms, CL_COMPLETE));
    const WaitLimit none(0s, give_up);
    CHECK_NOTHROW(wait_for_event(100ms, 0ms, CL_COMPLETE));
  }
  CHECK_NOTHROW(wait_for_event(100ms, 0ms, CL_COMPLETE));  // the limit has ended with its scope
  const WaitLimit nothing_to_do(1ms, "of a test");
  CHECK_NOTHROW(wait_for_event(100ms, 0ms, CL_COMPLETE));
}

}  // namespace slipflow::opencl::test_wait
