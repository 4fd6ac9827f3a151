#include "slipflow/piso/flow_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "slipflow/support/error.hpp"
#include "solver/cell_faces.hpp"
#include "solver/gradients.hpp"
#include "solver/pressure.hpp"

namespace slipflow::piso {

namespace {
using Vectors = std::vector<SfVector>;

constexpr double kBalance = 1e-8;            // of the inflow
constexpr double kVelocityOfSteady = 1e-10;  // absolute; and relative
constexpr double kRelativeOfSteady = 0.1;
constexpr double kVelocityOfStep = 1e-6;
constexpr double kPressure = 1e-7;
constexpr double kRelativePressure = 0.05;
}  // namespace

class FlowSolver::Impl {
 public:
  Impl(const FlowMesh& mesh, const FlowCase& flow)
      : mesh_(mesh),
        flow_(flow),
        boundaries_(mesh, flow_),
        momentum_(mesh, flow_, boundaries_),
        pressure_(mesh, flow_, boundaries_) {
    start(Vectors(mesh.volumes.size(), SfVector{0, 0, 0}), 0);
  }

  void start(const Vectors& velocities, double t) {
    U_ = velocities;
    t_ = t;
    steps_ = 0;
    fluxes_.faces = fluxes_of(mesh_, U_);
    fluxes_.sides.assign(mesh_.sides.cell.size(), 0.0);
    for (std::size_t s = 0; s < fluxes_.sides.size(); ++s) fluxes_.sides[s] = given_flux(s, U_);
    fluxes_old_ = fluxes_;
    U_old_ = U_;
  }

  FlowReport iterate();
  FlowReport step(double dt);

  Vectors U_, U_old_, U_older_;
  Fluxes fluxes_, fluxes_old_, fluxes_older_;
  double t_ = 0;
  const FlowMesh& mesh_;
  const FlowCase flow_;
  Boundaries boundaries_;
  Momentum momentum_;
  Pressure pressure_;

 private:
  std::size_t cell_of(std::size_t side) const {
    return static_cast<std::size_t>(mesh_.sides.cell[side]);
  }
  // Through a side: that of a prescribed velocity, of the cell where a pressure is given, or none.
  double given_flux(std::size_t s, const Vectors& U) const {
    if (boundaries_.gives_pressure(s)) return sf_dot(U[cell_of(s)], mesh_.sides.S[s]);
    if (boundaries_.patch(s).kind != PatchKind::velocity) return 0;
    return sf_dot(boundaries_.given_velocity(s, t_), mesh_.sides.S[s]);
  }
  void balance(std::vector<double>& sides) const;
  Fluxes fluxes_from(const Vectors& U) const;
  std::vector<double> volumes_over(const std::vector<double>& a) const;
  void divide(Vectors& h) const;
  void add_consistent_part(const std::vector<double>& r, const std::vector<double>& consistent,
                           Vectors& h, Fluxes& fluxes) const;
  void set_velocities(const Vectors& h, const std::vector<double>& r);
  double net_flow() const;
  double courant(double dt) const;
  void add_old_fluxes(const std::vector<double>& factor, const Fluxes& old, const Vectors& U_old,
                      Fluxes& fluxes) const;
  void require_finite() const;

  long steps_ = 0;
};

// Where no pressure is given, what flows in has to flow out.
void FlowSolver::Impl::balance(std::vector<double>& sides) const {
  if (boundaries_.has_pressure()) return;
  double in = 0, out = 0;
  for (const double flux : sides) (flux < 0 ? in : out) += std::abs(flux);
  if (in == 0 && out == 0) return;
  if (std::abs(out - in) > kBalance * std::max(in, out))
    throw Error(ExitStatus::bad_input,
                fmt::format("the boundaries let in {:.9g} and out {:.9g}, and none of them gives a "
                            "pressure",
                            in, out));
  for (double& flux : sides)
    if (flux > 0) flux *= in / out;
}

Fluxes FlowSolver::Impl::fluxes_from(const Vectors& U) const {
  Fluxes fluxes{fluxes_of(mesh_, U), std::vector<double>(mesh_.sides.cell.size())};
  for (std::size_t s = 0; s < fluxes.sides.size(); ++s) fluxes.sides[s] = given_flux(s, U);
  balance(fluxes.sides);
  return fluxes;
}

// Adds factor_f (phi - U_f.S) of an earlier state: the difference between fluxes and velocities
// that the pressure has made, which has to survive.
void FlowSolver::Impl::add_old_fluxes(const std::vector<double>& factor, const Fluxes& old,
                                      const Vectors& U_old, Fluxes& fluxes) const {
  const auto interpolated = fluxes_of(mesh_, U_old);
  for (std::size_t f = 0; f < fluxes.faces.size(); ++f) {
    const auto P = static_cast<std::size_t>(mesh_.faces.owner[f]);
    const auto N = static_cast<std::size_t>(mesh_.faces.neighbour[f]);
    fluxes.faces[f] +=
        sf_at_face(mesh_.faces.weight[f], factor[P], factor[N]) * (old.faces[f] - interpolated[f]);
  }
  for (std::size_t s = 0; s < fluxes.sides.size(); ++s)
    if (boundaries_.gives_pressure(s)) {
      const std::size_t i = cell_of(s);
      fluxes.sides[s] += factor[i] * (old.sides[s] - sf_dot(U_old[i], mesh_.sides.S[s]));
    }
}

std::vector<double> FlowSolver::Impl::volumes_over(const std::vector<double>& a) const {
  std::vector<double> r(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) r[i] = mesh_.volumes[i] / a[i];
  return r;
}

void FlowSolver::Impl::divide(Vectors& h) const {
  for (std::size_t i = 0; i < h.size(); ++i) h[i] = sf_times(1 / momentum_.diagonal()[i], h[i]);
}

// With the pressure of before: (r' - r) grad p in cells and at faces.
void FlowSolver::Impl::add_consistent_part(const std::vector<double>& r,
                                           const std::vector<double>& consistent, Vectors& h,
                                           Fluxes& fluxes) const {
  const Vectors gradients = pressure_.gradient(t_);
  std::vector<double> more(r.size());
  for (std::size_t i = 0; i < r.size(); ++i) {
    more[i] = consistent[i] - r[i];
    h[i] = sf_plus_times(h[i], more[i], gradients[i]);
  }
  for (std::size_t f = 0; f < fluxes.faces.size(); ++f) {
    const auto P = static_cast<std::size_t>(mesh_.faces.owner[f]);
    const auto N = static_cast<std::size_t>(mesh_.faces.neighbour[f]);
    fluxes.faces[f] += sf_at_face(mesh_.faces.weight[f], more[P], more[N]) *
                       pressure_.face_difference(f, gradients);
  }
  for (std::size_t s = 0; s < fluxes.sides.size(); ++s)
    if (boundaries_.gives_pressure(s))
      fluxes.sides[s] += more[cell_of(s)] * pressure_.side_difference(s, gradients, t_);
}

void FlowSolver::Impl::set_velocities(const Vectors& h, const std::vector<double>& r) {
  const Vectors gradients = pressure_.gradient(t_);
  for (std::size_t i = 0; i < U_.size(); ++i) U_[i] = sf_plus_times(h[i], -r[i], gradients[i]);
}

double FlowSolver::Impl::net_flow() const {
  double sum = 0, all = 0;
  for (std::size_t i = 0; i < U_.size(); ++i) {
    double net = 0;
    for_faces(mesh_, i, [&](const FaceOfCell& f) { net += f.sign * fluxes_.faces[f.face]; });
    for_sides(mesh_, i, [&](std::size_t s) { net += fluxes_.sides[s]; });
    sum += std::abs(net);
  }
  for (const double flux : fluxes_.faces) all += std::abs(flux);
  for (const double flux : fluxes_.sides) all += std::abs(flux);
  return all > 0 ? sum / all : 0;
}

double FlowSolver::Impl::courant(double dt) const {
  double largest = 0;
  for (std::size_t i = 0; i < U_.size(); ++i) {
    double sum = 0;
    for_faces(mesh_, i, [&](const FaceOfCell& f) { sum += std::abs(fluxes_.faces[f.face]); });
    for_sides(mesh_, i, [&](std::size_t s) { sum += std::abs(fluxes_.sides[s]); });
    largest = std::max(largest, 0.5 * dt * sum / mesh_.volumes[i]);
  }
  return largest;
}

void FlowSolver::Impl::require_finite() const {
  for (std::size_t i = 0; i < U_.size(); ++i)
    if (!std::isfinite(sf_dot(U_[i], U_[i])) || !std::isfinite(pressure_.values()[i]))
      throw Error(ExitStatus::diverged,
                  fmt::format("the velocity or the pressure of cell {} is not finite", i));
}

FlowReport FlowSolver::Impl::iterate() {
  const Vectors before = U_;
  const Fluxes fluxes_before = fluxes_;
  momentum_.assemble(fluxes_, {}, t_);
  momentum_.set_explicit(U_, t_);
  const auto rest = momentum_.relax(U_, flow_.relax_velocity);
  const auto predicted =
      momentum_.solve(U_, pressure_.gradient(t_), kVelocityOfSteady, kRelativeOfSteady);
  const auto r = volumes_over(momentum_.diagonal());
  auto consistent = r;
  if (flow_.algorithm == Algorithm::simplec)
    for (std::size_t i = 0; i < r.size(); ++i)
      consistent[i] = mesh_.volumes[i] / (momentum_.diagonal()[i] + momentum_.sum_across()[i]);
  Vectors h = momentum_.h_of(U_);
  divide(h);
  Fluxes fluxes = fluxes_from(h);
  add_old_fluxes(rest, fluxes_before, before, fluxes);
  if (flow_.algorithm == Algorithm::simplec) add_consistent_part(r, consistent, h, fluxes);
  const auto p_before = pressure_.values();
  const double tolerance = std::min(kPressure, 0.1 * flow_.tolerance);
  const auto solved =
      pressure_.correct(consistent, t_, {tolerance, kRelativePressure, kRelativePressure}, fluxes);
  fluxes_ = std::move(fluxes);
  auto& p = pressure_.values();
  for (std::size_t i = 0; i < p.size(); ++i)
    p[i] = p_before[i] + flow_.relax_pressure * (p[i] - p_before[i]);
  pressure_.fix_level();
  set_velocities(h, consistent);
  require_finite();
  return {predicted.residual, solved.residual, predicted.iterations,
          solved.iterations,  net_flow(),      0};
}

FlowReport FlowSolver::Impl::step(double dt) {
  U_older_ = std::exchange(U_old_, U_);
  fluxes_older_ = std::exchange(fluxes_old_, fluxes_);
  const bool bdf2 = flow_.bdf2 && steps_++ > 0;
  const double c0 = bdf2 ? 1.5 : 1, c1 = bdf2 ? 2 : 1, c2 = bdf2 ? -0.5 : 0;
  Vectors history(U_.size()), extrapolated = U_old_;
  Fluxes convecting = fluxes_old_;
  for (std::size_t i = 0; i < U_.size(); ++i) {
    history[i] = sf_times(c1 / dt, U_old_[i]);
    if (!bdf2) continue;
    history[i] = sf_plus_times(history[i], c2 / dt, U_older_[i]);
    extrapolated[i] = sf_plus_times(sf_times(2, U_old_[i]), -1, U_older_[i]);
  }
  const auto extrapolate = [&](std::vector<double>& to, const std::vector<double>& older) {
    for (std::size_t k = 0; bdf2 && k < to.size(); ++k) to[k] = 2 * to[k] - older[k];
  };
  extrapolate(convecting.faces, fluxes_older_.faces);
  extrapolate(convecting.sides, fluxes_older_.sides);

  const Vectors old_gradient = pressure_.gradient(t_);
  t_ += dt;
  momentum_.assemble(convecting, {c0 / dt, history}, t_);
  momentum_.set_explicit(extrapolated, t_);
  const auto predicted = momentum_.solve(U_, old_gradient, kVelocityOfStep, 0);
  const auto r = volumes_over(momentum_.diagonal());
  std::vector<double> consistent(r.size()), of_old(r.size());
  for (std::size_t i = 0; i < r.size(); ++i) {
    consistent[i] = mesh_.volumes[i] / (momentum_.diagonal()[i] + momentum_.sum_across()[i]);
    of_old[i] = r[i] * c0 / dt;
  }
  FlowReport report{predicted.residual, 0, predicted.iterations, 0, 0, 0};
  for (int number = 0; number < flow_.correctors; ++number) {
    Vectors h = momentum_.h_of(U_);
    divide(h);
    Fluxes fluxes = fluxes_from(h);
    add_old_fluxes(of_old, fluxes_old_, U_old_, fluxes);
    add_consistent_part(r, consistent, h, fluxes);
    const bool is_last = number + 1 == flow_.correctors;
    const auto solved = pressure_.correct(
        consistent, t_, {kPressure, kRelativePressure, is_last ? 0 : kRelativePressure}, fluxes);
    if (number == 0) report.residual_p = solved.residual;
    report.pressure_iterations += solved.iterations;
    fluxes_ = std::move(fluxes);
    pressure_.fix_level();
    set_velocities(h, consistent);
  }
  require_finite();
  report.continuity = net_flow();
  report.courant = courant(dt);
  return report;
}

FlowSolver::FlowSolver(const FlowMesh& mesh, const FlowCase& flow)
    : impl_(std::make_unique<Impl>(mesh, flow)) {}
FlowSolver::~FlowSolver() = default;
FlowSolver::FlowSolver(FlowSolver&&) noexcept = default;

void FlowSolver::start(const Vectors& velocities, double t) { impl_->start(velocities, t); }
FlowReport FlowSolver::iterate() { return impl_->iterate(); }
FlowReport FlowSolver::step(double dt) { return impl_->step(dt); }
const Vectors& FlowSolver::velocities() const { return impl_->U_; }
const std::vector<double>& FlowSolver::pressures() const { return impl_->pressure_.values(); }
const std::vector<double>& FlowSolver::fluxes() const { return impl_->fluxes_.faces; }
double FlowSolver::time() const { return impl_->t_; }

}  // namespace slipflow::piso
