// Threads that work on one job together, for loops that take microseconds.
#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

namespace slipflow {

/// A fixed number of threads, of which the caller of run() is one. They spin for some microseconds
/// before they sleep, so a job costs little to begin. The other threads receive no signals but
/// those of their own faults.
class ThreadPool {
 public:
  /// Fewer threads where the system refuses some.
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return static_cast<int>(others_.size()) + 1; }
  /// Calls job(rank) in every thread, with ranks from 0, the caller's, and returns when all have
  /// returned. A job must not throw.
  void run(const std::function<void(int rank)>& job);
  /// Within a job: waits for all threads. The last one to come calls `last` before they continue.
  template <class Last>
  void meet(const Last& last) {
    const unsigned meeting = meetings_.value.load(std::memory_order_acquire);
    if (arrived_.value.fetch_add(1, std::memory_order_acq_rel) + 1 < threads()) {
      wait_while(meetings_.value, meeting);
      return;
    }
    last();
    arrived_.value.store(0, std::memory_order_relaxed);
    announce(meetings_.value);
  }

 private:
  // In a cache line of its own.
  template <class Value>
  struct alignas(64) Shared {
    std::atomic<Value> value{0};
  };

  void work(int rank);
  static void wait_while(const std::atomic<unsigned>& number, unsigned old);
  static void announce(std::atomic<unsigned>& number);

  Shared<unsigned> jobs_;                               // so far
  Shared<unsigned> meetings_;                           // so far
  Shared<int> arrived_;                                 // at the next meeting
  const std::function<void(int rank)>* job_ = nullptr;  // null: the threads end
  std::vector<std::thread> others_;
};

}  // namespace slipflow
