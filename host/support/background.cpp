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
  std::unique_lock lock(mutex_);
  do_task(lock);
  while (!parts_.empty()) do_part(lock);
  lock.unlock();
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

void Background::work() {
  std::unique_lock lock(mutex_);
  const auto has_work = [&] { return !in_task_ && (ends_ || !waiting_.empty()); };
  while (true) {
    changed_.wait(lock, [&] { return !parts_.empty() || has_work(); });
    if (!parts_.empty())
      do_part(lock);  // the tasks handed over first end first
    else if (!waiting_.empty())
      do_task(lock);
    else
      return;
  }
}

void Background::do_task(std::unique_lock<std::mutex>& lock) {
  Handed handed = std::move(waiting_.front());
  waiting_.pop_front();
  in_task_ = true;
  const bool begins = failure_ == nullptr;
  lock.unlock();
  HandedParts parts;
  try {
    if (begins) parts = parts_of(handed);
  } catch (...) {
    keep_failure();
  }
  handed.task = nullptr;  // its memory counts as used until then
  lock.lock();
  in_task_ = false;
  if (parts.empty()) end_task(handed.at);
  parts_.splice(parts_.end(), parts);  // allocates nothing: a thread must not throw
  changed_.notify_all();
}

Background::HandedParts Background::parts_of(const Handed& handed) {
  Rest rest = handed.task();
  const auto left = std::make_shared<std::size_t>(rest.parts.size());
  HandedParts parts;
  for (Part& part : rest.parts) parts.push_back({std::move(part), handed.at, left});
  return parts;
}

void Background::do_part(std::unique_lock<std::mutex>& lock) {
  HandedPart handed = std::move(parts_.front());
  parts_.pop_front();
  lock.unlock();
  try {
    handed.part();
  } catch (...) {
    keep_failure();
  }
  handed.part = nullptr;
  lock.lock();
  if (--*handed.left == 0) end_task(handed.at);
}

void Background::end_task(Clock::time_point begin) {
  --unfinished_;
  const std::chrono::duration<double> taken = Clock::now() - begin;
  slowest_ = std::max(slowest_, taken.count());
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

}  // namespace slipflow
