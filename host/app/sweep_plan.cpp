#include "sweep_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <memory>
#include <thread>

#include "results_status.hpp"
#include "slipflow/support/child_programs.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/stopwatch.hpp"

namespace slipflow::app {

namespace {
using Words = std::vector<std::string>;

std::string folder_of(const SweepOptions& options, const SweepJob& job) {
  return (options.output / job.name).string();
}

/// The error of a job that is no valid case. Its values come from --over.
Error named_error(const SweepJob& job, const Error& error) {
  const std::string of_set = "--set: ";
  std::string text = error.what();
  for (const auto& [key, value] : job.values)
    if (text.starts_with(of_set + key + " =") ||
        text.starts_with(fmt::format("{}unknown key '{}'", of_set, key)))
      text = "--over: " + text.substr(of_set.size());
  return Error(error.status(), fmt::format("job {}: {}", job.name, text));
}

/// Validates the case of a job, as `slipflow check` does, and finds what its folder holds.
PlannedJob plan_of(const SweepJob& job, Sweep& sweep) {
  const auto& options = sweep.options;
  PlannedJob plan;
  plan.result.job = job;
  auto overrides = options.overrides;
  for (const auto& [key, value] : job.values) overrides.push_back(key + '=' + value);
  overrides.push_back("output.directory=" + folder_of(options, job));
  try {
    const auto loaded = load_case(options.case_file, overrides);
    plan.results = find_results(folder_of(options, job), loaded.settings, options.program);
    if (!sweep.method) {
      sweep.method = &loaded.method;
      sweep.tested = tested_for(*loaded.problem);
    }
  } catch (const Error& error) {
    throw named_error(job, error);
  }
  return plan;
}

void set_failed(PlannedJob& plan, ExitStatus status, const std::string& message) {
  plan.runs = false;
  plan.result.status = kFailed;
  plan.result.exit_status = static_cast<int>(status);
  plan.result.message = message;
}

/// Whether the job runs, and how it treats the results in its folder.
void decide(PlannedJob& plan, const SweepOptions& options) {
  plan.arguments = {"--output", folder_of(options, plan.result.job)};
  for (const auto& [key, value] : plan.result.job.values)
    plan.arguments.insert(plan.arguments.end(), {"--set", key + '=' + value});
  const auto add = [&](const Words& words) {
    plan.arguments.insert(plan.arguments.end(), words.begin(), words.end());
  };
  if (options.overwrite) return add({"--overwrite"});
  switch (plan.results.found) {
    case Found::none:
      return;
    case Found::done:
      plan.runs = false;
      plan.result.status = kDone;
      return;
    case Found::outdated:
      return set_failed(plan, ExitStatus::bad_input,
                        plan.results.why + ": --overwrite runs the job anew");
    case Found::failed:
      plan.runs = options.retry;
      break;
    case Found::interrupted:
      break;
    case Found::of_other_case:  // which --overwrite would remove
      return add({"--restart", "latest"});
  }
  // Without a checkpoint the run begins anew.
  if (plan.runs) return add({"--restart", "if-any", "--overwrite"});
  const auto summary = read_summary(folder_of(options, plan.result.job));
  const int status = static_cast<int>(std::clamp(number_in(summary, "exit_status"), 0.0, 255.0));
  set_failed(plan, status > 0 ? static_cast<ExitStatus>(status) : ExitStatus::internal_error,
             text_in(summary, "message"));
}

const char* plan_text(const PlannedJob& plan, const SweepOptions& options) {
  if (options.overwrite) return plan.results.found == Found::none ? "runs" : "runs anew";
  switch (plan.results.found) {
    case Found::none:
      return "runs";
    case Found::done:
      return "is done";
    case Found::failed:
      return plan.runs ? "failed, runs again" : "failed; --retry runs it again";
    case Found::interrupted:
      return "is resumed";
    case Found::outdated:
      return "has results of other files or another program; --overwrite runs it anew";
    case Found::of_other_case:
      return "has results of other values: is resumed if they may change";
  }
  return "";
}
}  // namespace

Sweep plan_sweep(const boost::program_options::variables_map& values) {
  Sweep sweep;
  sweep.options = case_sweep_from(values);
  for (const auto& job : sweep.options.jobs) {
    sweep.jobs.push_back(plan_of(job, sweep));
    decide(sweep.jobs.back(), sweep.options);
  }
  return sweep;
}

void print_plan(const Sweep& sweep) {
  for (const auto& plan : sweep.jobs)
    fmt::print("{}  {}\n", shown(folder_of(sweep.options, plan.result.job)),
               plan_text(plan, sweep.options));
  fmt::print("{} jobs, {} of them to run\n", sweep.jobs.size(),
             std::count_if(sweep.jobs.begin(), sweep.jobs.end(),
                           [](const auto& plan) { return plan.runs; }));
}

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
