#include "slipflow/support/thread_pool.hpp"

#include <algorithm>
#include <system_error>

#include "blocked_signals.hpp"

namespace slipflow {

namespace {
// Rounds of waiting before a thread sleeps: some ten microseconds, about what waking it up costs.
// With more, a thread that waits for one which has lost its processor takes one from another.
constexpr int kRoundsBeforeSleep = 1000;

// The lower bits of a round have its tasks, the others its number, which grows.
constexpr int kTaskBits = 24;
constexpr std::uint64_t kTaskMask = (std::uint64_t{1} << kTaskBits) - 1;

void pause_processor() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

ThreadPool::ThreadPool(int threads, int most_tasks)
    : taken_in_(static_cast<std::size_t>(most_tasks)) {
  const BlockedSignals blocked;  // they are for the run's own thread
  try {
    others_.reserve(static_cast<std::size_t>(std::max(threads - 1, 0)));
    while (this->threads() < threads) {
      const int rank = this->threads();
      others_.emplace_back([this, rank] { work(rank); });
    }
  } catch (const std::system_error&) {  // fewer of them do
  }
}

ThreadPool::~ThreadPool() {
  ends_ = true;
  announce_change();
  for (auto& thread : others_) thread.join();
}

void ThreadPool::run_rounds(int tasks, const Task& task, const std::function<bool()>& again) {
  if (tasks <= 0) return;
  tasks_ = tasks;
  task_ = &task;
  again_ = &again;
  runs_.store(true, std::memory_order_relaxed);
  begin_round();
  for (;;) {
    const unsigned seen = changes_.value.load(std::memory_order_acquire);
    take_tasks(0);
    if (!runs_.load(std::memory_order_acquire)) return;
    wait_for_change(seen);
  }
}

void ThreadPool::begin_round() {
  done_.value.store(0, std::memory_order_relaxed);
  const std::uint64_t number = (round_.value.load(std::memory_order_relaxed) >> kTaskBits) + 1;
  round_.value.store(number << kTaskBits | static_cast<std::uint64_t>(tasks_),
                     std::memory_order_release);
  announce_change();
}

void ThreadPool::work(int rank) {
  for (;;) {
    const unsigned seen = changes_.value.load(std::memory_order_acquire);
    if (ends_) return;
    take_tasks(rank);
    wait_for_change(seen);
  }
}

// Whether this thread has the task. One that comes from an earlier round finds that it was taken in
// that round or later.
bool ThreadPool::take(int task, std::uint64_t round) {
  auto& taken_in = taken_in_[static_cast<std::size_t>(task)].value;
  std::uint64_t last = taken_in.load(std::memory_order_relaxed);
  return last < round && taken_in.compare_exchange_strong(last, round, std::memory_order_acq_rel);
}

// A round does not end before a task of it that has been taken is done. So the thread that has
// taken one may read what the round needs; another one may not, as it may belong to another round.
void ThreadPool::take_tasks(int rank) {
  const std::uint64_t round = round_.value.load(std::memory_order_acquire);
  const int tasks = static_cast<int>(round & kTaskMask);
  if (tasks == 0) return;  // the first round has not begun
  const int first = static_cast<int>(static_cast<std::int64_t>(tasks) * rank / threads());
  for (int k = 0; k < tasks; ++k) {
    const int number = (first + k) % tasks;
    if (!take(number, round >> kTaskBits)) continue;
    (*task_)(number, rank);
    if (done_.value.fetch_add(1, std::memory_order_acq_rel) + 1 < tasks) continue;
    if ((*again_)()) {
      begin_round();
    } else {
      runs_.store(false, std::memory_order_release);
      announce_change();
    }
    return;
  }
}

void ThreadPool::wait_for_change(unsigned seen) const {
  for (int k = 0; k < kRoundsBeforeSleep; ++k) {
    if (changes_.value.load(std::memory_order_acquire) != seen) return;
    pause_processor();
  }
  changes_.value.wait(seen, std::memory_order_acquire);
}

void ThreadPool::announce_change() {
  changes_.value.fetch_add(1, std::memory_order_release);
  changes_.value.notify_all();
}

}  // namespace slipflow
