#include "run_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case_options.hpp"
#include "slipflow/config/units.hpp"

namespace slipflow::app {

using methods::BackendInfo;
using methods::Problem;
using run::RunTotals;

namespace {
// A rank with more than this times the mean work is worth a note.
constexpr double kMostImbalance = 1.1;

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

const char* time_symbol(const Problem& problem) { return name_of(problem.controls().time.kind); }
}  // namespace

double updates_per_second(const Problem& problem, const RunTotals& totals) {
  return cell_updates(problem, totals.inner - totals.from.inner) / totals.seconds;
}

void say_what_runs(Log& log, const Problem& problem, const BackendInfo& info,
                   const opencl::BuildCount& built) {
  const auto& controls = problem.controls();
  log.note(controls.title);
  std::string numbers;
  for (const auto& number : problem.description().numbers())
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
  report.time_name = name_of(control.kind);
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

bool became_steady(const RunTotals& totals) {
  return totals.stopped_by == "steady" && !totals.missed_steady;
}

bool was_stopped(const RunTotals& totals) {
  return totals.stopped_by == "request" || totals.stopped_by == "max_hours";
}

// In the units of the method, as the progress line and the column change_rate.
Error missed_steady(const Problem& problem, const RunTotals& totals) {
  if (!totals.fault.empty())
    return {ExitStatus::diverged, "did not converge to a flow that exists: " + totals.fault};
  const double limit = problem.controls().time.steady;
  if (totals.stopped_by == "max_steps")
    return {
        ExitStatus::diverged,
        fmt::format("did not converge: after time.max_steps = {} the change per time is {:.2g}, "
                    "not below time.steady = {:.2g}",
                    totals.step, totals.last_step.change_rate, limit)};
  return {ExitStatus::diverged,
          fmt::format("did not converge: at step {} the change per time has stopped shrinking at "
                      "{:.2g}, above time.steady = {:.2g}: the flow may be unsteady, or the "
                      "tolerances of the case keep it there",
                      totals.step, totals.stall.floor(), limit)};
}

void say_how_it_went(Log& log, const Problem& problem, const RunTotals& totals,
                     const std::filesystem::path& directory) {
  const auto since = totals.from.step > 0
                         ? fmt::format(" ({} since the restart)", totals.step - totals.from.step)
                         : "";
  log.note(
      fmt::format("{} ({}): {} = {:.6g} after {} steps{}, {} inner iterations, {:.1f} s, "
                  "{:.2f} million cell updates per second",
                  totals.missed_steady ? "not converged" : "done", totals.stopped_by,
                  time_symbol(problem), totals.time, totals.step, since, totals.inner,
                  totals.seconds, updates_per_second(problem, totals) / 1e6));
  if (totals.unconverged > 0)
    log.warn(fmt::format("{} of {} steps did not converge", totals.unconverged, totals.step));
  log.note(fmt::format("results in {}: fields.pvd opens in ParaView", directory.string()));
}

void say_energy(Log& log, const Problem& problem,
                const std::optional<methods::EnergyBalance>& balance) {
  if (!balance) return;
  const auto text = [&](double value) {
    return config::quantity_text(value, balance->unit, problem.controls().output.units.get());
  };
  std::string terms =
      fmt::format("heat in {}, out {}", text(balance->heat_in), text(balance->heat_out));
  if (balance->work_in > 0 || balance->work_out > 0)
    terms += fmt::format("; work in {}, out {}", text(balance->work_in), text(balance->work_out));
  log.note(fmt::format("energy: {}; in minus out {}, {:.2g} % of what enters", terms,
                       text(balance->in() - balance->out()), 100 * balance->error()));
}

void say_ranks(Log& log, const std::optional<methods::RankTimes>& times) {
  if (!times) return;
  const auto& t = *times;
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

void say_restart(Log& log, const Problem& problem, const run::Restart& restart,
                 const std::string& writer) {
  const auto& at = restart.checkpoint.loop;
  for (const auto& warning : restart.warnings) log.warn(warning);
  log.note(fmt::format("restart from {}: step {}, {} = {:.6g}{}", restart.file.string(), at.step,
                       time_symbol(problem), at.time,
                       restart.continues_results ? "" : "; results begin anew here"));
  for (const auto& note : restart.notes) log.note("  note: " + note);
  if (writer != restart.checkpoint.writer)
    log.note(fmt::format("  note: the checkpoint was written by '{}', this run uses '{}'",
                         restart.checkpoint.writer, writer));
}

void say_stop(Log& log, const Problem& problem, const RunTotals& totals, const std::string& reason,
              const std::filesystem::path& checkpoint, const std::vector<std::string>& arguments) {
  log.note(fmt::format("stopped by {}: {} = {:.6g} after {} steps; checkpoint {}", reason,
                       time_symbol(problem), totals.time, totals.step, checkpoint.string()));
  log.note("to resume: " + run::command_to_resume(arguments));
}

}  // namespace slipflow::app
