// slipflow run: the main job, in numbered steps.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>

#include "case_options.hpp"
#include "case_start.hpp"
#include "checkpoints.hpp"
#include "command_line.hpp"
#include "device_limit.hpp"
#include "methods.hpp"
#include "pause.hpp"
#include "restart.hpp"
#include "result_names.hpp"
#include "run_output.hpp"
#include "run_signals.hpp"
#include "slipflow/simple_ts/case_warnings.hpp"
#include "slipflow/simple_ts/simulation.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/log.hpp"
#include "slipflow/support/progress.hpp"

namespace slipflow::app {

namespace {
namespace po = boost::program_options;
using run::LoopPosition;
using run::RunTotals;
using simple_ts::Backend;
using simple_ts::Case;

constexpr double kMostHours = 1e5;  // as time.max_hours

po::options_description run_options() {
  auto options = case_options();
  add_no_tuning(options);
  auto add = options.add_options();
  add("backend", po::value<std::string>()->default_value("opencl"), "opencl or serial");
  add("output", po::value<std::string>()->value_name("DIR"), "output directory");
  add("overwrite", po::bool_switch(), "replace the results the directory holds");
  add("restart", po::value<std::string>()->value_name("FILE"),
      "go on from a checkpoint; latest: the newest in the output directory");
  add("steps", po::value<long>()->value_name("N"),
      "stop after N time steps, those before a restart included");
  add("max-hours", po::value<double>()->value_name("H"),
      "write a checkpoint and stop before H hours have passed since the program started");
  add("quiet", po::bool_switch(), "print warnings and errors only");
  return options;
}

double max_hours_from(const po::variables_map& values) {
  const double hours = values["max-hours"].as<double>();
  if (!(hours >= 0 && hours <= kMostHours))
    throw Error(ExitStatus::bad_input,
                fmt::format("--max-hours {} must be from 0 (no limit) to {}", hours, kMostHours));
  return hours;
}

std::vector<std::string> overrides_of_run(const po::variables_map& values) {
  auto set = overrides_from(values);
  if (values.count("output")) set.push_back("output.directory=" + output_from(values));
  if (values.count("max-hours"))
    set.push_back(fmt::format("time.max_hours={}", max_hours_from(values)));
  if (values.count("steps")) set.push_back(fmt::format("time.max_steps={}", steps_from(values)));
  return set;
}

std::unique_ptr<Backend> make_backend(const Case& c, const po::variables_map& values,
                                      const simple_ts::TunedLaunches::Warn& warn) {
  const auto& name = values["backend"].as<std::string>();
  if (name == "serial") return simple_ts::make_serial_backend(c);
  if (name != "opencl")
    throw Error(ExitStatus::bad_input,
                fmt::format("--backend {} must be opencl or serial", shown(name)));
  return make_device_backend(c, values, warn);
}

void say_what_runs(Log& log, const Case& c, const simple_ts::BackendInfo& info) {
  log.note(c.title);
  log.note(fmt::format("  Ma {:.4g}, Kn {:.4g}, Re {:.4g}; {} x {} cells", c.gas.mach,
                       c.gas.knudsen, c.gas.reynolds(), c.mesh.x.cells(), c.mesh.y.cells()));
  log.note(fmt::format("  {}: {}, kernels {}, built in {:.1f} s, {} precision", info.name,
                       info.device, info.kernels, info.build_seconds, name_of(c.run.precision)));
  if (!info.note.empty()) log.note("  note: " + info.note);
  if (info.tuned) log.note(fmt::format("  {}", tuned_values(info)));
  for (const auto& note : c.notes) log.note("  note: " + note);
}

double cell_updates(const Case& c, long inner) {
  return static_cast<double>(c.cells()) * static_cast<double>(inner);
}

double part_done(const Case& c, long step, double time) {
  const double by_time = c.time.end ? time / *c.time.end : -1;
  const double by_steps =
      c.time.max_steps > 0 ? static_cast<double>(step) / static_cast<double>(c.time.max_steps) : -1;
  return std::max(by_time, by_steps);
}

// `from`: where this part of the run began; its speed is that since then.
ProgressReport progress_of(const Case& c, const run::StepReport& r, const LoopPosition& from) {
  ProgressReport report;
  report.time = r.time;
  report.end = c.time.end.value_or(0);
  report.step = r.step;
  report.fraction = part_done(c, r.step, r.time);
  const long inner = r.inner_total - from.inner;
  report.cell_updates = cell_updates(c, inner);
  report.inner_per_step = static_cast<double>(inner) / static_cast<double>(r.step - from.step);
  report.largest_residual = r.inner.last.largest();
  report.steady = c.time.steady;
  report.change_rate = r.change_rate;
  return report;
}

output::JsonObject summary_of(const Case& c, const simple_ts::BackendInfo& info, bool parity) {
  output::JsonObject summary;
  summary.add("slipflow", SLIPFLOW_VERSION).add("title", c.title);
  summary.add("backend", info.name).add("device", info.device).add("driver", info.driver);
  summary.add("kernels", info.kernels).add("parity", parity);
  summary.add("precision", name_of(c.run.precision));
  summary.add("work_group_size", info.work_group_size).add("rows", info.rows);
  summary.add("tuned", info.tuned);
  summary.add("build_seconds", info.build_seconds);
  summary.add("bytes_per_cell", info.bytes_allocated / static_cast<double>(c.cells()));
  summary.add("cells_x", c.mesh.x.cells()).add("cells_y", c.mesh.y.cells());
  summary.add("mach", c.gas.mach).add("knudsen", c.gas.knudsen).add("reynolds", c.gas.reynolds());
  return summary;
}

// Of this part of the run, as the seconds are.
double updates_per_second(const Case& c, const RunTotals& totals) {
  return cell_updates(c, totals.inner - totals.from.inner) / totals.seconds;
}

// Before its end, so that a restart continues it.
bool was_stopped(const RunTotals& totals) {
  return totals.stopped_by == "request" || totals.stopped_by == "max_hours";
}

void add_totals(output::JsonObject& summary, const Case& c, const RunTotals& totals) {
  summary.add("status", was_stopped(totals) ? "stopped" : "done");
  summary.add("stopped_by", totals.stopped_by);
  summary.add("restarted_at_step", totals.from.step);
  summary.add("time", totals.time).add("steps", totals.steps).add("last_dt", totals.last_dt);
  summary.add("inner_iterations", totals.inner).add("unconverged_steps", totals.unconverged);
  summary.add("seconds", totals.seconds);
  summary.add("cell_updates_per_second", updates_per_second(c, totals));
  summary.add("last_residual", totals.last.largest());
}

void say_how_it_went(Log& log, const Case& c, const RunTotals& totals,
                     const std::filesystem::path& directory) {
  const auto since = totals.from.step > 0
                         ? fmt::format(" ({} since the restart)", totals.steps - totals.from.step)
                         : "";
  log.note(
      fmt::format("done ({}): t = {:.6g} after {} steps{}, {} inner iterations, {:.1f} s, "
                  "{:.2f} million cell updates per second",
                  totals.stopped_by, totals.time, totals.steps, since, totals.inner, totals.seconds,
                  updates_per_second(c, totals) / 1e6));
  if (totals.unconverged > 0)
    log.warn(fmt::format("{} of {} steps reached inner.max without reaching inner.tolerance",
                         totals.unconverged, totals.steps));
  log.note(fmt::format("results in {}: fields.pvd opens in ParaView", directory.string()));
}

void say_restart(Log& log, const Restart& restart, const std::string& writer) {
  const auto& at = restart.checkpoint.loop;
  for (const auto& warning : restart.warnings) log.warn(warning);
  log.note(fmt::format("restart from {}: step {}, t = {:.6g}{}", restart.file.string(), at.step,
                       at.time, restart.continues_results ? "" : "; results begin anew here"));
  for (const auto& note : restart.notes) log.note("  note: " + note);
  if (writer != restart.checkpoint.writer)
    log.note(fmt::format("  note: the checkpoint was written by '{}', the run goes on on '{}'",
                         restart.checkpoint.writer, writer));
}

void say_stop(Log& log, const RunTotals& totals, const std::string& reason,
              const std::filesystem::path& checkpoint, const std::vector<std::string>& arguments) {
  log.note(fmt::format("stopped by {}: t = {:.6g} after {} steps; checkpoint {}", reason,
                       totals.time, totals.steps, checkpoint.string()));
  log.note("to go on: " + command_to_go_on(arguments));
}

/// In run.log and summary.json, as far as they can be written: what ended the run is the error to
/// report, not that.
void record_failure(const Error& error, Log& log, output::JsonObject& summary,
                    output::ResultsFolder& results) {
  log.failure(error.what());
  if (error.status() == ExitStatus::output_failed) return;
  summary.add("status", "failed").add("exit_status", static_cast<int>(error.status()));
  summary.add("message", error.what());
  try {
    results.write("summary.json", summary.text() + '\n');
  } catch (const Error&) {
  }
}

/// What `run` returns. An error of the device is thrown with the checkpoint to resume from.
template <class Run>
RunTotals naming_checkpoint(const Checkpoints& checkpoints, const Run& run) {
  try {
    return run();
  } catch (const Error& error) {
    if (error.status() != ExitStatus::no_device) throw;
    throw with_checkpoint(error, checkpoints.newest());
  }
}

RunTotals run_with_outputs(const Case& c, Backend& backend, RunOutput& out, Log& log, Pause& pause,
                           const LoopPosition& from) {
  Progress progress(log);
  run::TimeLoopEvents events;
  events.between_steps = [&](const LoopPosition& at, bool last) {
    return pause(at, last, log, progress);
  };
  events.output = [&](long step, double time) { out.write_frame(step, time); };
  events.warning = [&](const std::string& text) {
    progress.finish();
    log.warn(text);
  };
  events.step = [&](const run::StepReport& report) {
    out.write_history(report);
    if (!report.inner.diverged) out.take_step(report);
    progress.update(progress_of(c, report, from));
  };
  try {
    simple_ts::Simulation simulation(c, backend);
    RunTotals totals = run::run_time_loop(c, simulation, events, from);
    if (totals.stopped_by == "request")
      totals.stopped_by = pause.stopped_by();
    else
      out.write_history(totals.last_step, true);
    progress.finish();
    return totals;
  } catch (...) {
    progress.finish();
    throw;
  }
}
}  // namespace

int run_command(const std::vector<std::string>& arguments) {
  const auto parsed = parse_command(
      arguments, run_options(), "case",
      {"slipflow run CASE.cfg [options]", "Runs a case and writes its results.",
       "slipflow run configs/quickstart.cfg --output out/first --set gas.knudsen=0.1"});
  if (!parsed) return 0;
  const po::variables_map& values = *parsed;
  apply_kernel_dir(values);
  if (values.count("restart") && values["overwrite"].as<bool>())
    throw Error(ExitStatus::bad_input,
                "--restart goes on with results and --overwrite removes them: give one of the two");
  // 1. The whole case is validated before anything runs or is written, and what it goes on from.
  const auto settings = config::load_case_file(values["case"].as<std::string>(),
                                               overrides_of_run(values), key_tables());
  Case c = simple_ts::make_case(settings);
  if (!values.count("restart")) load_start(settings, c);
  if (values["overwrite"].as<bool>()) require_start_elsewhere(settings, c);
  const auto& directory = c.output.directory;
  output::ResultsFolder results(directory, names_of_results(c),
                                files_read(settings, values["case"].as<std::string>()));
  std::optional<Restart> restart;
  if (values.count("restart")) {
    results.lock();
    restart = find_restart(values["restart"].as<std::string>(), settings, c, results);
    if (const auto note = note_on_averages(restart->checkpoint, c); !note.empty())
      restart->notes.push_back(note);
  }
  // 2. The device, its memory and its kernels.
  const DeviceLimit limit(c.run.device_timeout);
  std::vector<std::string> warnings;
  const auto backend =
      make_backend(c, values, [&](const std::string& text) { warnings.push_back(text); });
  backend->measures().prepare();
  if (restart) {
    restore_state(restart->file, c, *backend);
  } else {
    backend->upload(simple_ts::initial_state(c));
    backend->measures().start_averages({});
  }
  // 3. The output directory, with the case as it runs.
  RunSignals signals;
  const bool goes_on = restart && restart->continues_results;
  goes_on ? results.resume() : results.prepare(values["overwrite"].as<bool>());
  results.write(name_for_case(results), settings.resolved());
  Log log(values["quiet"].as<bool>());
  log.open_file(results.append_or_create("run.log").release());
  for (const auto& warning : warnings) log.warn(warning);
  for (const auto& warning : simple_ts::warnings_of(c)) log.warn(warning);
  say_what_runs(log, c, backend->info());
  const bool parity = values["parity"].as<bool>();
  const auto writer = writer_of(backend->info(), parity);
  if (restart) say_restart(log, *restart, writer);
  // 4. The time loop, then the summary, also of a run that failed.
  auto summary = summary_of(c, backend->info(), parity);
  try {
    if (goes_on)
      for (const auto& file : remove_later_checkpoints(*restart, results))
        log.note(fmt::format("  note: removed {}, of a later step", file.string()));
    const auto from = restart ? restart->checkpoint.loop : LoopPosition{};
    RunOutput out(c, *backend, results,
                  goes_on ? std::optional(restart->checkpoint.outputs) : std::nullopt);
    Checkpoints checkpoints(c, *backend, out,
                            {output::kCheckpointFormat,
                             settings.table().method(),
                             values_for_checkpoint(settings),
                             writer,
                             identity_of(c),
                             {},
                             {},
                             c.output.averages},
                            from);
    Pause pause(c.time.max_hours, checkpoints, signals);
    const DeviceLimit limit_of_steps(c.run.device_timeout, [&](const Error& error) {
      const Error named = with_checkpoint(error, checkpoints.newest());
      record_failure(named, log, summary, results);
      return named;
    });
    const RunTotals totals = naming_checkpoint(checkpoints, [&] {
      const RunTotals at_end = run_with_outputs(c, *backend, out, log, pause, from);
      add_totals(summary, c, at_end);
      summary.add("forces", out.forces_summary());
      return at_end;
    });
    results.write("summary.json", summary.text() + '\n');
    if (!was_stopped(totals)) {
      say_how_it_went(log, c, totals, directory);
      return 0;
    }
    say_stop(log, totals, pause.reason(), checkpoints.newest(), arguments);
    return pause.status();
  } catch (const Error& error) {
    record_failure(error, log, summary, results);
    throw;
  } catch (const std::bad_alloc&) {
    record_failure(Error(ExitStatus::no_device, kOutOfMemory), log, summary, results);
    throw;
  }
}

}  // namespace slipflow::app
