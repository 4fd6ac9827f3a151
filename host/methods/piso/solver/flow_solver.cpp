#include "slipflow/piso/flow_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "backends/operations.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::piso {

namespace {
constexpr double kVelocityOfSteady = 1e-10;  // absolute; and relative
constexpr double kRelativeOfSteady = 0.1;
// Residuals of a step, compared to the change of a flow that is steady enough, and the least that
// rounding lets them reach on any mesh.
constexpr double kPartOfSteadyChange = 0.1, kLeastResidual = 1e-12;

/// What the residuals of a step of `dt` may be.
double most_residual(const FlowCase& flow, double dt) {
  return flow.steady_change > 0
             ? std::max(kLeastResidual, kPartOfSteadyChange * flow.steady_change * dt)
             : 1;
}

}  // namespace

/// Until a residual is below `tolerance`, or `relative` times the first one.
struct FlowSolver::Goal {
  double tolerance, relative;
};

template <class Make>
FlowSolver::FlowSolver(const Make& make, const FlowMesh& mesh, const FlowCase& flow,
                       const Wrap& wrap)
    : mesh_(mesh),
      flow_(flow),
      boundaries_(mesh, flow_),
      arrays_(make(flow_, boundaries_)),
      wrapped_(wrap ? wrap(*arrays_) : nullptr),
      on_(wrapped_ ? wrapped_.get() : arrays_.get()) {
  start(std::vector<SfVector>(mesh.volumes.size(), SfVector{0, 0, 0}));
}

FlowSolver::FlowSolver(const FlowMesh& mesh, const FlowCase& flow, const Wrap& wrap)
    : FlowSolver(
          [&](const FlowCase& own, const Boundaries& boundaries) {
            return make_serial_operations(mesh, own, boundaries);
          },
          mesh, flow, wrap) {}

FlowSolver::FlowSolver(opencl::Workspace& workspace, const FlowMesh& mesh, const FlowCase& flow,
                       DeviceChoice choice, const Wrap& wrap)
    : FlowSolver(
          [&](const FlowCase& own, const Boundaries& boundaries) {
            return make_device_operations(workspace, mesh, own, boundaries, choice);
          },
          mesh, flow, wrap) {}

FlowSolver::~FlowSolver() = default;

void FlowSolver::start(const std::vector<SfVector>& velocities, double t) {
  t_ = t;
  steps_ = 0;
  dt_ = 0;
  for (SolutionLimit* limit : {&velocity_limit_, &pressure_limit_}) limit->forget();
  prescribed_ = {};
  prescribe_velocities();
  prescribe_pressures();
  arrays_->start(components_of(velocities, mesh_.components),
                 std::vector<double>(mesh_.volumes.size()));
}

// Values that do not change are not written again.
void FlowSolver::prescribe_velocities() {
  auto velocities = boundaries_.velocities(t_);
  if (velocities == prescribed_.velocities) return;
  prescribed_.velocities = std::move(velocities);
  prescribed_.fluxes = boundaries_.fluxes(t_);
  arrays_->prescribe(prescribed_);
}

void FlowSolver::prescribe_pressures() {
  auto pressures = boundaries_.pressures(t_);
  if (pressures == prescribed_.pressures) return;
  prescribed_.pressures = std::move(pressures);
  arrays_->prescribe(prescribed_);
}

void FlowSolver::predict(const Goal& goal, bool is_first, FlowReport& report) {
  const double residual = on_->momentum_residual();
  if (is_first) report.residual_u = residual;
  if (flow_.fixed_iterations > 0)
    report.velocity_iterations += on_->solve_momentum(0, flow_.fixed_iterations).iterations;
  else if (residual > goal.tolerance)
    report.velocity_iterations += velocity_limit_.judge(
        on_->solve_momentum(std::max(goal.relative, goal.tolerance / residual),
                            velocity_limit_.most()),
        report.warnings);
}

// The pressure equation, again for each non-orthogonal corrector, fluxes without divergence and the
// velocities of the new pressure, which is relaxed by `alpha`.
// Each until its residual is below the tolerance, or a part of the first one, of the last solution
// `last_relative`.
void FlowSolver::correct(double tolerance, double last_relative, double alpha, bool is_first,
                         FlowReport& report) {
  const int solutions = mesh_.oblique ? 1 + flow_.nonorthogonal : 1;
  on_->set_pressure_coefficients();
  for (int number = 0; number < solutions; ++number) {
    if (number > 0) on_->find_pressure_gradient();
    const double residual = on_->pressure_residual();
    if (is_first && number == 0) report.residual_p = residual;
    const double relative =
        number + 1 == solutions ? last_relative : flow_.linear.relative_tolerance;
    if (flow_.fixed_iterations > 0)
      report.pressure_iterations += on_->solve_pressure(0, flow_.fixed_iterations).iterations;
    else if (residual > tolerance)
      report.pressure_iterations += pressure_limit_.judge(
          on_->solve_pressure(std::max(relative, tolerance / residual), pressure_limit_.most()),
          report.warnings);
  }
  on_->correct(alpha);
}

FlowChecks FlowSolver::checked() const {
  const FlowChecks checks = on_->check();
  if (std::isfinite(checks.net)) return checks;
  const auto velocities = vectors_of(arrays_->velocities(), mesh_.components);
  const auto p = arrays_->pressures();
  for (std::size_t i = 0; i < p.size(); ++i)
    if (!std::isfinite(sf_dot(velocities[i], velocities[i])) || !std::isfinite(p[i]))
      throw Error(ExitStatus::diverged,
                  fmt::format("the velocity or the pressure of cell {} is not finite", i));
  throw Error(ExitStatus::diverged, "a flux is not finite");
}

FlowReport FlowSolver::iterate() {
  const bool consistent = flow_.algorithm == Algorithm::simplec;
  FlowReport report;
  ++steps_;
  on_->keep_old(0);
  SfMomentumTerms terms{0, 0, 0, flow_.relax_velocity, boundaries_.body_force()};
  on_->assemble(terms, ExplicitFrom::old);
  predict({kVelocityOfSteady, kRelativeOfSteady}, true, report);
  on_->find_fluxes(0, consistent);
  const double tolerance = std::min(flow_.linear.tolerance, 0.1 * flow_.tolerance);
  correct(tolerance, flow_.linear.relative_tolerance, flow_.relax_pressure, true, report);
  const FlowChecks checks = checked();
  report.continuity = checks.all > 0 ? checks.net / checks.all : 0;
  return report;
}

FlowReport FlowSolver::step(double dt, double end) {
  const bool bdf2 = flow_.bdf2 && dt_ > 0;
  const double w = bdf2 ? dt / dt_ : 0;
  FlowReport report;
  ++steps_;
  t_ = end;
  dt_ = dt;
  on_->keep_old(w);
  prescribe_velocities();
  const SfMomentumTerms terms = sf_terms_of_step(dt, w, boundaries_.body_force());
  const double most = most_residual(flow_, dt);
  for (int outer = 0; outer < flow_.outer_correctors; ++outer) {
    on_->assemble(terms, outer > 0 ? ExplicitFrom::present
                         : bdf2    ? ExplicitFrom::extrapolated
                                   : ExplicitFrom::old);
    // The first predictor takes the pressure of the previous time level, on the boundary too.
    const double tolerance = std::min(flow_.linear.tolerance, most);
    predict({tolerance, 0}, outer == 0, report);
    correct_step(terms.c0, tolerance, outer == 0, report);
  }
  const FlowChecks checks = checked();
  report.continuity = checks.all > 0 ? checks.net / checks.all : 0;
  report.courant = dt * checks.courant;
  return report;
}

// The correctors of a predicted velocity.
void FlowSolver::correct_step(double c0, double tolerance, bool is_first, FlowReport& report) {
  for (int number = 0; number < flow_.correctors; ++number) {
    on_->find_fluxes(c0, true);
    if (is_first && number == 0) prescribe_pressures();
    const bool is_last = number + 1 == flow_.correctors;
    correct(tolerance, is_last ? 0 : flow_.linear.relative_tolerance, 1, is_first && number == 0,
            report);
  }
}

void FlowSolver::resume(const FlowState& state, double t, long steps) {
  t_ = t;
  dt_ = state.dt;
  steps_ = steps;
  prescribe_velocities();
  prescribe_pressures();
  arrays_->resume(state);
}

SideLoads FlowSolver::side_loads() const {
  SideValues values = arrays_->side_values();
  for (std::size_t s = 0; s < values.pressures.size(); ++s) {
    if (boundaries_.gives_pressure(s)) values.pressures[s] = prescribed_.pressures[s];
    // What is solved for is the same in the cell and at its side; gravity's part is not.
    values.pressures[s] += boundaries_.potential(mesh_.sides.centre[s]);
  }
  return {vectors_of(values.frictions, mesh_.components), std::move(values.pressures),
          std::move(values.fluxes)};
}

std::vector<double> FlowSolver::pressures() const {
  auto p = arrays_->pressures();
  for (std::size_t i = 0; i < p.size(); ++i) p[i] += boundaries_.potential(mesh_.centres[i]);
  return p;
}

FlowState FlowSolver::state() const {
  FlowState state = arrays_->state();
  state.dt = dt_;
  return state;
}

void FlowSolver::resume_misses(const std::array<double, 2>& misses) {
  velocity_limit_.resume(misses[0]);
  pressure_limit_.resume(misses[1]);
}

double FlowSolver::largest_change() const { return arrays_->largest_change(); }

double FlowSolver::courant_rate() const { return on_->check().courant; }

std::vector<SfVector> FlowSolver::velocities() const {
  return vectors_of(arrays_->velocities(), mesh_.components);
}

}  // namespace slipflow::piso
