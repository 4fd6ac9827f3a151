// slipflow sweep: a case for many values of its keys, in numbered steps.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "case_options.hpp"
#include "command_table.hpp"
#include "opencl_start.hpp"
#include "slipflow/run/run_signals.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/progress.hpp"
#include "slipflow/support/stopwatch.hpp"
#include "sweep_plan.hpp"

namespace slipflow::app {

namespace {
using Words = std::vector<std::string>;

constexpr double kSecondsBetweenTables = 5;

/// The places where jobs run: several on each device.
std::vector<Words> places_of(const Sweep& sweep, Log& log) {
  const auto& options = sweep.options;
  std::vector<Words> devices = {{}};
  if (!options.backend.on_host()) {
    start_opencl([&log](const std::string& text) { log.warn(text); });
    devices.clear();
    std::set<int> known;
    for (const auto& name : options.devices) {
      const auto device =
          choose_given_device(*sweep.method, name, options.trust_device, sweep.tested);
      if (!known.insert(device.index).second)
        throw Error(ExitStatus::bad_input,
                    fmt::format("--device {} is a device that another --device names too; --jobs N "
                                "runs several jobs on each",
                                shown(name.value_or(""))));
      // The self-test is passed, or left out.
      devices.push_back({"--device", std::to_string(device.index), "--trust-device"});
    }
  }
  std::vector<Words> places;
  for (int k = 0; k < options.jobs_per_device; ++k)
    places.insert(places.end(), devices.begin(), devices.end());
  return places;
}

/// Makes the output directory ready: new, or that of an earlier call, whose list names its table.
void prepare(output::ResultsFolder& folder, bool overwrite) {
  folder.lock();
  if (!overwrite && folder.has_file(kListOfFiles) && folder.has_file("sweep.json"))
    folder.resume();
  else
    folder.prepare(overwrite);
}

std::vector<JobResult> results_of(const Sweep& sweep) {
  std::vector<JobResult> results;
  for (const auto& plan : sweep.jobs) results.push_back(plan.result);
  return results;
}

void write_tables(output::ResultsFolder& folder, const Sweep& sweep) {
  write_sweep(folder, sweep.options.case_file, results_of(sweep));
}

bool was_stopped_by(int status) {
  return status == 128 + SIGINT || status == 128 + SIGTERM || status == 128 + SIGHUP;
}

void take_end(JobResult& result, const JobEnd& end, Log& log) {
  result.status = end.status == 0 ? kDone : was_stopped_by(end.status) ? kStopped : kFailed;
  if (result.status != kFailed) {
    log.note(
        fmt::format("{}: {} after {}", result.job.name, result.status, duration_text(end.seconds)));
    return;
  }
  result.exit_status = end.status;
  result.message = end.message;
  log.note(fmt::format("{}: failed with status {}: {}", result.job.name, end.status, end.message));
}

std::size_t count(const Sweep& sweep, const std::string& status) {
  return static_cast<std::size_t>(
      std::count_if(sweep.jobs.begin(), sweep.jobs.end(),
                    [&](const auto& plan) { return plan.result.status == status; }));
}

/// "2 running", "1 failed", then the names of those that run.
void show_progress(Progress& progress, const Sweep& sweep, const std::vector<std::size_t>& running,
                   bool stopping) {
  const auto done = count(sweep, kDone), failed = count(sweep, kFailed);
  Words parts = {fmt::format("{}/{} jobs done", done, sweep.jobs.size())};
  if (failed > 0) parts.push_back(fmt::format("{} failed", failed));
  parts.push_back(fmt::format("{} {}", running.size(), stopping ? "stopping" : "running"));
  for (const auto number : running) parts.push_back(sweep.jobs[number].result.job.name);
  progress.update(static_cast<double>(done + failed) / static_cast<double>(sweep.jobs.size()),
                  parts);
}

void run_jobs(Sweep& sweep, const std::vector<Words>& places, output::ResultsFolder& folder,
              const run::RunSignals& signals, Log& log) {
  std::vector<QueuedJob> queue;
  for (std::size_t k = 0; k < sweep.jobs.size(); ++k) {
    if (!sweep.jobs[k].runs) continue;
    auto arguments = sweep.options.run_arguments;
    arguments.insert(arguments.end(), sweep.jobs[k].arguments.begin(),
                     sweep.jobs[k].arguments.end());
    queue.push_back({k, arguments});
  }
  Progress progress(log);
  Stopwatch since_tables;
  QueueEvents events;
  events.ended = [&](const JobEnd& end) {
    progress.finish();
    take_end(sweep.jobs[end.number].result, end, log);
    if (since_tables.seconds() < kSecondsBetweenTables) return;
    write_tables(folder, sweep);
    since_tables = Stopwatch();
  };
  events.waiting = [&](const std::vector<std::size_t>& running) {
    show_progress(progress, sweep, running, signals.stop() != 0);
  };
  events.stop_signal = [&] { return signals.stop(); };
  run_queue(program_file(), queue, places, events);
  progress.finish();
}

/// The exit status, or the error of the first job that failed.
int end_of(const Sweep& sweep, int signal, Log& log) {
  const auto& all = sweep.jobs;
  log.note(fmt::format("{} jobs: {} done, {} failed; {}: sweep.csv, sweep.json", all.size(),
                       count(sweep, kDone), count(sweep, kFailed), sweep.options.output.string()));
  const auto unfinished = count(sweep, kStopped) + count(sweep, kWaiting);
  if (unfinished > 0) {
    log.note(fmt::format("{} jobs are not finished: the same command resumes them", unfinished));
    return run::status_of_signal(signal == 0 ? SIGTERM : signal);
  }
  const auto failed = std::find_if(all.begin(), all.end(),
                                   [](const auto& plan) { return plan.result.status == kFailed; });
  if (failed == all.end()) return 0;
  const auto& [job, status, exit_status, message] = failed->result;
  const bool known = exit_status <= static_cast<int>(ExitStatus::ranks_failed);
  throw Error(known ? static_cast<ExitStatus>(exit_status) : ExitStatus::internal_error,
              fmt::format("{} of {} jobs failed; {} with status {}: {}", count(sweep, kFailed),
                          all.size(), job.name, exit_status, message));
}
}  // namespace

int sweep_command(const Call& call) {
  // 1. The jobs, each of them a valid case.
  auto sweep = plan_sweep(call.values);
  if (sweep.options.dry_run) {
    print_plan(sweep);
    return 0;
  }
  // 2. The devices and the output directory.
  Log log(call.values["quiet"].as<bool>());
  const auto places = places_of(sweep, log);
  const run::RunSignals signals;
  output::ResultsFolder folder(sweep.options.output, names_of_sweep(), {sweep.options.case_file});
  prepare(folder, sweep.options.overwrite);
  write_tables(folder, sweep);
  // 3. The jobs, and the table of their summaries.
  run_jobs(sweep, places, folder, signals, log);
  write_tables(folder, sweep);
  return end_of(sweep, signals.stop(), log);
}

}  // namespace slipflow::app
