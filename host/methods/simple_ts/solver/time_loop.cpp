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
// Tolerances by which time levels of a steady flow may differ, each solved to its own error: a
// lid-driven cavity never becomes steady with 4 (at Re 1000), and does with 8 (at Re 100).
constexpr double kErrorsOfSteadySteps = 5;
// Changes of the inner iteration below this part of the largest value may be rounding errors.
constexpr double kRoundOff = 0x1p-44;
// A tolerance is reached in spite of them if it is so many times as large: the estimated error is
// several changes over 1 - q, and rounding makes q anything near 1.
constexpr double kToleranceOverRoundOff = 100;

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

double largest_value(const Case& c, const State& s) {
  const auto layout = c.mesh.layout();
  double largest = 0;
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) {
      const auto at = layout.at(i, j);
      for (const double value : {s.T[at], s.rho[at] * s.T[at], s.u[at], s.v[at]})
        largest = std::max(largest, std::abs(value));
    }
  return largest;
}

class TimeLoop {
 public:
  TimeLoop(const Case& c, Backend& backend, const TimeLoopEvents& events, const LoopPosition& from)
      : case_(c), backend_(backend), events_(events), at_(from) {
    totals_.from = from;
  }

  RunTotals run() {
    const auto begin = std::chrono::steady_clock::now();
    check_step_limit();
    check_steady();
    if (at_.last_output < 0) output();
    decide_whether_to_stop();
    while (totals_.stopped_by.empty()) {
      const double dt = next_time_step();
      if (case_.sides_vary_in_time())
        backend_.set_side_factors(side_factors(case_, landed_ ? landing_ : at_.time + dt));
      const StepResult result = advance_time_step(backend_, dt, case_.inner, at_.factor);
      finish_step(dt, result);
      if (result.diverged) throw divergence(dt, result);
      if (landing_on_output_) output();
      decide_whether_to_stop();
      stop_if_requested();
    }
    if (totals_.stopped_by != "request" && at_.last_output != at_.step) output();
    totals_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return totals();
  }

 private:
  void output() {
    at_.last_output = at_.step;
    if (events_.output) events_.output(at_.step, at_.time);
  }

  // dt of the case, shortened to land on the next output or the end.
  double next_time_step() {
    double dt = wanted_time_step();
    landing_ = std::numeric_limits<double>::infinity();
    if (case_.time.end) landing_ = *case_.time.end;
    const double every = case_.output.every_time;
    const double next_output = every > 0 ? next_output_time(every) : landing_;
    landing_ = std::min(landing_, next_output);
    // A remainder of rounding is not worth a step of its own.
    landed_ = at_.time + dt * (1 + 1e-9) >= landing_;
    landing_on_output_ = landed_ && every > 0 && landing_ == next_output;
    return landed_ ? landing_ - at_.time : dt;
  }

  // The first multiple after the time, which is one itself when a step has landed there.
  double next_output_time(double every) const {
    double n = std::floor(at_.time / every);  // one less when the quotient was rounded down
    for (int k = 0; k < 2 && every * n <= at_.time; ++k) ++n;
    return every * n > at_.time ? every * n : std::numeric_limits<double>::infinity();
  }

  double wanted_time_step() {
    if (case_.time.step) return *case_.time.step;
    return courant_time_step(case_, backend_.step_limits());
  }

  void finish_step(double dt, const StepResult& result) {
    at_.step += 1;
    at_.inner += result.inner;
    at_.time = landed_ ? landing_ : at_.time + dt;
    at_.last_dt = dt;
    at_.last_inner = result.inner;
    at_.last = result.last;
    at_.factor = result.factor;
    if (!result.converged && case_.inner.tolerance > 0 && !result.diverged)
      warn_unconverged(result);
    if (at_.step % kStepsBetweenChecks == 0 && !result.diverged) {
      check_step_limit();
      check_heat_flows();
    }
    if (events_.step) events_.step({at_.step, at_.time, dt, result, at_.inner, change_rate_});
  }

  // The changes shrink no more, and are of the size of rounding errors.
  bool stalls_at_round_off(const StepResult& result) {
    const double last = result.last.largest();
    if (case_.run.precision != Precision::in_double || last > case_.inner.noise) return false;
    if (result.factor < 1 && last < result.first.largest()) return false;
    return last <= kRoundOff * largest_value(case_, backend_.download());
  }

  void warn_unconverged(const StepResult& result) {
    const bool first = at_.unconverged++ == 0;
    if (!events_.warning) return;
    if (!warned_of_round_off_ && stalls_at_round_off(result)) {
      warned_of_round_off_ = true;
      events_.warning(
          fmt::format("step {}: the changes of the inner iteration stall at {:.1e}, the size of "
                      "rounding errors "
                      "here: inner.tolerance = {:.1e} cannot be reached; take {:.0e} or more",
                      at_.step, result.last.largest(), case_.inner.tolerance,
                      kToleranceOverRoundOff * result.last.largest()));
    } else if (first) {
      events_.warning(fmt::format(
          "step {}: the inner iteration reached inner.max = {} with a largest change of {:.2e}, "
          "before its estimated error was below inner.tolerance = {:.2e}; later steps that do so "
          "are counted in the summary",
          at_.step, case_.inner.max, result.last.largest(), case_.inner.tolerance));
    }
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
          "converges; take {:.3g} or less, or courant = 0.25",
          at_.step, *case_.time.step, part, safe_step_));
  }

  void check_steady() {
    if (case_.time.steady == 0 || !events_.warning) return;
    const auto warning = warning_of_steady(case_, wanted_time_step());
    if (!warning.empty()) events_.warning(warning);
  }

  void check_heat_flows() {
    if (warned_of_heat_flow_ || !case_.has_heat_flow() || !events_.warning) return;
    const WallLoads loads = backend_.measures().wall_loads();
    for (std::size_t wall = 0; wall < loads.size(); ++wall)
      for (const SideLoads& side : loads[wall])
        if (side.limited > 0 && !warned_of_heat_flow_) {
          warned_of_heat_flow_ = true;
          events_.warning(fmt::format(
              "step {}: the heat flow of {} is limited on {:.0f} of its faces, where flux={} would "
              "cool the gas at the wall below a tenth of the temperature next to it",
              at_.step, case_.walls[wall].name, side.limited, case_.walls[wall].values.heat_flow));
        }
  }

  // Depends on the position alone, so that a run that had ended, and goes on, ends at once.
  void decide_whether_to_stop() {
    if (case_.time.end && at_.time >= *case_.time.end) totals_.stopped_by = "end";
    const bool steady_is_due = case_.time.steady > 0 && at_.step > 0 &&
                               at_.step % kStepsBetweenChecks == 0 &&
                               at_.time >= case_.sides_vary_until();
    if (steady_is_due) change_rate_ = backend_.change_over_step().largest() / at_.last_dt;
    if (steady_is_due && change_rate_ < case_.time.steady) totals_.stopped_by = "steady";
    if (case_.time.max_steps > 0 && at_.step >= case_.time.max_steps)
      totals_.stopped_by = "max_steps";
  }

  void stop_if_requested() {
    const bool last = !totals_.stopped_by.empty();
    const bool requested = events_.between_steps && events_.between_steps(at_, last);
    if (requested && !last) totals_.stopped_by = "request";
  }

  RunTotals totals() const {
    RunTotals totals = totals_;
    totals.steps = at_.step;
    totals.inner = at_.inner;
    totals.unconverged = at_.unconverged;
    totals.time = at_.time;
    totals.last_dt = at_.last_dt;
    totals.last = at_.last;
    totals.last_step = {at_.step, at_.time, at_.last_dt, {}, at_.inner};
    totals.last_step.inner.inner = static_cast<int>(at_.last_inner);
    totals.last_step.inner.last = at_.last;
    return totals;
  }

  Error divergence(double dt, const StepResult& result) {
    std::string where;
    if (const auto bad = find_not_finite(case_, backend_.download()))
      where = fmt::format("{} is {} in cell ({}, {}) at x = {:.6g}, y = {:.6g}", bad->field,
                          std::isnan(bad->value) ? "nan" : "infinite", bad->i, bad->j,
                          case_.mesh.x.centre(bad->i), case_.mesh.y.centre(bad->j));
    else
      where = fmt::format("the largest change grew from {:.2e} to {:.2e} in {} inner iterations",
                          result.first.largest(), result.last.largest(), result.inner);
    const double smaller = std::min(dt / 2, safe_step_);
    return {
        ExitStatus::diverged,
        fmt::format("diverged at step {}, t = {:.6g}: {}; take a smaller time step than {:.3g}, "
                    "for example {:.3g}",
                    at_.step, at_.time, where, dt, smaller)};
  }

  const Case& case_;
  Backend& backend_;
  const TimeLoopEvents& events_;
  LoopPosition at_;
  RunTotals totals_;
  double change_rate_ = std::numeric_limits<double>::quiet_NaN();
  double landing_ = 0;   // the time a shortened step lands on
  bool landed_ = false;  // this step does
  bool landing_on_output_ = false;
  double safe_step_ = std::numeric_limits<double>::infinity();  // at the last check
  bool warned_of_limit_ = false;
  bool warned_of_round_off_ = false;
  bool warned_of_heat_flow_ = false;
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

double courant_time_step(const Case& c, const StepLimits& limits) {
  return std::min(*c.time.courant / limits.signal, safe_time_step(c, limits));
}

std::string warning_of_steady(const Case& c, double dt) {
  const double change = c.time.steady * dt;
  if (c.time.steady == 0 || change >= kErrorsOfSteadySteps * c.inner.tolerance) return "";
  return fmt::format(
      "time.steady = {} may never be reached: in steps of {:.3g} it asks for changes "
      "below {:.1e}, and inner.tolerance = {:.1e} leaves errors of that size; take "
      "an inner.tolerance of {:.0e} or less, or a larger time.steady",
      c.time.steady, dt, change, c.inner.tolerance, change / 10);
}

RunTotals run_time_loop(const Case& c, Backend& backend, const TimeLoopEvents& events,
                        const LoopPosition& from) {
  return TimeLoop(c, backend, events, from).run();
}

}  // namespace slipflow::simple_ts
