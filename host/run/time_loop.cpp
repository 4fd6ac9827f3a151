#include "slipflow/run/time_loop.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace slipflow::run {

namespace {
constexpr double kLeastWait = 2000, kPartOfWait = 0.5;           // steps without a new least change
constexpr double kLeastInterval = 1000, kPartOfInterval = 0.25;  // steps, and part of all
constexpr double kShrinks = 0.9;
}  // namespace

void StallWatch::take(std::int64_t step, double change) {
  const auto at = static_cast<double>(step);
  if (at <= last_) return;
  if (!std::isfinite(change)) *this = {};
  last_ = at;
  if (!std::isfinite(change)) return;
  if (first_ < 0) first_ = begin_ = at;
  if (change < least_) least_ = change, least_step_ = at;
  now_ = std::min(now_, change);
  if (at - begin_ >= std::max(kLeastInterval, kPartOfInterval * (at - first_))) end_interval(at);
}

void StallWatch::end_interval(double step) {
  const bool waits = step - least_step_ >= std::max(kLeastWait, kPartOfWait * (step - first_));
  floor_ = waits && now_ >= kShrinks * before_ ? now_ : 0;
  before_ = now_;
  now_ = kNone;
  begin_ = step;
}

void StallWatch::archive_numbers(methods::NumberArchive& archive) {
  archive("stall.first", first_, -1);
  archive("stall.last", last_, -1);
  archive("stall.least", least_);
  archive("stall.least_step", least_step_);
  archive("stall.begin", begin_);
  archive("stall.now", now_);
  archive("stall.before", before_);
  archive("stall.floor", floor_);
}

namespace {
// Steps between two looks at the state: for warnings, and for time.steady.
constexpr long kStepsBetweenChecks = 10;
// Times that differ by less than this part of a step are the same.
constexpr double kRounding = 1e-9;

// The first multiple of `every` after a time, which may be a multiple itself.
double next_multiple(double every, double time) {
  double n = std::floor(time / every);  // one less when the quotient was rounded down
  for (int k = 0; k < 2 && every * n <= time; ++k) ++n;
  return every * n > time ? every * n : std::numeric_limits<double>::infinity();
}

class TimeLoop {
 public:
  TimeLoop(const setup::Controls& controls, Stepper& stepper, const TimeLoopEvents& events,
           const LoopPosition& from)
      : controls_(controls), stepper_(stepper), events_(events) {
    at_ = totals_.from = from;
  }

  RunTotals run() {
    const auto begin = std::chrono::steady_clock::now();
    warn(stepper_.warnings_at_start(at_.step));
    if (at_.last_output < 0) output();
    decide_whether_to_stop();
    while (totals_.stopped_by.empty()) {
      const PlannedStep step = plan_step(controls_, at_, stepper_.time_step());
      const StepResult result = stepper_.advance(step.dt, step.end, at_.factor);
      if (result.diverged && stepper_.takes_back_step()) {
        at_.inner += result.inner;
        continue;
      }
      finish_step(step, result);
      if (result.diverged) throw stepper_.divergence({at_.step, at_.time, step.dt}, result);
      decide_whether_to_stop();  // the output of the last step tells how the run ended
      if (step.lands_on_output) output();
      stop_if_requested();
    }
    warn(stepper_.warnings_after(at_.step));
    if (totals_.stopped_by != "request" && at_.last_output != at_.step) output();
    totals_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    totals_.last_step = {at_.step, at_.time, at_.last_dt, {}, at_.inner, change_rate_now()};
    totals_.last_step.inner.inner = static_cast<int>(at_.last_inner);
    totals_.last_step.inner.last = at_.last;
    return totals_;
  }

 private:
  void warn(const std::vector<std::string>& warnings) const {
    if (events_.warning)
      for (const auto& warning : warnings) events_.warning(warning);
  }

  void output() {
    at_.last_output = at_.step;
    if (events_.output) events_.output(at_.step, at_.time, !totals_.missed_steady);
  }

  void finish_step(const PlannedStep& step, const StepResult& result) {
    at_.step += 1;
    at_.inner += result.inner;
    at_.time = step.end;
    at_.last_dt = step.dt;
    at_.since = step.since;
    at_.equal_steps = step.equal_steps;
    at_.last_inner = result.inner;
    at_.last = result.last;
    at_.factor = result.factor;
    if (!result.converged && !result.diverged) count_unconverged(result);
    if (at_.step % kStepsBetweenChecks == 0 && !result.diverged)
      warn(stepper_.warnings_after(at_.step));
    if (!result.diverged) measure_change_rate();
    if (events_.step)
      events_.step(
          {at_.step, at_.time, at_.last_dt, result, at_.inner, change_rate_now(), change_rate_});
  }

  // On every tenth step, and where the method asks for it, if time.steady does.
  void measure_change_rate() {
    const bool is_check = at_.step % kStepsBetweenChecks == 0 || stepper_.decides_on_steady();
    if (!is_check || !may_be_steady() || measured_at_ == at_.step) return;
    change_rate_ = stepper_.change_rate(at_.last_dt);
    measured_at_ = at_.step;
    // A march that has measured nothing gives the limit itself where its estimate is below.
    if (change_rate_ != controls_.time.steady) at_.stall.take(at_.step, change_rate_);
  }

  // The last step need not be a tenth one. StallWatch does not take it, as a longer run would not.
  void measure_last_change_rate() {
    if (measured_at_ == at_.step || !may_be_steady()) return;
    change_rate_ = stepper_.change_rate(at_.last_dt);
    measured_at_ = at_.step;
  }

  bool may_be_steady() const {
    return controls_.time.steady > 0 && at_.step > 0 && at_.time >= stepper_.varies_until();
  }

  double change_rate_now() const {
    return measured_at_ == at_.step ? change_rate_ : std::numeric_limits<double>::quiet_NaN();
  }

  void count_unconverged(const StepResult& result) {
    const bool first = at_.unconverged++ == 0;
    if (!events_.warning) return;
    const auto warning = stepper_.warning_of_unconverged(at_.step, result, first);
    if (!warning.empty()) events_.warning(warning);
  }

  // Depends on the position alone, so that a run that had ended, and is resumed, ends at once.
  void decide_whether_to_stop() {
    const auto& time = controls_.time;
    if (time.end && at_.time >= *time.end - kRounding * at_.last_dt) totals_.stopped_by = "end";
    measure_change_rate();
    if (time.steady > 0 && !time.end && at_.stall.stalls()) totals_.stopped_by = "stalled";
    const bool limit = time.max_steps > 0 && at_.step >= time.max_steps;
    if (limit) measure_last_change_rate();
    if (limit && (totals_.stopped_by.empty() || events_.max_steps_is_end))
      totals_.stopped_by = "max_steps";
    if (change_rate_now() < time.steady) totals_.stopped_by = "steady";
    if (totals_.stopped_by == "steady") totals_.fault = stepper_.fault_of_steady_state();
    totals_.missed_steady =
        totals_.stopped_by == "stalled" || !totals_.fault.empty() ||
        (totals_.stopped_by == "max_steps" && time.steady > 0 && !events_.max_steps_is_end);
  }

  void stop_if_requested() {
    const bool last = !totals_.stopped_by.empty();
    const bool requested = events_.between_steps && events_.between_steps(at_, last);
    if (requested && !last) totals_.stopped_by = "request";
  }

  const setup::Controls& controls_;
  Stepper& stepper_;
  const TimeLoopEvents& events_;
  RunTotals totals_;
  LoopPosition& at_ = totals_;
  double change_rate_ = std::numeric_limits<double>::quiet_NaN();  // when last measured
  std::int64_t measured_at_ = -1;                                  // the step of that
};
}  // namespace

PlannedStep plan_step(const setup::Controls& controls, const LoopPosition& at, double dt) {
  // Times have rounding errors of their own in runs of many steps.
  const double rounding = 4 * std::numeric_limits<double>::epsilon() * at.time;
  const double slack = std::max(kRounding * dt, rounding), every = controls.output.every_time;
  constexpr double never = std::numeric_limits<double>::infinity();
  const double output = every > 0 ? next_multiple(every, at.time + slack) : never;
  const double run_end = controls.time.end.value_or(never);
  const double landing = output < run_end - slack ? output : run_end;
  const double left = std::ceil((landing - at.time - slack) / dt);
  // A rest that is one or two steps but for rounding takes steps of dt itself.
  const double part = left > 1 ? 0.5 * (landing - at.time) : landing - at.time;
  const double length = left <= 2 && std::abs(part - dt) > slack ? part : dt;
  if (left <= 1) return {length, landing, landing, 0, output <= landing + slack};
  const bool is_equal = length == at.last_dt;
  const double since = is_equal ? at.since : at.time;
  const std::int64_t equal_steps = is_equal ? at.equal_steps + 1 : 1;
  return {length, since + static_cast<double>(equal_steps) * length, since, equal_steps, false};
}

RunTotals run_time_loop(const setup::Controls& controls, Stepper& stepper,
                        const TimeLoopEvents& events, const LoopPosition& from) {
  return TimeLoop(controls, stepper, events, from).run();
}

}  // namespace slipflow::run
