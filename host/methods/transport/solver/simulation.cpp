#include "solver/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "output/fluxes.hpp"

namespace slipflow::transport {

using methods::Level;

std::vector<setup::FieldInfo> field_list(const Case& c) {
  return {{"phi", "phi", c.output.units ? "phi" : "", setup::Location::cell_centre, true}};
}

Simulation::Simulation(const Case& c, const MakeOperations& make)
    : FieldSimulation(c, field_list(c)[0]),
      case_(c),
      box_(make_box(c)),
      on_(make({c, box_})),
      courant_rate_(courant_rate(c, box_)) {}

void Simulation::start() {
  const auto phi = initial_phi(case_);
  for (const Level level : {Level::current, Level::old}) on_->write(level, phi);
  phi_.reset();
  time_ = 0;
}

void Simulation::write(Level level, const std::vector<double>& values) {
  on_->write(level, to_box(case_, values));
  phi_.reset();
}

std::vector<double> Simulation::read(Level level) const {
  return from_box(case_, level == Level::current ? phi() : on_->read(level));
}

std::optional<double> Simulation::value_on_wall(const Cell& cell, int side, int wall,
                                                double inside) const {
  const auto values = values_at(case_, time_);
  const TrBox box = box_.view(case_, values);
  const TrCell at = tr_cell(&box, cell[0], cell[1], cell[2]);
  return tr_phi_on_face(&box, &at, side, wall, inside);
}

// Only with the preconditioner atm there is an omega.
void Simulation::archive_numbers(methods::NumberArchive& archive) {
  KeptOmega kept = on_->kept_omega();
  archive("time", time_);
  archive("omega.mass", kept.mass);
  archive("omega.value", kept.omega);
  if (archive.restores()) on_->keep_omega(kept);
}

double Simulation::time_step() {
  if (case_.time_scheme == TimeScheme::steady) return 1;
  if (case_.time.step) return *case_.time.step;
  return courant_rate_ > 0 ? *case_.time.courant / courant_rate_ : 1;
}

Solution Simulation::solve(double dt) {
  const double mean = is_singular(case_) ? extremes().mean : 0;
  phi_.reset();
  auto solution = on_->advance({mass_of(case_, dt), case_.time_scheme == TimeScheme::crank_nicolson,
                                values_in_step(case_, time_, dt)});
  if (is_singular(case_)) restore_mean(mean);
  return solution;
}

methods::StepResult Simulation::advance(double dt, double end, double factor) {
  auto [result, solver, failures] = solve(dt);
  if (failures_.empty() && !failures.empty())
    failures_ = fmt::format("in the step to {} = {:.6g} {} solved the linear system, as {}",
                            name_of(case_.time.kind), end, solver, failures);
  time_ = end;
  iterations_ = std::move(result.history);
  outside_ = std::max(outside_, result.outside);
  const methods::Changes changes{{result.last}};
  return {.inner = std::max(result.iterations, 1),
          .first = {{result.first}},
          .last = changes,
          .factor = factor,
          .converged = true,  // else there is an error
          .diverged = !std::isfinite(result.last)};
}

double Simulation::varies_until() const {
  double latest = 0;
  const auto take = [&](const Factors& factors) {
    if (factors.time) latest = std::max(latest, factors.time->times.back());
  };
  for (const auto& condition : case_.conditions) take(condition.factors);
  for (const auto& source : case_.sources) take(source.factors);
  return latest;
}

std::vector<std::string> Simulation::warnings_after(long) {
  std::vector<std::string> warnings;
  if (!failures_.empty() && !std::exchange(has_told_them_, true)) warnings.push_back(failures_);
  linear_solvers::Result7 result;
  result.outside = outside_;
  const auto note = linear_solvers::outside_note(result);
  if (!note.empty() && !std::exchange(has_warned_, true)) warnings.push_back(note);
  return warnings;
}

Error Simulation::divergence(const methods::StepEnd& at, const methods::StepResult&) {
  return {ExitStatus::diverged,
          fmt::format("diverged at step {}, {} = {:.6g}: the residual of the linear system is "
                      "not finite",
                      at.step, name_of(case_.time.kind), at.time)};
}

const std::vector<double>& Simulation::phi() const {
  if (!phi_) phi_ = on_->read(Level::current);
  return *phi_;
}

Simulation::Extremes Simulation::extremes() {
  Extremes e;
  double sum = 0, volume = 0;
  const auto values = values_at(case_, time_);
  const TrBox box = box_.view(case_, values);
  for_free_cells(box_, box, [&](const TrCell& cell) {
    e.least = std::min(e.least, phi()[cell.p]);
    e.most = std::max(e.most, phi()[cell.p]);
    sum += tr_volume(&box, &cell) * phi()[cell.p];
    volume += tr_volume(&box, &cell);
  });
  e.mean = sum / volume;
  return e;
}

std::vector<double> Simulation::history() {
  const Extremes e = extremes();
  return {e.least, e.most, e.mean};
}

// The equation determines phi up to a constant.
void Simulation::restore_mean(double mean) {
  const double change = mean - extremes().mean;
  auto shifted = phi();
  const auto values = values_at(case_, time_);
  const TrBox box = box_.view(case_, values);
  for_free_cells(box_, box, [&](const TrCell& cell) { shifted[cell.p] += change; });
  on_->write(Level::current, shifted);
  phi_.reset();
}

std::vector<std::vector<double>> Simulation::tables() {
  auto fluxes = fluxes_of(case_, box_, phi(), time_);
  fluxes.out.insert(fluxes.out.end(), {fluxes.source, fluxes.loss});
  std::vector<double> rows;
  for (std::size_t k = 0; k < iterations_.size(); ++k)
    rows.insert(rows.end(), {static_cast<double>(k + 1), iterations_[k].residual,
                             iterations_[k].omega, iterations_[k].tau});
  return {std::move(fluxes.out), std::move(rows)};
}

std::vector<double> Simulation::surface_numbers() {
  return transport::surface_numbers(case_, box_, phi(), time_);
}

std::vector<methods::BodySummary> Simulation::body_summaries() {
  const auto fluxes = fluxes_of(case_, box_, phi(), time_);
  std::vector<methods::BodySummary> bodies;
  for (std::size_t k = 0; k < case_.conditions.size(); ++k)
    bodies.push_back({case_.conditions[k].name, {{"flux_out", fluxes.out[k]}}});
  return bodies;
}

}  // namespace slipflow::transport
