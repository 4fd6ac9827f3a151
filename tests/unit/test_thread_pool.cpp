// Threads that work on one job together, and how many there are by default.
#include <doctest/doctest.h>

#include <numeric>
#include <vector>

#include "slipflow/support/processors.hpp"
#include "slipflow/support/thread_pool.hpp"

using slipflow::ThreadPool;
using slipflow::usable_processors;

TEST_CASE("a job is done once by every thread, and meetings keep the threads together") {
  for (const int threads : {1, 2, 5}) {
    CAPTURE(threads);
    ThreadPool pool(threads);
    REQUIRE(pool.threads() == threads);
    for (int job = 0; job < 3; ++job) {
      constexpr int rounds = 200;
      std::vector<int> done(static_cast<std::size_t>(threads));
      int last_ones = 0, torn = 0;
      pool.run([&](int rank) {
        for (int round = 1; round <= rounds; ++round) {
          ++done[static_cast<std::size_t>(rank)];
          pool.meet([&] {
            ++last_ones;
            torn += std::accumulate(done.begin(), done.end(), 0) != round * threads;
          });
        }
      });
      CHECK(last_ones == rounds);
      CHECK(torn == 0);
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
