#include "slipflow/simple_ts/steady_marching.hpp"

#include "slipflow/simple_ts/time_step.hpp"

namespace slipflow::simple_ts {

SteadyMarching::SteadyMarching(const Case& c, Operations& backend)
    : case_(c), backend_(backend), march_(c.time.steady, c.inner), acceleration_(c) {}

InnerResult SteadyMarching::advance(double dt) {
  const bool measures = march_.is_to_measure();
  if (case_.is_closed()) {
    if (mass_ == 0) mass_ = mass();
    if (measures) restore_mass();
  }
  const InnerResult result = advance_time_step(backend_, dt, march_.control());
  if (result.diverged) return result;
  march_.take(result);
  if (measures)
    acceleration_.interrupt();
  else if (acceleration_.is_due())
    accelerate();
  return result;
}

void SteadyMarching::accelerate() {
  const auto mean = acceleration_.take(case_.is_closed() ? restore_mass() : backend_.download());
  if (mean) backend_.upload(*mean);
}

bool SteadyMarching::shorten() {
  const bool shorter = march_.shorten();
  if (shorter) acceleration_.forget();
  return shorter;
}

double SteadyMarching::mass() {
  return rounded(case_, backend_.diagnostics().totals(Contents::mass)).contents.mass;
}

State SteadyMarching::restore_mass() {
  const double factor = mass_ / mass();
  State s = backend_.download();
  for (std::size_t at = 0; at < s.rho.size(); ++at)
    if (case_.mesh.tags[at] == 0) s.rho[at] *= factor;
  backend_.upload(s);
  return s;
}

void SteadyMarching::archive_numbers(methods::NumberArchive& archive) {
  if (archive.lacks("march")) return;
  march_.archive_numbers(archive);
  archive("march.mass", mass_);
  acceleration_.archive_numbers(archive);
}

}  // namespace slipflow::simple_ts
