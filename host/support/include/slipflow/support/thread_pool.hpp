// Threads that work on one job together, for loops that take microseconds.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace slipflow {

/// A fixed number of threads, of which the caller of run() is one. They take tasks from a counter,
/// so those that are late, as they have lost their processor, take fewer, and nobody waits for one
/// without a task. They spin for some microseconds before they sleep, so a round costs little to
/// begin. The other threads receive no signals but those of their own faults.
class ThreadPool {
 public:
  using Task = std::function<void(int task, int rank)>;

  /// Fewer threads where the system refuses some.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return static_cast<int>(others_.size()) + 1; }
  /// Does the tasks 0 to tasks - 1 in any order. `rank`: of the thread, from 0, the caller's.
  /// Neither may throw.
  void run(int tasks, const Task& task) {
    run_rounds(tasks, task, [] { return false; });
  }
  /// Round after round of the tasks. The thread that has done the last task of a round calls
  /// `again` before the next one; the last round is that after which it returns false.
  void run_rounds(int tasks, const Task& task, const std::function<bool()>& again);

 private:
  // In a cache line of its own.
  template <class Value>
  struct alignas(64) Shared {
    std::atomic<Value> value{0};
  };

  void work(int rank);
  void take_tasks(int rank);
  void begin_round();
  void wait_for_change(unsigned seen) const;
  void announce_change();

  // The tasks of a round, and how many of them are taken, in one number: a thread that is late
  // takes a task of the round there is now or none.
  Shared<std::uint64_t> tickets_;
  Shared<int> done_;          // tasks of the round
  Shared<unsigned> changes_;  // of all this, so far
  std::atomic<bool> runs_ = false, ends_ = false;
  int tasks_ = 0;
  const Task* task_ = nullptr;
  const std::function<bool()>* again_ = nullptr;
  std::vector<std::thread> others_;
};

}  // namespace slipflow
