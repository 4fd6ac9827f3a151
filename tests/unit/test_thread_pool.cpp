// Threads that work on one job together, and how many there are by default.
#include <doctest/doctest.h>

#include <numeric>
#include <vector>

#include "slipflow/support/machine.hpp"
#include "slipflow/support/thread_pool.hpp"

namespace test_thread_pool {

using slipflow::ThreadPool;
using slipflow::usable_processors;

TEST_CASE("each task of a round is done once, all of them before the next round begins") {
  for (const int threads : {1, 2, 5}) {
    CAPTURE(threads);
    ThreadPool pool(threads, 40);
    REQUIRE(pool.threads() == threads);
    for (const int tasks : {1, 3, 40}) {
      CAPTURE(tasks);
      constexpr int rounds = 200;
      std::vector<int> done(static_cast<std::size_t>(tasks));
      int ended = 0, torn = 0, strangers = 0;
      pool.run_rounds(
          tasks,
          [&](int task, int rank) {
            ++done[static_cast<std::size_t>(task)];
            if (rank < 0 || rank >= threads) ++strangers;
          },
          [&] {
            ++ended;
            for (const int count : done) torn += count != ended;
            return ended < rounds;
          });
      CHECK(ended == rounds);
      CHECK(torn == 0);
      CHECK(strangers == 0);
      pool.run(tasks, [&](int task, int) { --done[static_cast<std::size_t>(task)]; });
      CHECK(std::accumulate(done.begin(), done.end(), 0) == tasks * (rounds - 1));
    }
  }
}

TEST_CASE("processes of a machine share its processors") {
  const int all = usable_processors();
  CHECK(all >= 1);
  CHECK(usable_processors(1) == all);
  CHECK(usable_processors(2) <= all);
  CHECK(usable_processors(1 << 20) == 1);
}

}  // namespace test_thread_pool
