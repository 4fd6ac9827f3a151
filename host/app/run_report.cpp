#include "run_report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

#include "build_commit.hpp"
#include "case_options.hpp"

namespace slipflow::app {

using methods::BackendInfo;
using methods::Problem;
using run::RunTotals;

namespace {
// A rank with more than this times the mean work is worth a note.
constexpr double kMostImbalance = 1.1;

// "2026-11-26T09:30:00Z"
std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[sizeof "0000-00-00T00:00:00Z"] = "";
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::string host_name() {
  char name[256] = "";
  if (::gethostname(name, sizeof name - 1) != 0) return "unknown";
  return name;
}

/// " (9 programs, 2 of them from the cache)"
std::string programs_text(const opencl::BuildCount& built) {
  if (built.programs == 0) return "";
  const auto cached =
      built.from_cache > 0 ? fmt::format(", {} of them from the cache", built.from_cache) : "";
  return fmt::format(" ({} program{}{})", built.programs, built.programs == 1 ? "" : "s", cached);
}

double cell_updates(const Problem& problem, long inner) {
  return static_cast<double>(problem.mesh().cells()) * static_cast<double>(inner);
}

double part_done(const setup::TimeControl& control, long step, double time) {
  const double by_time = control.end ? time / *control.end : -1;
  const double by_steps = control.max_steps > 0
                              ? static_cast<double>(step) / static_cast<double>(control.max_steps)
                              : -1;
  return std::max(by_time, by_steps);
}

// Of this part of the run, like the seconds.
double updates_per_second(const Problem& problem, const RunTotals& totals) {
  return cell_updates(problem, totals.inner - totals.from.inner) / totals.seconds;
}
}  // namespace

void say_what_runs(Log& log, const Problem& problem, const BackendInfo& info,
                   const opencl::BuildCount& built) {
  const auto& controls = problem.controls();
  log.note(controls.title);
  std::string numbers;
  for (const auto& number : problem.numbers())
    numbers += fmt::format("{}{} {:.4g}", numbers.empty() ? "" : ", ", number.symbol, number.value);
  log.note(fmt::format("  {}{}{} cells", numbers, numbers.empty() ? "" : "; ",
                       problem.mesh().size_text()));
  log.note(fmt::format("  {}: {}, kernels {}, built in {:.1f} s{}, {} precision", info.name,
                       info.device, info.kernels, info.build_seconds, programs_text(built),
                       name_of(controls.run.precision)));
  if (!info.note.empty()) log.note("  note: " + info.note);
  if (info.tuned) log.note(fmt::format("  {}", tuned_values(info)));
  for (const auto& note : controls.notes) log.note("  note: " + note);
}

ProgressReport progress_of(const Problem& problem, const run::StepReport& r,
                           const run::LoopPosition& from) {
  const auto& control = problem.controls().time;
  ProgressReport report;
  report.time = r.time;
  report.end = control.end.value_or(0);
  report.step = r.step;
  report.fraction = part_done(control, r.step, r.time);
  const long inner = r.inner_total - from.inner;
  report.cell_updates = cell_updates(problem, inner);
  report.inner_per_step = static_cast<double>(inner) / static_cast<double>(r.step - from.step);
  report.largest_residual = r.inner.last.largest();
  report.steady = control.steady;
  report.change_rate = r.last_change_rate;
  return report;
}

output::Json summary_of(const Problem& problem, const BackendInfo& info, bool parity) {
  const auto& controls = problem.controls();
  const auto& mesh = problem.mesh();
  output::Json summary = {
      {"slipflow", SLIPFLOW_VERSION},
      {"commit", build_commit()},
      {"date", utc_now()},
      {"host", host_name()},
      {"title", controls.title},
      {"backend", info.name},
      {"device", info.device},
      {"driver", info.driver},
      {"kernels", info.kernels},
      {"parity", parity},
      {"precision", name_of(controls.run.precision)},
      {"work_group_size", info.work_group_size},
      {"rows", info.rows},
      {"tuned", info.tuned},
      {"build_seconds", info.build_seconds},
      {"bytes_per_cell", info.bytes_allocated / static_cast<double>(mesh.cells())},
      {"cells_x", mesh.x.cells()},
      {"cells_y", mesh.y.cells()}};
  if (mesh.axes() > 2) summary["cells_z"] = mesh.z.cells();
  for (const auto& number : problem.numbers()) summary[number.name] = number.value;
  if (controls.output.units) {
    auto& references = summary["si_units"] = output::Json::object();
    for (const auto& [symbol, meaning, quantity, unit] : controls.output.units->references)
      references[symbol] = quantity.si();
  }
  return summary;
}

bool was_stopped(const RunTotals& totals) {
  return totals.stopped_by == "request" || totals.stopped_by == "max_hours";
}

void add_totals(output::Json& summary, const Problem& problem, const RunTotals& totals,
                const std::vector<methods::BodySummary>& bodies) {
  summary["status"] = was_stopped(totals) ? "stopped" : "done";
  summary["stopped_by"] = totals.stopped_by;
  summary["restarted_at_step"] = totals.from.step;
  summary["time"] = totals.time;
  summary["steps"] = totals.steps;
  summary["last_dt"] = totals.last_dt;
  summary["inner_iterations"] = totals.inner;
  summary["unconverged_steps"] = totals.unconverged;
  summary["seconds"] = totals.seconds;
  summary["cell_updates_per_second"] = updates_per_second(problem, totals);
  summary["last_residual"] = totals.last.largest();
  auto& forces = summary["forces"] = output::Json::array();
  for (const auto& [body, numbers] : bodies) {
    output::Json object = {{"body", body}};
    for (const auto& [name, value] : numbers) object[name] = value;
    forces.push_back(std::move(object));
  }
}

void add_flows(output::Json& summary, const std::vector<std::pair<std::string, double>>& flows) {
  for (const auto& [name, value] : flows) summary[name] = value;
}

void add_oscillations(output::Json& summary, const Problem& problem,
                      const std::vector<run::Oscillation>& found) {
  for (const auto& o : found) {
    output::Json probe = {{"probe", o.probe}, {"frequency", o.frequency}};
    if (const auto velocity = problem.reference_velocity())
      probe["strouhal"] = o.frequency / *velocity;
    probe["periods"] = o.periods;
    probe["spread"] = o.spread;
    summary["oscillations"].push_back(std::move(probe));
  }
}

void say_how_it_went(Log& log, const Problem& problem, const RunTotals& totals,
                     const std::filesystem::path& directory) {
  const auto since = totals.from.step > 0
                         ? fmt::format(" ({} since the restart)", totals.steps - totals.from.step)
                         : "";
  log.note(
      fmt::format("done ({}): t = {:.6g} after {} steps{}, {} inner iterations, {:.1f} s, "
                  "{:.2f} million cell updates per second",
                  totals.stopped_by, totals.time, totals.steps, since, totals.inner, totals.seconds,
                  updates_per_second(problem, totals) / 1e6));
  if (totals.unconverged > 0)
    log.warn(fmt::format("{} of {} steps reached inner.max without reaching inner.tolerance",
                         totals.unconverged, totals.steps));
  log.note(fmt::format("results in {}: fields.pvd opens in ParaView", directory.string()));
}

void report_ranks(Log& log, output::Json& summary, const std::optional<methods::RankTimes>& times) {
  if (!times) return;
  const auto& t = *times;
  summary["ranks"] = t.ranks;
  summary["grid"] = fmt::format("{}x{}", t.columns, t.rows);
  summary["seconds_in_iterations"] = t.seconds;
  summary["seconds_waiting_halo"] = t.waiting_halo;
  summary["seconds_waiting_decision"] = t.waiting_decision;
  summary["begun_in_vain"] = t.in_vain;
  summary["imbalance"] = t.imbalance;
  const auto percent = [](double part, double all) { return all > 0 ? 100 * part / all : 0.0; };
  log.note(fmt::format(
      "{} ranks: of the time of iterations {:.1f} % were waits for values of other "
      "ranks, {:.1f} % for decisions; {:.1f} % of the iterations were begun in vain",
      t.ranks, percent(t.waiting_halo, t.seconds), percent(t.waiting_decision, t.seconds),
      percent(static_cast<double>(t.in_vain), static_cast<double>(t.iterations))));
  if (t.imbalance > kMostImbalance)
    log.note(fmt::format("rank {} on {} computed {:.2f} times as long as the ranks do on average",
                         t.slowest, t.host_of_slowest, t.imbalance));
}

void say_restart(Log& log, const run::Restart& restart, const std::string& writer) {
  const auto& at = restart.checkpoint.loop;
  for (const auto& warning : restart.warnings) log.warn(warning);
  log.note(fmt::format("restart from {}: step {}, t = {:.6g}{}", restart.file.string(), at.step,
                       at.time, restart.continues_results ? "" : "; results begin anew here"));
  for (const auto& note : restart.notes) log.note("  note: " + note);
  if (writer != restart.checkpoint.writer)
    log.note(fmt::format("  note: the checkpoint was written by '{}', this run uses '{}'",
                         restart.checkpoint.writer, writer));
}

void say_stop(Log& log, const RunTotals& totals, const std::string& reason,
              const std::filesystem::path& checkpoint, const std::vector<std::string>& arguments) {
  log.note(fmt::format("stopped by {}: t = {:.6g} after {} steps; checkpoint {}", reason,
                       totals.time, totals.steps, checkpoint.string()));
  log.note("to resume: " + run::command_to_resume(arguments));
}

}  // namespace slipflow::app
