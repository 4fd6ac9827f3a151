#include "slipflow/simple_ts/time_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

#include "simple_ts/convection/schemes.h"
#include "slipflow/support/error.hpp"

namespace slipflow::simple_ts {

namespace {
// Part of the limit of the inner iteration below which a step stays that follows the velocities.
constexpr double kSafe = 0.8;
// From this part of the limit on a run is warned: the velocities of the next steps may be higher.
constexpr double kWarnAbove = 0.9;
// Steps between checks of the limit, and of the steady state.
constexpr long kStepsBetweenChecks = 10;

struct NotFinite {
  const char* field;
  int i, j;
  double value;
};

std::optional<NotFinite> find_not_finite(const Case& c, const State& s) {
  const auto layout = c.mesh.layout();
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) {
      const auto at = layout.at(i, j);
      const std::pair<const char*, double> values[] = {
          {"T", s.T[at]}, {"rho", s.rho[at]}, {"u", s.u[at]}, {"v", s.v[at]}};
      for (const auto& [field, value] : values)
        if (!std::isfinite(value)) return NotFinite{field, i, j, value};
    }
  return std::nullopt;
}

class TimeLoop {
 public:
  TimeLoop(const Case& c, Backend& backend, const TimeLoopEvents& events)
      : case_(c), backend_(backend), events_(events) {}

  RunTotals run() {
    const auto begin = std::chrono::steady_clock::now();
    check_step_limit();
    output();
    while (totals_.stopped_by.empty()) {
      const double dt = next_time_step();
      const StepResult result = advance_time_step(backend_, dt, case_.inner);
      finish_step(dt, result);
      if (result.diverged) throw divergence(dt, result);
      if (landing_on_output_) output();
      decide_whether_to_stop(dt);
    }
    if (last_output_ != totals_.steps) output();
    totals_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return totals_;
  }

 private:
  void output() {
    last_output_ = totals_.steps;
    if (events_.output) events_.output(totals_.steps, totals_.time);
  }

  // dt of the case, shortened to land on the next output or the end.
  double next_time_step() {
    double dt = wanted_time_step();
    landing_ = std::numeric_limits<double>::infinity();
    if (case_.time.end) landing_ = *case_.time.end;
    const double every = case_.output.every_time;
    const double next_output = every > 0 ? every * static_cast<double>(outputs_landed_ + 1) : landing_;
    landing_ = std::min(landing_, next_output);
    // A remainder of rounding is not worth a step of its own.
    landed_ = totals_.time + dt * (1 + 1e-9) >= landing_;
    landing_on_output_ = landed_ && every > 0 && landing_ == next_output;
    return landed_ ? landing_ - totals_.time : dt;
  }

  double wanted_time_step() {
    if (case_.time.step) return *case_.time.step;
    const StepLimits limits = backend_.step_limits();
    return std::min(*case_.time.courant / limits.signal, safe_time_step(case_, limits));
  }

  void finish_step(double dt, const StepResult& result) {
    totals_.steps += 1;
    totals_.inner += result.inner;
    totals_.time = landed_ ? landing_ : totals_.time + dt;
    if (landing_on_output_) ++outputs_landed_;
    totals_.last_dt = dt;
    totals_.last = result.last;
    if (!result.converged && case_.inner.tolerance > 0 && !result.diverged) warn_unconverged(result);
    if (totals_.steps % kStepsBetweenChecks == 0 && !result.diverged) check_step_limit();
    if (events_.step)
      events_.step({totals_.steps, totals_.time, dt, result, totals_.inner});
  }

  void warn_unconverged(const StepResult& result) {
    if (totals_.unconverged++ == 0 && events_.warning)
      events_.warning(fmt::format(
          "step {}: the inner iteration reached inner.max = {} with a largest change of {:.2e}, "
          "above inner.tolerance = {:.2e}; later steps that do so are counted in the summary",
          totals_.steps, case_.inner.max, result.last.largest(), case_.inner.tolerance));
  }

  void check_step_limit() {
    if (!case_.time.step) return;
    const StepLimits limits = backend_.step_limits();
    safe_step_ = safe_time_step(case_, limits);
    const double part = *case_.time.step * limits.convection / convergence_limit(case_);
    if (part < kWarnAbove || warned_of_limit_) return;
    warned_of_limit_ = true;
    if (events_.warning)
      events_.warning(fmt::format(
          "step {}: time.step = {} is {:.2f} times the largest for which the inner iteration "
          "converges; take {:.3g} or less, or courant = 0.25", totals_.steps, *case_.time.step,
          part, safe_step_));
  }

  void decide_whether_to_stop(double dt) {
    if (landed_ && case_.time.end && landing_ == *case_.time.end) totals_.stopped_by = "end";
    const bool steady_is_due = case_.time.steady > 0 && totals_.steps % kStepsBetweenChecks == 0;
    if (steady_is_due && backend_.change_over_step().largest() / dt < case_.time.steady)
      totals_.stopped_by = "steady";
    if (totals_.steps == case_.time.max_steps) totals_.stopped_by = "max_steps";
  }

  Error divergence(double dt, const StepResult& result) {
    std::string where;
    if (const auto bad = find_not_finite(case_, backend_.download()))
      where = fmt::format("{} is {} in cell ({}, {}) at x = {:.6g}, y = {:.6g}", bad->field,
                          std::isnan(bad->value) ? "nan" : "infinite", bad->i, bad->j, case_.mesh.x.centre(bad->i),
                          case_.mesh.y.centre(bad->j));
    else
      where = fmt::format("the largest change grew from {:.2e} to {:.2e} in {} inner iterations",
                          result.first.largest(), result.last.largest(), result.inner);
    const double smaller = std::min(dt / 2, safe_step_);
    return {ExitStatus::diverged,
            fmt::format("diverged at step {}, t = {:.6g}: {}; take a smaller time step than {:.3g}, "
                        "for example {:.3g}", totals_.steps, totals_.time, where, dt, smaller)};
  }

  const Case& case_;
  Backend& backend_;
  const TimeLoopEvents& events_;
  RunTotals totals_;
  double landing_ = 0;            // the time a shortened step lands on
  bool landed_ = false;           // this step does
  bool landing_on_output_ = false;
  long outputs_landed_ = 0;
  long last_output_ = -1;         // step of the last output
  double safe_step_ = std::numeric_limits<double>::infinity();  // at the last check
  bool warned_of_limit_ = false;
};
}  // namespace

double convergence_limit(const Case& c) {
  const bool upwind = c.scheme.convection == SF_UPWIND;
  if (!c.splitting.outflow_diagonal) return upwind ? 0.5 : 0.25;
  if (c.scheme.explicit_convection) return upwind ? 0.5 : 1.0 / 3.0;
  return upwind ? 1.0 : 0.5;
}

double safe_time_step(const Case& c, const StepLimits& limits) {
  return kSafe * convergence_limit(c) / limits.convection;
}

RunTotals run_time_loop(const Case& c, Backend& backend, const TimeLoopEvents& events) {
  return TimeLoop(c, backend, events).run();
}

}  // namespace slipflow::simple_ts
