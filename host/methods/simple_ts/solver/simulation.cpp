#include "slipflow/simple_ts/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "case/quantities.hpp"
#include "output/side_flow.hpp"
#include "simple_ts/convection/schemes.h"
#include "simple_ts/stage_length.h"
#include "slipflow/simple_ts/fields.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::simple_ts {

namespace {
// A warning begins at this fraction of the limit: the velocities of the next steps may be higher.
constexpr double kWarnAbove = 0.9;
// Time levels of a steady flow may differ by this many tolerances, as each has its own error: a
// lid-driven cavity never becomes steady with 4 (at Re 1000), and does with 8 (at Re 100).
constexpr double kErrorsOfSteadySteps = 5;
// Changes of the inner iteration below this part of the largest value may be rounding errors.
constexpr double kRoundOff = 0x1p-44;
// A tolerance this many times as large as rounding errors can be reached: the estimated error is
// several changes over 1 - q, and rounding gives q any value near 1.
constexpr double kToleranceOverRoundOff = 100;

constexpr long kStepsBetweenOutflows = 100;  // that are judged

struct NotFinite {
  std::string field;
  std::array<int, 3> cell;
  double value;
};

std::optional<NotFinite> find_not_finite(const Case& c, const State& s) {
  const auto layout = c.mesh.layout();
  const auto fields = s.all();
  std::optional<NotFinite> first;
  mesh::for_cells(mesh::cells_of(layout), [&](int i, int j, int k) {
    for (std::size_t n = 0; n < fields.size() && !first; ++n)
      if (const double value = (*fields[n])[layout.at(i, j, k)]; !std::isfinite(value))
        first = NotFinite{field_list(s.axes)[n].name, {i, j, k}, value};
  });
  return first;
}

double largest_value(const Case& c, const State& s) {
  const auto layout = c.mesh.layout();
  double largest = 0;
  mesh::for_cells(mesh::cells_of(layout), [&](int i, int j, int k) {
    const auto at = layout.at(i, j, k);
    for (const double value : {s.T[at], s.rho[at] * s.T[at]})
      largest = std::max(largest, std::abs(value));
    for (int axis = 0; axis < s.axes; ++axis)
      largest = std::max(largest, std::abs(s.velocity(axis)[at]));
  });
  return largest;
}

Changes changes_of(const Residuals& r, int axes) {
  Changes changes{{r.p, r.T, r.u, r.v}};
  if (axes == 3) changes.values.push_back(r.w);
  return changes;
}

methods::Arrays arrays_of(State s) {
  methods::Arrays arrays;
  const auto fields = s.all();
  for (std::size_t k = 0; k < fields.size(); ++k)
    arrays.push_back({field_list(s.axes)[k].name, std::move(*fields[k])});
  return arrays;
}

State state_of(methods::Arrays arrays, int axes) {
  State s{axes};
  const auto fields = s.all();
  for (std::size_t k = 0; k < fields.size(); ++k)
    *fields[k] = std::move(methods::values_named(arrays, field_list(axes)[k].name));
  return s;
}
}  // namespace

std::string warning_of_steady(const Case& c, double dt) {
  const double change = c.time.steady * dt, tolerance = tolerance_of_step(c, dt);
  if (c.time.steady == 0 || change >= kErrorsOfSteadySteps * tolerance) return "";
  return fmt::format(
      "time.steady = {} may never be reached: in steps of {} it asks for changes below {:.1e}, and "
      "steps that are solved to {:.1e} have errors of that size; take a larger time.steady, or "
      "longer steps",
      quantity_text(c.time.steady, "V0/L", c.output.units.get(), 6), time_text(c, dt, 3), change,
      tolerance);
}

Simulation::Simulation(const Case& c, Operations& backend)
    : case_(c),
      backend_(backend),
      stages_(c.scheme.second_order ? std::make_optional<TwoStages>(c, backend) : std::nullopt),
      diagnostics_(c, backend, stages_ ? &*stages_ : nullptr),
      length_(c),
      safe_step_(std::numeric_limits<double>::infinity()) {
  if (c.march == March::steady) march_.emplace(c, backend);
  if (c.splitting.pressure == PressureSolution::automatic && !c.scheme.explicit_convection)
    pressure_.emplace();
  if (std::ranges::find(c.sides, BoundaryKind::pressure) != c.sides.end())
    side_flow_ = std::make_unique<PressureSideFlow>(c);
  if (std::ranges::find(c.sides, BoundaryKind::outflow) != c.sides.end())
    outflow_ = std::make_unique<OutflowSideFlow>(c);
}

Simulation::Simulation(const Case& c, std::unique_ptr<Operations> backend)
    : Simulation(c, *backend) {
  own_ = std::move(backend);
}

Simulation::~Simulation() = default;

void Simulation::start() { backend_.upload(initial_state(case_)); }

methods::Arrays Simulation::download(methods::Level level) const {
  const bool current = level == methods::Level::current;
  return arrays_of(current ? backend_.download() : backend_.download_old());
}

void Simulation::upload(methods::Arrays fields) {
  backend_.upload(state_of(std::move(fields), case_.axes()));
  change_before_.reset();
  diagnostics_.forget_flows();
  if (stages_) stages_->forget();
}

void Simulation::upload_old(methods::Arrays fields, double dt) {
  backend_.upload_old(state_of(std::move(fields), case_.axes()), dt);
}

void Simulation::archive_numbers(methods::NumberArchive& archive) {
  if (pressure_) pressure_->archive_numbers(archive);
  if (stages_) stages_->archive_numbers(archive);
  archive_change(archive);
  march_ ? march_->archive_numbers(archive) : length_.archive_numbers(archive);
}

// With steps of second order a checkpoint has their combined level in place of the level before the
// last step, so that the change over that step is one of its numbers.
void Simulation::archive_change(methods::NumberArchive& archive) {
  const bool is_second_order =
      archive.restores() ? !archive.lacks("second_order") : stages_.has_value();
  double change = std::numeric_limits<double>::infinity();  // unknown
  if (is_second_order) {
    if (!archive.restores()) change = change_over_step();
    archive("second_order.change", change);
    diagnostics_.archive_flows(archive);
  }
  if (!archive.restores() || (!is_second_order && !stages_)) return;
  change_before_ = change;
  if (!stages_) backend_.upload(backend_.download());  // the next step has no level before it
}

double Simulation::change_over_step() {
  return change_before_ ? *change_before_ : backend_.change_over_step().largest();
}

double Simulation::time_step() {
  return march_ ? march_->time_step() : length_.next([&] { return backend_.step_limits(); });
}

void Simulation::impose(double time) {
  if (case_.sides_vary_in_time())
    backend_.impose(imposed_velocities(case_, side_factors(case_, time)));
}

InnerResult Simulation::advance_in_time(double dt, double end, double factor) {
  InnerControl control = case_.inner;
  control.tolerance = tolerance_of_step(case_, dt);
  control.factor = factor;
  InnerResult result;
  if (stages_) {
    const auto impose_at = [&](double before_end) { impose(end - before_end); };
    result = stages_->advance(dt, control, impose_at, length_.may_repeat());
  } else {
    impose(end);
    result = advance_time_step(backend_, dt, control);
  }
  length_.take(dt, result,
               stages_ ? stages_->effort(result.inner)
                       : StepEffort{.iterations = static_cast<double>(result.inner)});
  return result;
}

StepResult Simulation::advance(double dt, double end, double factor) {
  change_before_.reset();
  diagnostics_.forget_flows();
  if (pressure_) {
    const double dt_e = stages_ ? SF_STAGE_LENGTH * dt : dt;
    if (pressure_->is_due()) pressure_->choose(dt_e, backend_.step_limits());
    if (pressure_->changes()) factor = methods::kUnknownFactor;
    backend_.solve_pressure(pressure_->solves());
  }
  const InnerResult r = march_ ? march_->advance(dt) : advance_in_time(dt, end, factor);
  dt_ = dt;
  time_ = end;
  if (pressure_) pressure_->take(r.inner);
  return {r.inner,
          changes_of(r.first, case_.axes()),
          changes_of(r.last, case_.axes()),
          r.factor,
          r.converged || case_.inner.tolerance == 0 || (march_ && !march_->has_measured()),
          r.diverged};
}

bool Simulation::takes_back_step() {
  const bool shorter = march_ ? march_->shorten() : length_.shorten(dt_);
  if (shorter) backend_.take_back_step();
  if (shorter && stages_) stages_->forget();
  return shorter;
}

double Simulation::change_rate(double dt) {
  const double of_step = change_over_step() / dt;
  return march_ ? march_->change_rate(of_step) : of_step;
}

bool Simulation::decides_on_steady() const { return march_ && march_->has_measured(); }

double Simulation::varies_until() const { return case_.sides_vary_until(); }

std::vector<std::string> Simulation::warnings_at_start(long step) {
  auto warnings = warnings_of_step_limit(step);
  if (case_.time.steady > 0 && !chooses_steps())
    if (const auto warning = warning_of_steady(case_, time_step()); !warning.empty())
      warnings.push_back(warning);
  return warnings;
}

std::vector<std::string> Simulation::warnings_after(long step) {
  auto warnings = warnings_of_step_limit(step);
  if (!warned_of_heat_flow_ && case_.has_heat_flow())
    if (const auto warning = warning_of_heat_flow(step); !warning.empty()) {
      warned_of_heat_flow_ = true;
      warnings.push_back(warning);
    }
  if (step % kStepsBetweenOutflows == 0 && !warned_of_outflow_ && outflow_ &&
      time_ >= outflow_->settling_time())
    if (const auto warning = warning_of_outflow(); !warning.empty()) {
      warned_of_outflow_ = true;
      warnings.push_back(fmt::format("step {}: {}", step, warning));
    }
  if (side_flow_)
    if (const auto warning =
            side_flow_->warning(backend_.diagnostics().nodes(side_flow_->places()));
        !warning.empty()) {
      side_flow_.reset();
      warnings.push_back(fmt::format("step {}: {}", step, warning));
    }
  return warnings;
}

std::vector<std::string> Simulation::warnings_of_step_limit(long step) {
  if (!case_.time.step) return {};
  const StepLimits limits = backend_.step_limits();
  safe_step_ = safe_time_step(case_, limits);
  const double part = *case_.time.step * limits.convection / convergence_limit(case_);
  if (part < kWarnAbove || warned_of_limit_) return {};
  warned_of_limit_ = true;
  return {fmt::format(
      "step {}: time.step = {} is {:.2f} times the largest for which the inner iteration "
      "converges; take {} or less, or courant = 0.25",
      step, time_text(case_, *case_.time.step, 6), part, time_text(case_, safe_step_, 3))};
}

std::string Simulation::warning_of_outflow() {
  return outflow_ ? outflow_->warning(backend_.diagnostics().nodes(outflow_->places())) : "";
}

std::string Simulation::fault_of_steady_state() { return warning_of_outflow(); }

std::string Simulation::warning_of_heat_flow(long step) {
  const auto cause = [&](const WallValues& wall) {
    return wall.heat_flow == 0
               ? "the heat of friction"
               : "flux=" + quantity_text(wall.heat_flow, "rho0 V0^3", case_.output.units.get(), 6);
  };
  const WallLoads loads = rounded(case_, backend_.diagnostics().wall_loads());
  for (std::size_t wall = 0; wall < loads.size(); ++wall)
    for (const SideLoads& side : loads[wall])
      if (side.limited > 0)
        return fmt::format(
            "step {}: the heat flow of {} is limited on {:.0f} of its faces, where {} would "
            "cool the gas at the wall below a tenth of the temperature next to it",
            step, case_.walls[wall].name, side.limited, cause(case_.walls[wall].values));
  return "";
}

// True if the changes no longer shrink and are of the size of rounding errors.
bool Simulation::stalls_at_round_off(const StepResult& result) const {
  const double last = result.last.largest();
  if (case_.run.precision != Precision::in_double || last > case_.inner.noise) return false;
  if (result.factor < 1 && last < result.first.largest()) return false;
  return last <= kRoundOff * largest_value(case_, backend_.download());
}

// time.steady may ask for a smaller tolerance than inner.tolerance, which then is not what to
// raise.
std::string Simulation::warning_of_unconverged(long step, const StepResult& result, bool first) {
  const double last = result.last.largest();
  const double tolerance = tolerance_of_step(case_, dt_);
  const bool is_of_key = tolerance == case_.inner.tolerance;
  if (!warned_of_round_off_ && stalls_at_round_off(result)) {
    warned_of_round_off_ = true;
    const auto stall = fmt::format(
        "step {}: the changes of the inner iteration stall at {:.1e}, the size of rounding errors "
        "here: ",
        step, last);
    if (!is_of_key)
      return stall + "steps cannot be solved as closely as time.steady asks for; take a larger one";
    return stall + fmt::format("inner.tolerance = {:.1e} cannot be reached; take {:.0e} or more",
                               tolerance, kToleranceOverRoundOff * last);
  }
  if (!first) return "";
  return fmt::format(
      "step {}: the inner iteration reached inner.max = {} with a largest change of {:.2e}, "
      "before its estimated error was below {} = {:.2e}; later steps that do so are counted in the "
      "summary",
      step, case_.inner.max, last, is_of_key ? "inner.tolerance" : "what time.steady asks for",
      tolerance);
}

Error Simulation::divergence(const methods::StepEnd& at, const StepResult& result) {
  std::string where;
  if (const auto bad = find_not_finite(case_, backend_.download()))
    where = fmt::format("{} is {} in {}", bad->field, std::isnan(bad->value) ? "nan" : "infinite",
                        cell_in_words(case_, bad->cell));
  else
    where = fmt::format("the largest change grew from {:.2e} to {:.2e} in {} inner iterations",
                        result.first.largest(), result.last.largest(), result.inner);
  if (chooses_steps())
    return {
        ExitStatus::diverged,
        fmt::format("diverged at step {}, {} = {}: {}; so did shorter steps, down to {}; check the "
                    "boundaries and the initial state, or give time.step",
                    at.step, name_of(case_.time.kind), time_text(case_, at.time, 6), where,
                    time_text(case_, at.dt, 3))};
  const double smaller = std::min(at.dt / 2, safe_step_);
  return {ExitStatus::diverged,
          fmt::format("diverged at step {}, {} = {}: {}; take a smaller time step than {}, "
                      "for example {}",
                      at.step, name_of(case_.time.kind), time_text(case_, at.time, 6), where,
                      time_text(case_, at.dt, 3), time_text(case_, smaller, 3))};
}

void Simulation::begin_step(double dt) {
  stages_ ? stages_->begin(dt) : backend_.begin_time_step(dt);
}
void Simulation::iterate() { backend_.advance_inner_iteration(); }
double Simulation::largest_change() { return backend_.residuals().largest(); }

}  // namespace slipflow::simple_ts
