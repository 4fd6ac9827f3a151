// slipflow run: the main job, in numbered steps.
#include <fmt/format.h>
#include <unistd.h>

#include <new>
#include <utility>

#include "backend_choice.hpp"
#include "case_options.hpp"
#include "command_table.hpp"
#include "host_memory.hpp"
#include "opencl_start.hpp"
#include "option_values.hpp"
#include "ranks.hpp"
#include "run_report.hpp"
#include "run_summary.hpp"
#include "slipflow/opencl/program.hpp"
#include "slipflow/parallel/agree.hpp"
#include "slipflow/run/checkpoint_file.hpp"
#include "slipflow/run/checkpoints.hpp"
#include "slipflow/run/pause.hpp"
#include "slipflow/run/restart.hpp"
#include "slipflow/run/result_names.hpp"
#include "slipflow/run/run_output.hpp"
#include "slipflow/run/run_signals.hpp"
#include "slipflow/run/surface_table.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/log.hpp"

namespace slipflow::app {

namespace {
constexpr const char* kIfAny = "if-any";  // of --restart

namespace po = boost::program_options;
using methods::Problem;
using methods::Simulation;
using run::LoopPosition;
using run::RunTotals;

std::vector<std::string> overrides_of_run(const po::variables_map& values) {
  auto set = overrides_from(values);
  if (values.count("output")) set.push_back("output.directory=" + output_from(values));
  if (values.count("max-hours"))
    set.push_back(fmt::format("time.max_hours={}",
                              number_from(values, "max-hours", 0.0, 1e5, " hours; 0 is no limit")));
  if (values.count("steps")) set.push_back(fmt::format("time.max_steps={}", steps_from(values)));
  return set;
}

bool restarts_if_any(const po::variables_map& values) {
  return values.count("restart") && values["restart"].as<std::string>() == kIfAny;
}

/// The case and the checkpoint it resumes from, both validated before anything runs or is written.
struct Job {
  LoadedCase loaded;
  output::ResultsFolder results;
  std::optional<run::Restart> restart;
  bool ends_after_steps;  // --steps is given

  explicit Job(const po::variables_map& values)
      : loaded(
            load_case(values["case"].as<std::string>(), overrides_of_run(values),
                      values.count("restart") ? methods::Start::left_out : methods::Start::read)),
        results(problem().controls().output.directory, run::names_of_results(problem()),
                run::files_read(loaded.settings, values["case"].as<std::string>())),
        ends_after_steps(values.count("steps") > 0) {
    if (values.count("restart")) find_restart(values);
    if (!restart && values["overwrite"].as<bool>()) problem().require_start_outside(results.path());
  }

  const Problem& problem() const { return *loaded.problem; }
  bool continues_results() const { return restart && restart->continues_results; }
  LoopPosition from() const { return restart ? restart->checkpoint.loop : LoopPosition{}; }

 private:
  void find_restart(const po::variables_map& values) {
    results.lock();
    if (restarts_if_any(values) && run::newest_checkpoints(results).empty()) {
      loaded.problem = loaded.method.make(loaded.settings, methods::Start::read);
      return;
    }
    const auto wanted = restarts_if_any(values) ? "latest" : values["restart"].as<std::string>();
    restart = run::find_restart(wanted, loaded.settings, problem(), results);
    if (const auto note = run::note_on_averages(restart->checkpoint, problem()); !note.empty())
      restart->notes.push_back(note);
  }
};

/// The problem on the device, the host or the ranks, in the initial state of the run. `queue`: that
/// of the device, if there is one for the whole problem.
std::unique_ptr<Simulation> make_simulation(const Job& job, const po::variables_map& values,
                                            const ChosenBackend& backend,
                                            const std::optional<RankedCase>& ranked,
                                            const std::optional<opencl::Queue>& queue,
                                            const RankedCase::Warn& warn) {
  auto simulation = ranked  ? ranked->lead()
                    : queue ? simulate_on(*queue, job.loaded, values, warn)
                            : simulate_on_host(job.problem(), backend);
  simulation->diagnostics().prepare();
  if (job.restart) {
    run::restore_state(job.restart->file, job.problem(), *simulation);
  } else {
    simulation->state().start();
    simulation->diagnostics().averaging().start_averages({});
  }
  return simulation;
}

/// Where no live line names the programs that are built (commands.cpp), a line of the log precedes
/// the first one of the simulation.
class BuildNote {
 public:
  explicit BuildNote(Log& log) {
    if (isatty(STDERR_FILENO) == 0)
      opencl::announce_builds([&log, said = false](const auto&, const auto& device) mutable {
        if (!std::exchange(said, true))
          log.note(fmt::format("building kernels for '{}'", shown(device)));
      });
  }
  ~BuildNote() {
    if (isatty(STDERR_FILENO) == 0) opencl::announce_builds({});
  }
  BuildNote(const BuildNote&) = delete;
  BuildNote& operator=(const BuildNote&) = delete;
};

/// Prepares the output directory and writes the resolved case into it.
void prepare_results(Job& job, bool overwrite) {
  job.continues_results() ? job.results.resume() : job.results.prepare(overwrite);
  job.results.write(run::name_for_case(job.results), job.loaded.settings.resolved());
}

/// Writes the error to run.log and summary.json. A failure to write them is ignored, because the
/// error that ended the run is the one to report.
void record_failure(const Error& error, Log& log, RunSummary& summary,
                    output::ResultsFolder& results) {
  log.failure(error.what());
  if (error.status() == ExitStatus::output_failed) return;
  summary.add_failure(error);
  try {
    results.write("summary.json", summary.text());
  } catch (const Error&) {
  }
}

/// What `run` returns. An error of the device is thrown with the checkpoint to resume from.
template <class Run>
RunTotals naming_checkpoint(const run::Checkpoints& checkpoints, const Run& run) {
  try {
    return run();
  } catch (const Error& error) {
    if (error.status() != ExitStatus::no_device) throw;
    throw with_checkpoint(error, checkpoints.newest());
  }
}

RunTotals run_with_outputs(const Job& job, methods::Stepper& stepper, run::RunOutput& out, Log& log,
                           run::Pause& pause) {
  const Problem& problem = job.problem();
  const LoopPosition from = job.from();
  Progress progress(log);
  run::TimeLoopEvents events;
  events.max_steps_is_end = job.ends_after_steps;
  events.between_steps = [&](const LoopPosition& at, bool last) {
    return pause(at, last, log, progress);
  };
  events.warning = [&](const std::string& text) {
    progress.finish();
    log.warn(text);
  };
  events.output = [&](long step, double time, bool steady) {
    out.write_frame(step, time, steady);
    if (const auto warning = out.take_warning(); !warning.empty()) events.warning(warning);
  };
  events.step = [&](const run::StepReport& report) {
    out.write_history(report);
    if (!report.inner.diverged) out.take_step(report);
    progress.update(progress_of(problem, report, from));
  };
  try {
    RunTotals totals = run::run_time_loop(problem.controls(), stepper, events, from);
    out.finish();
    if (totals.stopped_by == "request") {
      totals.stopped_by = pause.stopped_by();
    } else {
      out.write_history(totals.last_step, true);
    }
    progress.finish();
    return totals;
  } catch (...) {
    progress.finish();
    throw;
  }
}

/// Gives all pictures the colours of the whole run. The other results are complete before, so a
/// signal, the limit of the run's time or missing memory only end the drawing.
void finish_pictures(run::RunOutput& out, run::Pause& pause, Log& log) {
  Progress progress(log);
  const auto goes_on = [&](std::size_t done, std::size_t all) {
    if (pause.ends_optional_work()) return false;
    progress.update(static_cast<double>(done) / static_cast<double>(all),
                    {"drawing pictures again"});
    return true;
  };
  bool finished = false;
  try {
    finished = out.finish_pictures(goes_on);
  } catch (const std::bad_alloc&) {  // as if stopped
  } catch (...) {
    progress.finish();
    throw;
  }
  progress.finish();
  if (finished) return;
  log.warn(
      "some pictures have the colour range of their time, not that of the whole run; slipflow plot "
      "draws them again");
}

/// The time loop with its outputs and checkpoints, then the summary. Returns the exit status.
int run_job(Job& job, Simulation& simulation, run::RunSignals& signals, Log& log,
            RunSummary& summary, const std::string& writer,
            const std::vector<std::string>& arguments) {
  const Problem& problem = job.problem();
  const auto& controls = problem.controls();
  auto& results = job.results;
  if (job.continues_results())
    for (const auto& file : run::remove_later_checkpoints(*job.restart, results))
      log.note(fmt::format("  note: removed {}, of a later step", file.string()));
  run::RunOutput out(
      problem, simulation.diagnostics(), results,
      job.continues_results() ? std::optional(job.restart->checkpoint.outputs) : std::nullopt);
  run::Checkpoints checkpoints(problem, simulation, out,
                               run::about_checkpoints(job.loaded.settings, problem, writer),
                               job.from());
  run::Pause pause(controls.time.max_hours, checkpoints, signals, results);
  const DeviceLimit limit(controls.run.device_timeout, [&](const Error& error) {
    Error named = with_checkpoint(error, checkpoints.newest());
    try {
      out.finish();
    } catch (const std::exception&) {  // the device's error is the one to report
    }
    record_failure(named, log, summary, results);
    return named;
  });
  auto& diagnostics = simulation.diagnostics();
  std::optional<methods::EnergyBalance> energy;
  const RunTotals totals = naming_checkpoint(checkpoints, [&] {
    RunTotals at_end = run_with_outputs(job, simulation.stepper(), out, log, pause);
    summary.add_totals(problem, at_end, diagnostics.body_summaries());
    summary.add_flows(diagnostics.flow_summary());
    summary.add_surfaces(problem, run::surface_line(problem, diagnostics));
    if (became_steady(at_end)) energy = diagnostics.energy_balance();
    summary.add_energy(energy);
    summary.add_oscillations(problem, run::oscillations(problem, results));
    summary.add_ranks(simulation.machine().rank_times());
    say_ranks(log, simulation.machine().rank_times());
    return at_end;
  });
  results.write("summary.json", summary.text());
  if (!was_stopped(totals)) {
    finish_pictures(out, pause, log);
    say_how_it_went(log, problem, totals, controls.output.directory);
    say_energy(log, problem, energy);
    if (totals.missed_steady) throw missed_steady(problem, totals);
    return 0;
  }
  say_stop(log, problem, totals, pause.reason(), checkpoints.newest(), arguments);
  return pause.status();
}

/// What the ranks other than 0 do.
int follow(const po::variables_map& values, const ChosenBackend& backend, parallel::Team& team) {
  run::RunSignals signals;
  const auto load = [&] {
    return load_case(values["case"].as<std::string>(), overrides_of_run(values),
                     methods::Start::left_out);
  };
  follow_rank_0(load, values, backend, team, &signals);
  return 0;
}

po::options_description run_options() {
  auto options = case_options();
  add_no_tuning(options);
  add_automatic_backend_options(options);
  auto add = options.add_options();
  add("output", po::value<std::string>()->value_name("DIR"), "output directory");
  add("overwrite", po::bool_switch(), "replace the results in the directory");
  add("restart", po::value<std::string>()->value_name("FILE"),
      "resume from a checkpoint; latest: the newest in the output directory; if-any: the same, or "
      "start from the beginning if there is none");
  add("steps", po::value<long>()->value_name("N"),
      "stop after N time steps, those before a restart included");
  add("max-hours", po::value<double>()->value_name("H"),
      "write a checkpoint and stop before H hours have passed since the program started");
  add("quiet", po::bool_switch(), "print warnings and errors only");
  add_rank_options(options);
  return options;
}
}  // namespace

CommandLine run_line() {
  return {run_options(),
          "case",
          {"slipflow run CASE.cfg [options]", "Runs a case and writes its results.",
           "slipflow run configs/quickstart.cfg --output out/first --set gas.knudsen=0.1"}};
}

int run_command(const Call& call) {
  const po::variables_map& values = call.values;
  apply_kernel_dir(values);
  if (values.count("restart") && !restarts_if_any(values) && values["overwrite"].as<bool>())
    throw Error(ExitStatus::bad_input,
                "--restart continues results and --overwrite removes them: give one of the two");
  // 1. The case and its checkpoint. Rank 0 reads them first, and runs the case.
  const ChosenBackend given = automatic_backend_from(values, call.team);
  std::optional<Job> of_first_rank;
  agree(call.team, [&] {
    if (call.team.rank() == 0) of_first_rank.emplace(values);
  });
  if (call.team.rank() > 0) return follow(values, given, call.team);
  Job& job = *of_first_rank;
  // 2. The devices, their memory and their kernels.
  std::optional<run::RunSignals> signals;
  std::vector<std::string> warnings;
  const auto warn = [&](const std::string& text) { warnings.push_back(text); };
  std::optional<RankedCase> ranked;
  if (call.team.size() > 1) {
    signals.emplace();
    ranked.emplace(job.loaded, values, given, call.team, &*signals, warn);
  }
  const DeviceLimit limit(job.problem().controls().run.device_timeout);
  const auto chosen = ranked
                          ? BackendChoice{given, {}, ""}
                          : choose_backend(job.loaded, values, given,
                                           job.restart ? job.restart->checkpoint.writer : "", warn);
  if (!ranked) require_host_memory(job.problem(), host_use(chosen.backend, chosen.device));
  std::optional<opencl::Queue> queue;
  if (chosen.device) queue.emplace(*chosen.device);
  Log log(values["quiet"].as<bool>());
  const auto simulation = [&] {
    const BuildNote note(log);
    return make_simulation(job, values, chosen.backend, ranked, queue, warn);
  }();
  // 3. The output directory and the log.
  if (!signals) signals.emplace();
  prepare_results(job, values["overwrite"].as<bool>());
  log.open_file(job.results.append_or_create("run.log").release());
  for (const auto& warning : warnings) log.warn(warning);
  for (const auto& warning : job.problem().description().warnings()) log.warn(warning);
  const auto info = simulation->machine().info();
  say_what_runs(log, job.problem(), info, queue ? *queue->built : opencl::BuildCount{});
  if (!chosen.line.empty()) log.note("  " + chosen.line);
  if (ranked && !ranked->note().empty()) log.note("  note: " + ranked->note());
  const bool parity = values["parity"].as<bool>();
  const auto writer = run::writer_of(info, parity);
  if (job.restart) say_restart(log, job.problem(), *job.restart, writer);
  if (!job.restart && restarts_if_any(values))
    log.note("there is no checkpoint to resume from: the run starts from the beginning");
  // 4. The time loop and the summary, also of a run that failed.
  RunSummary summary(job.problem(), info, parity);
  if (!ranked) summary.add_backend_choice(chosen.by);
  try {
    return run_job(job, *simulation, *signals, log, summary, writer, call.arguments);
  } catch (const Error& error) {
    record_failure(error, log, summary, job.results);
    throw;
  } catch (const std::bad_alloc&) {
    record_failure(Error(ExitStatus::no_device, kOutOfMemory), log, summary, job.results);
    throw;
  }
}

}  // namespace slipflow::app
