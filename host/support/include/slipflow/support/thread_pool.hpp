// Threads that work on one job together, for loops that take microseconds.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace slipflow {

/// A fixed number of threads, of which the caller of run() is one. Each begins with the same tasks
/// in every round, so that what these work on stays in its caches, and then takes those of others
/// that nobody has begun. So a thread that is late, as it has lost its processor, does fewer, and
/// nobody waits for one without a task. They spin for some microseconds before they sleep, so a
/// round costs little to begin. The other threads receive no signals but those of their own faults.
class ThreadPool {
 public:
  using Task = std::function<void(int task, int rank)>;

  /// Fewer threads where the system refuses some. `most_tasks`: of a round.
  ThreadPool(int threads, int most_tasks);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return static_cast<int>(others_.size()) + 1; }
  /// Does the tasks 0 to tasks - 1, at most `most_tasks`, in any order. `rank`: of the thread, from
  /// 0, the caller's. Neither may throw.
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
  bool take(int task, std::uint64_t round);
  void begin_round();
  void wait_for_change(unsigned seen) const;
  void announce_change();

  // The number of the round and that of its tasks in one, so that a thread which is late has both
  // of the same round.
  Shared<std::uint64_t> round_;
  // For each task, the last round in which it was taken.
  std::vector<Shared<std::uint64_t>> taken_in_;
  Shared<int> done_;          // tasks of the round
  Shared<unsigned> changes_;  // of all this, so far
  std::atomic<bool> runs_ = false, ends_ = false;
  int tasks_ = 0;
  const Task* task_ = nullptr;
  const std::function<bool()>* again_ = nullptr;
  std::vector<std::thread> others_;
};

}  // namespace slipflow
