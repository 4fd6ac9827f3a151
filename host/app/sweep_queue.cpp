#include "sweep_queue.hpp"

#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <thread>

#include "slipflow/support/started_program.hpp"
#include "slipflow/support/stopwatch.hpp"

namespace slipflow::app {

namespace {
constexpr std::chrono::milliseconds kPause{20};

/// Where one job at a time runs.
struct Place {
  const std::vector<std::string>& arguments;
  std::size_t number = 0;
  Stopwatch watch;
  std::unique_ptr<StartedProgram> job;

  void start(const std::filesystem::path& program, const QueuedJob& queued) {
    auto words = queued.arguments;
    words.insert(words.end(), arguments.begin(), arguments.end());
    number = queued.number;
    watch = Stopwatch();
    job = std::make_unique<StartedProgram>(program, words);
  }
};

std::string message_of(const StartedProgram& job, int status) {
  auto message = job.last_line_after("slipflow: ");
  if (!message.empty()) return message;
  return status > 128 ? fmt::format("ended by signal {}", status - 128)
                      : fmt::format("ended with status {} and no message", status);
}

/// Whatever ends the queue, all jobs get the signal before one of them is waited for.
class StopOfAll {
 public:
  explicit StopOfAll(const std::vector<Place>& places) : places_(places) {}
  ~StopOfAll() {
    for (const auto& place : places_)
      if (place.job) place.job->send(SIGTERM);
  }
  StopOfAll(const StopOfAll&) = delete;
  StopOfAll& operator=(const StopOfAll&) = delete;

 private:
  const std::vector<Place>& places_;
};

/// Reports the jobs that have ended and frees their places.
void collect(std::vector<Place>& places, const QueueEvents& events) {
  for (auto& place : places) {
    const auto status = place.job ? place.job->status() : std::nullopt;
    if (!status) continue;
    const JobEnd end{place.number, *status, *status == 0 ? "" : message_of(*place.job, *status),
                     place.watch.seconds()};
    place.job.reset();
    events.ended(end);
  }
}
}  // namespace

void run_queue(const std::filesystem::path& program, const std::vector<QueuedJob>& jobs,
               const std::vector<std::vector<std::string>>& of_places, const QueueEvents& events) {
  std::vector<Place> places;
  for (const auto& arguments : of_places) places.push_back({arguments, 0, {}, nullptr});
  const StopOfAll stop(places);
  std::size_t next = 0;
  for (int passed_on = 0;;) {
    const int signal = events.stop_signal();
    std::vector<std::size_t> running;
    for (auto& place : places) {
      if (!place.job && signal == 0 && next < jobs.size()) place.start(program, jobs[next++]);
      if (!place.job) continue;
      if (signal != passed_on) place.job->send(signal);
      running.push_back(place.number);
    }
    passed_on = signal;
    if (running.empty()) return;
    events.waiting(running);
    std::this_thread::sleep_for(kPause);
    collect(places, events);
  }
}

}  // namespace slipflow::app
