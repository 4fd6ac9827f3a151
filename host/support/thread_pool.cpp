#include "slipflow/support/thread_pool.hpp"

#include <algorithm>
#include <system_error>

#include "blocked_signals.hpp"

namespace slipflow {

namespace {
// Rounds of waiting before a thread sleeps: some ten microseconds, about what waking it up costs.
// With more, a thread that waits for one which has lost its processor takes one from another.
constexpr int kRoundsBeforeSleep = 1000;

void pause_processor() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

ThreadPool::ThreadPool(int threads) {
  const BlockedSignals blocked;  // they are for the run's own thread
  try {
    others_.reserve(static_cast<std::size_t>(std::max(threads - 1, 0)));
    // threads() counts those that exist, so none may run a job before all do; run() begins jobs.
    while (this->threads() < threads) {
      const int rank = this->threads();
      others_.emplace_back([this, rank] { work(rank); });
    }
  } catch (const std::system_error&) {  // fewer of them do
  }
}

ThreadPool::~ThreadPool() {
  job_ = nullptr;
  announce(jobs_.value);
  for (auto& thread : others_) thread.join();
}

void ThreadPool::run(const std::function<void(int rank)>& job) {
  job_ = &job;
  announce(jobs_.value);
  job(0);
  meet([] {});
}

void ThreadPool::work(int rank) {
  for (unsigned done = 0;; ++done) {
    wait_while(jobs_.value, done);
    if (!job_) return;
    (*job_)(rank);
    meet([] {});
  }
}

void ThreadPool::wait_while(const std::atomic<unsigned>& number, unsigned old) {
  for (int k = 0; k < kRoundsBeforeSleep; ++k) {
    if (number.load(std::memory_order_acquire) != old) return;
    pause_processor();
  }
  number.wait(old, std::memory_order_acquire);
}

void ThreadPool::announce(std::atomic<unsigned>& number) {
  number.fetch_add(1, std::memory_order_release);
  number.notify_all();
}

}  // namespace slipflow
