#include "slipflow/support/background.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "blocked_signals.hpp"

namespace slipflow {

Background::Background(std::size_t tasks) : Background(tasks, tasks) {}

Background::Background(std::size_t tasks, std::size_t threads)
    : most_(tasks), most_threads_(threads) {}

Background::~Background() {
  {
    std::unique_lock lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  for (auto& thread : threads_) thread.join();
}

void Background::start_threads() {
  const BlockedSignals blocked;  // they are for the run's own thread
  try {
    threads_.reserve(most_threads_);
    while (threads_.size() < most_threads_) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {  // fewer of them do
  }
}

void Background::wait_for_room() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return unfinished_ < most_; });
  lock.unlock();
  throw_failure();
}

void Background::add(Task task) {
  if (threads_.empty()) start_threads();
  {
    const std::unique_lock lock(mutex_);
    waiting_.push_back({std::move(task), Clock::now()});
    ++unfinished_;
  }
  changed_.notify_all();
  if (!threads_.empty()) return;
  std::unique_lock order(order_);
  Handed next = std::move(waiting_.front());
  waiting_.clear();
  do_task(std::move(next), order);
  throw_failure();
}

void Background::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return unfinished_ == 0; });
  lock.unlock();
  throw_failure();
}

void Background::throw_failure() {
  const std::unique_lock lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
}

// The thread that takes a task holds `order_`, so no other task begins until this one has run.
void Background::work() {
  while (true) {
    std::unique_lock order(order_);
    Handed task;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return ends_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      task = std::move(waiting_.front());
      waiting_.pop_front();
    }
    do_task(std::move(task), order);
  }
}

void Background::do_task(Handed handed, std::unique_lock<std::mutex>& order) {
  try {
    const Rest rest = has_failed() ? Rest{} : handed.task();
    order.unlock();
    if (rest) rest();
  } catch (...) {
    keep_failure();
  }
  handed.task = nullptr;  // its memory counts as used until then
  {
    const std::unique_lock lock(mutex_);
    --unfinished_;
    const std::chrono::duration<double> taken = Clock::now() - handed.at;
    slowest_ = std::max(slowest_, taken.count());
  }
  changed_.notify_all();
}

double Background::slowest() {
  const std::unique_lock lock(mutex_);
  return slowest_;
}

void Background::keep_failure() {
  const std::unique_lock lock(mutex_);
  if (!failure_) failure_ = std::current_exception();
}

bool Background::has_failed() {
  const std::unique_lock lock(mutex_);
  return failure_ != nullptr;
}

}  // namespace slipflow
