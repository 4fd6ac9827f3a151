// Work that threads of their own do, in the order in which it is handed over.
#pragma once

#include <chrono>
#include <concepts>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace slipflow {

/// Threads for the results of a run. A task returns the rest of its work in parts: tasks themselves
/// are run one after the other, in their order, the parts of one or several tasks at the same time.
/// After a failure no other task is begun. The threads receive no signals but those of their own
/// faults. Where the system refuses threads, add() does the work itself.
class Background {
 public:
  using Part = std::function<void()>;
  /// Nothing, one part, or several, which may run in any order.
  struct Rest {
    std::vector<Part> parts{};

    Rest() = default;
    template <class OnePart>
    requires std::convertible_to<OnePart, Part> Rest(OnePart part) : parts{std::move(part)} {}
    explicit Rest(std::vector<Part> all) : parts(std::move(all)) {}
    /// Runs all parts, one after the other.
    void operator()() const {
      for (const Part& part : parts) part();
    }
  };
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
  // A part of a task that was handed over then, of whose parts as many are not done.
  struct HandedPart {
    Part part;
    Clock::time_point at;
    std::shared_ptr<std::size_t> left;
  };

  using HandedParts = std::list<HandedPart>;

  void start_threads();
  void work();
  // Do the first one, with `lock` on the mutex; without it while they run.
  void do_task(std::unique_lock<std::mutex>& lock);
  void do_part(std::unique_lock<std::mutex>& lock);
  // Runs the task, without the lock.
  static HandedParts parts_of(const Handed& handed);
  void end_task(Clock::time_point begin);
  void keep_failure();

  const std::size_t most_, most_threads_;
  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  std::deque<Handed> waiting_;
  HandedParts parts_;
  bool in_task_ = false;  // a thread runs a task, not its rest
  std::size_t unfinished_ = 0;
  double slowest_ = 0;
  std::exception_ptr failure_;
  bool ends_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace slipflow
