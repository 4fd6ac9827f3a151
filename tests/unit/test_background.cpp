// Threads that write results: order, bounds and failures of their tasks.
#include <doctest/doctest.h>

#include <atomic>
#include <csignal>
#include <future>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "slipflow/support/background.hpp"

namespace slipflow {

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

TEST_CASE("no more tasks are unfinished than there may be") {
  Background background(2);
  std::atomic<int> unfinished = 0, most = 0;
  for (int k = 0; k < 20; ++k) {
    background.wait_for_room();
    most = std::max<int>(most, ++unfinished);
    background.add([&]() -> Background::Rest { return [&] { --unfinished; }; });
  }
  background.finish();
  CHECK(unfinished == 0);
  CHECK(most <= 2);
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

}  // namespace slipflow
