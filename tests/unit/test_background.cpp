// Threads that write results: order, bounds and failures of their tasks.
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <future>
#include <latch>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "slipflow/support/background.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::test_background {

TEST_CASE("tasks run in their order, their rests at the same time") {
  Background background(3);
  std::vector<int> begun;  // by tasks, one after the other
  std::promise<void> last_rest;
  const auto last_rest_begins = last_rest.get_future().share();
  for (int k = 0; k < 3; ++k) {
    background.wait_for_room();
    background.add([&, k]() -> Background::Rest {
      begun.push_back(k);
      return [&, k] {
        if (k == 2) last_rest.set_value();
        last_rest_begins.wait();  // the first two would wait for ever if they were alone
      };
    });
  }
  background.finish();
  CHECK(begun == std::vector<int>{0, 1, 2});
}

TEST_CASE("the parts of a task run at the same time, and the next task waits for none of them") {
  Background background(2, 3);
  std::promise<void> next_task;
  const auto next_task_runs = next_task.get_future().share();
  std::latch both(2);
  std::atomic<int> done = 0;
  background.add([&] {
    std::vector<Background::Part> parts;
    for (int k = 0; k < 2; ++k)
      parts.emplace_back([&] {
        both.arrive_and_wait();
        next_task_runs.wait();
        ++done;
      });
    return Background::Rest(std::move(parts));
  });
  background.add([&]() -> Background::Rest {
    next_task.set_value();
    return {};
  });
  background.finish();
  CHECK(done == 2);
}

TEST_CASE("a task waits until fewer tasks than there may be are unfinished") {
  Background background(2);
  std::promise<void> end;
  const auto ends = end.get_future().share();
  for (int k = 0; k < 2; ++k) {
    background.wait_for_room();
    background.add([&]() -> Background::Rest { return [&] { ends.wait(); }; });
  }
  auto room = std::async(std::launch::async, [&] { background.wait_for_room(); });
  CHECK(room.wait_for(std::chrono::milliseconds(50)) == std::future_status::timeout);
  end.set_value();
  room.get();
  background.finish();
  CHECK(background.slowest() > 0.05);
}

TEST_CASE("without threads tasks and their rests run where they are added") {
  std::vector<int> done;
  Background background(2, 0);
  for (int k = 0; k < 3; ++k) {
    background.wait_for_room();
    background.add([&, k]() -> Background::Rest {
      done.push_back(k);
      return [&, k] { done.push_back(10 + k); };
    });
  }
  background.finish();
  CHECK(done == std::vector<int>{0, 10, 1, 11, 2, 12});
  const auto fail = []() -> Background::Rest { throw std::runtime_error("the disk is full"); };
  CHECK_THROWS_WITH(background.add(fail), "the disk is full");
  CHECK_THROWS_WITH(background.finish(), "the disk is full");
}

TEST_CASE("after a failure no task begins, and the failure is thrown") {
  for (const bool in_rest : {false, true}) {
    CAPTURE(in_rest);
    int later = 0;
    Background background(1);
    background.add([&]() -> Background::Rest {
      const auto fail = [] { throw std::runtime_error("the disk is full"); };
      if (!in_rest) fail();
      return fail;
    });
    CHECK_THROWS_WITH(background.wait_for_room(), "the disk is full");
    CHECK_THROWS_WITH(background.throw_failure(), "the disk is full");
    background.add([&]() -> Background::Rest {
      ++later;
      return {};
    });
    CHECK_THROWS_WITH(background.finish(), "the disk is full");
    CHECK(later == 0);
  }
}

TEST_CASE("the end waits for all tasks") {
  int done = 0;
  {
    Background background(4);
    for (int k = 0; k < 4; ++k)
      background.add([&]() -> Background::Rest {
        ++done;
        return {};
      });
  }
  CHECK(done == 4);
}

TEST_CASE(
    "code that survives no exception ends the program for want of memory, with several threads") {
  CHECK((std::get_new_handler() == nullptr));
  {
    const EndsOutOfMemory outer;
    std::thread([] {
      const EndsOutOfMemory inner;
      CHECK((std::get_new_handler() == end_out_of_memory));
    }).join();
    CHECK((std::get_new_handler() == end_out_of_memory));
  }
  CHECK((std::get_new_handler() == nullptr));
}

TEST_CASE("the threads of tasks receive no signals") {
  Background background(1);
  bool blocked = false;
  background.add([&]() -> Background::Rest {
    sigset_t mask;
    ::pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    blocked = ::sigismember(&mask, SIGTERM) == 1 && ::sigismember(&mask, SIGINT) == 1;
    return {};
  });
  background.finish();
  CHECK(blocked);
}

}  // namespace slipflow::test_background
