#include "slipflow/support/background.hpp"

#include <csignal>
#include <system_error>
#include <utility>

namespace slipflow {

namespace {
/// Threads that begin while one of these exists receive no signals: the run's own thread has to.
class WithoutSignals {
 public:
  WithoutSignals() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~WithoutSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  WithoutSignals(const WithoutSignals&) = delete;
  WithoutSignals& operator=(const WithoutSignals&) = delete;

 private:
  sigset_t before_{};
};
}  // namespace

Background::Background(std::size_t tasks) : most_(tasks) {}

Background::~Background() {
  {
    std::unique_lock lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  for (auto& thread : threads_) thread.join();
}

void Background::start_threads() {
  const WithoutSignals without_signals;
  try {
    threads_.reserve(most_);
    while (threads_.size() < most_) threads_.emplace_back([this] { work(); });
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
    waiting_.push_back(std::move(task));
    ++unfinished_;
  }
  changed_.notify_all();
  if (!threads_.empty()) return;
  std::unique_lock order(order_);
  Task next = std::move(waiting_.front());
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

// Whoever takes a task keeps the others from taking the next one until it has run.
void Background::work() {
  while (true) {
    std::unique_lock order(order_);
    Task task;
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

void Background::do_task(Task task, std::unique_lock<std::mutex>& order) {
  try {
    const Rest rest = has_failed() ? Rest{} : task();
    order.unlock();
    if (rest) rest();
  } catch (...) {
    keep_failure();
  }
  task = nullptr;  // its memory counts as used until then
  {
    const std::unique_lock lock(mutex_);
    --unfinished_;
  }
  changed_.notify_all();
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
