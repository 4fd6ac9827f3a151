// slipflow run: the main job, in numbered steps.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "case_options.hpp"
#include "command_line.hpp"
#include "run_output.hpp"
#include "slipflow/output/files.hpp"
#include "slipflow/support/log.hpp"
#include "slipflow/support/progress.hpp"

namespace slipflow::app {

namespace {
namespace po = boost::program_options;
using simple_ts::Backend;
using simple_ts::Case;
using simple_ts::RunTotals;

po::options_description run_options() {
  auto options = case_options();
  add_no_tuning(options);
  auto add = options.add_options();
  add("backend", po::value<std::string>()->default_value("opencl"), "opencl or serial");
  add("output", po::value<std::string>()->value_name("DIR"), "output directory");
  add("overwrite", po::bool_switch(), "replace the results the directory holds");
  add("steps", po::value<long>()->value_name("N"), "stop after N time steps");
  add("quiet", po::bool_switch(), "print warnings and errors only");
  return options;
}

std::vector<std::string> overrides_of_run(const po::variables_map& values) {
  auto set = overrides_from(values);
  if (values.count("output")) set.push_back("output.directory=" + values["output"].as<std::string>());
  if (values.count("steps"))
    set.push_back(fmt::format("time.max_steps={}", steps_from(values)));
  return set;
}

std::unique_ptr<Backend> make_backend(const Case& c, const po::variables_map& values,
                                      const simple_ts::TunedLaunches::Warn& warn) {
  const auto& name = values["backend"].as<std::string>();
  if (name == "serial") return simple_ts::make_serial_backend(c);
  if (name != "opencl")
    throw Error(ExitStatus::bad_input, fmt::format("--backend {} must be opencl or serial", name));
  return make_device_backend(c, values, warn);
}

void say_what_runs(Log& log, const Case& c, const simple_ts::BackendInfo& info) {
  log.note(c.title);
  log.note(fmt::format("  Ma {:.4g}, Kn {:.4g}, Re {:.4g}; {} x {} cells", c.gas.mach, c.gas.knudsen,
                       c.gas.reynolds(), c.mesh.x.cells(), c.mesh.y.cells()));
  log.note(fmt::format("  {}: {}, kernels {}, built in {:.1f} s, {} precision", info.name,
                       info.device, info.kernels, info.build_seconds, name_of(c.run.precision)));
  if (info.tuned) log.note(fmt::format("  {}", tuned_values(info)));
  for (const auto& note : c.notes) log.note("  note: " + note);
}

double cell_updates(const Case& c, long inner) {
  return static_cast<double>(c.cells()) * static_cast<double>(inner);
}

ProgressReport progress_of(const Case& c, const simple_ts::StepReport& r) {
  ProgressReport report;
  report.time = r.time;
  report.end = c.time.end.value_or(0);
  report.step = r.step;
  const double by_time = c.time.end ? r.time / *c.time.end : -1;
  const double by_steps =
      c.time.max_steps > 0 ? static_cast<double>(r.step) / static_cast<double>(c.time.max_steps) : -1;
  report.fraction = std::max(by_time, by_steps);
  report.cell_updates = cell_updates(c, r.inner_total);
  report.inner_per_step = static_cast<double>(r.inner_total) / static_cast<double>(r.step);
  report.largest_residual = r.inner.last.largest();
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

void add_totals(output::JsonObject& summary, const Case& c, const RunTotals& totals) {
  summary.add("status", "done").add("stopped_by", totals.stopped_by);
  summary.add("time", totals.time).add("steps", totals.steps).add("last_dt", totals.last_dt);
  summary.add("inner_iterations", totals.inner).add("unconverged_steps", totals.unconverged);
  summary.add("seconds", totals.seconds);
  summary.add("cell_updates_per_second", cell_updates(c, totals.inner) / totals.seconds);
  summary.add("last_residual", totals.last.largest());
}

void say_how_it_went(Log& log, const Case& c, const RunTotals& totals,
                     const std::filesystem::path& directory) {
  log.note(fmt::format("done ({}): t = {:.6g} after {} steps, {} inner iterations, {:.1f} s, "
                       "{:.2f} million cell updates per second", totals.stopped_by, totals.time,
                       totals.steps, totals.inner, totals.seconds,
                       cell_updates(c, totals.inner) / totals.seconds / 1e6));
  if (totals.unconverged > 0)
    log.warn(fmt::format("{} of {} steps reached inner.max without reaching inner.tolerance",
                         totals.unconverged, totals.steps));
  log.note(fmt::format("results in {}: fields.pvd opens in ParaView", directory.string()));
}

RunTotals run_with_outputs(const Case& c, Backend& backend, RunOutput& out, Log& log) {
  Progress progress(log);
  simple_ts::StepReport last;
  simple_ts::TimeLoopEvents events;
  events.output = [&](long step, double time) { out.write_frame(step, time); };
  events.warning = [&](const std::string& text) {
    progress.finish();
    log.warn(text);
  };
  events.step = [&](const simple_ts::StepReport& report) {
    last = report;
    out.write_history(report);
    progress.update(progress_of(c, report));
  };
  try {
    const RunTotals totals = simple_ts::run_time_loop(c, backend, events);
    out.write_history(last, true);
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
  // 1. The whole case is validated before anything runs or is written.
  const auto settings =
      config::load_case_file(values["case"].as<std::string>(), overrides_of_run(values));
  const Case c = simple_ts::make_case(settings);
  // 2. The device, its memory and its kernels.
  std::vector<std::string> warnings;
  const auto backend =
      make_backend(c, values, [&](const std::string& text) { warnings.push_back(text); });
  backend->upload(simple_ts::initial_state(c));
  // 3. The output directory, with the case as it runs.
  const auto& directory = c.output.directory;
  output::prepare_output_directory(directory, values["overwrite"].as<bool>());
  output::write_whole_file(directory / "case.cfg", settings.resolved());
  Log log(values["quiet"].as<bool>());
  log.open_file(directory / "run.log");
  for (const auto& warning : warnings) log.warn(warning);
  say_what_runs(log, c, backend->info());
  // 4. The time loop, then the summary, also of a run that failed.
  auto summary = summary_of(c, backend->info(), values["parity"].as<bool>());
  const auto summary_file = directory / "summary.json";
  try {
    RunOutput out(c, *backend, directory);
    const RunTotals totals = run_with_outputs(c, *backend, out, log);
    add_totals(summary, c, totals);
    summary.add("forces", out.forces_summary());
    output::write_whole_file(summary_file, summary.text() + '\n');
    say_how_it_went(log, c, totals, directory);
  } catch (const Error& error) {
    log.failure(error.what());
    summary.add("status", "failed").add("exit_status", static_cast<int>(error.status()));
    summary.add("message", error.what());
    if (error.status() != ExitStatus::output_failed)
      output::write_whole_file(summary_file, summary.text() + '\n');
    throw;
  }
  return 0;
}

}  // namespace slipflow::app
