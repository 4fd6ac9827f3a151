// Work that threads of their own do, in the order in which it is handed over.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace slipflow {

/// Threads for the results of a run. A task returns the rest of its work: tasks themselves are run
/// one after the other, in their order, the rests of several tasks at the same time. After a
/// failure no other task is begun. The threads receive no signals but those of their own faults.
/// Where the system refuses threads, add() does the work itself.
class Background {
 public:
  using Rest = std::function<void()>;
  using Task = std::function<Rest()>;

  /// At most `tasks` are unfinished at any time, on as many threads.
  explicit Background(std::size_t tasks);
  Background(std::size_t tasks, std::size_t threads);
  /// Waits for all tasks. A failure that nobody has asked for is lost.
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  /// Waits until there is room for another task: what a task needs is best made after it. Throws
  /// the first failure of a task.
  void wait_for_room();
  /// Hands over a task, after wait_for_room().
  void add(Task task);
  /// Waits for all tasks. Throws the first failure of a task.
  void finish();
  /// Throws the first failure of a task, if there is one yet; does not wait.
  void throw_failure();
  /// The longest time in seconds from add() to the end of a task and its rest, so far.
  double slowest();

 private:
  using Clock = std::chrono::steady_clock;
  struct Handed {
    Task task;
    Clock::time_point at;
  };

  void start_threads();
  void work();
  void do_task(Handed handed, std::unique_lock<std::mutex>& order);
  void keep_failure();
  bool has_failed();

  const std::size_t most_, most_threads_;
  std::mutex order_;  // of the thread that runs a task, without its rest
  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  std::deque<Handed> waiting_;
  std::size_t unfinished_ = 0;
  double slowest_ = 0;
  std::exception_ptr failure_;
  bool ends_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace slipflow
