// The operations of incompressible flow on the host: the serial reference.
#include <algorithm>
#include <array>
#include <cmath>

#include "backends/operations.hpp"
#include "serial_momentum.hpp"
#include "slipflow/linear_solvers/host_face_solver.hpp"
#include "slipflow/linear_solvers/ordered_sum.hpp"

namespace slipflow::piso {

using linear_solvers::ordered_sum;
using linear_solvers::Vector7;

namespace {
std::size_t at(int i) { return static_cast<std::size_t>(i); }

linear_solvers::HostFaceSolver solver_of(const FlowMesh& mesh, const Boundaries& boundaries) {
  const auto system = pressure_system_of(mesh, boundaries);
  return {system.graph, system.matrix, linear_solvers::Choice7{}};
}

class SerialFlow : public Operations {
 public:
  SerialFlow(const FlowMesh& mesh, const FlowCase& flow, const Boundaries& boundaries)
      : mesh_(mesh),
        fluid_{flow.viscosity, flow.convection},
        has_pressure_(boundaries.has_pressure()),
        is_iterated_(flow.algorithm != Algorithm::piso),
        has_explicit_part_(mesh.oblique || flow.convection == SF_FACE_LINEAR_UPWIND),
        view_(host_view_of(mesh, boundaries)),
        pressure_(solver_of(mesh, boundaries)) {
    const std::size_t cells = mesh.volumes.size(), vectors = cells * at(mesh.components);
    for (auto* values : {&U_, &U_old_, &U_older_, &gradient_, &h_, &b_, &right_})
      values->assign(vectors, 0.0);
    for (auto* values : {&own_, &across_, &factor_, &consistent_, &more_})
      values->assign(cells, 0.0);
    for (FlowFluxes* fluxes : {&phi_, &phi_old_, &convecting_}) {
      fluxes->faces.assign(at(view_.faces), 0.0);
      fluxes->sides.assign(at(view_.sides), 0.0);
    }
    along_.assign(at(view_.faces), 0.0);
    const bool takes_gradients = has_explicit_part_ || view_.curved;
    for (auto& gradient : gradients_) gradient.assign(takes_gradients ? vectors : 0, 0.0);
    if (!view_.skewed) return;
    for (auto& slopes : slopes_) slopes.assign(vectors, 0.0);
    skew_old_ = phi_;
  }

  void prescribe(const PrescribedValues& values) override { prescribed_ = values; }
  std::vector<double> velocities() override { return U_; }
  std::vector<double> pressures() override { return p(); }
  FlowState state() override { return {U_, U_old_, p(), phi_, phi_old_}; }

  void start(const std::vector<double>& U, const std::vector<double>& pressures) override {
    U_ = U_old_ = U_older_ = U;
    p() = pressures;
    for (int f = 0; f < view_.faces; ++f) phi_.faces[at(f)] = sf_flux_of(view_, U_.data(), f);
    for (int s = 0; s < view_.sides; ++s)
      phi_.sides[at(s)] = sf_side_flux_of(view_, prescribed(), U_.data(), s);
    if (view_.skewed) {
      find_skew_fluxes();
      for (int f = 0; f < view_.faces; ++f) phi_.faces[at(f)] += skew_old_.faces[at(f)];
      for (int s = 0; s < view_.sides; ++s) phi_.sides[at(s)] += skew_old_.sides[at(s)];
    }
    phi_old_ = convecting_ = phi_;
    find_pressure_gradient();
  }

  void resume(const FlowState& state) override {
    U_ = state.U;
    U_old_ = state.U_old;
    p() = state.p;
    phi_ = state.fluxes;
    phi_old_ = state.old_fluxes;
    find_pressure_gradient();
  }

  double largest_change() override {
    double largest = 0;
    for (std::size_t k = 0; k < U_.size(); ++k)
      largest = sf_max_keeping_nan(largest, SF_ABS(U_[k] - U_old_[k]));
    return largest;
  }

  SideValues side_values() override {
    SideValues values{std::vector<double>(prescribed_.velocities.size()), {}, phi_.sides};
    if (view_.oblique || view_.curved) find_gradients(U_, phi_.sides);
    for (int s = 0; s < view_.sides; ++s) {
      sf_store_vector(values.frictions.data(), sf_of_sides(view_), s,
                      sf_side_friction(view_, prescribed(), fluid_.viscosity, U_.data(),
                                       phi_.sides.data(), gradients(), s));
      values.pressures.push_back(p()[at(view_.side_cell[s])]);
    }
    return values;
  }

  void keep_old(double w) override {
    w_ = w;
    U_older_.swap(U_old_);
    U_old_ = U_;
    p_old_ = p();
    const auto convect = [&](std::vector<double>& now, std::vector<double>& old,
                             std::vector<double>& convecting) {
      for (std::size_t k = 0; k < now.size(); ++k) {
        convecting[k] = w > 0 ? sf_extrapolated(now[k], old[k], w) : now[k];
        old[k] = now[k];
      }
    };
    convect(phi_.faces, phi_old_.faces, convecting_.faces);
    convect(phi_.sides, phi_old_.sides, convecting_.sides);
    if (view_.skewed) find_skew_fluxes();
  }

  void assemble(const SfMomentumTerms& terms, ExplicitFrom from) override {
    if (from == ExplicitFrom::present) convecting_ = phi_;
    for (int i = 0; i < view_.cells; ++i) {
      const SfMomentumRow made =
          sf_momentum_row(view_, row(i), prescribed(), fluid_, terms, convecting_.faces.data(),
                          convecting_.sides.data(), U_old_.data(), U_older_.data(), i);
      own_[at(i)] = made.own;
      across_[at(i)] = made.across;
      factor_[at(i)] = made.rest;
      sf_store_vector(b_.data(), of_cells(), i, made.b);
    }
    if (has_explicit_part_) add_explicit_part(from);
  }

  double momentum_residual() override {
    SfVector mean = {0, 0, 0};
    const double cells = view_.cells;
    mean.x = sum_of_components(U_, 0) / cells;
    mean.y = sum_of_components(U_, 1) / cells;
    if (view_.components > 2) mean.z = sum_of_components(U_, 2) / cells;
    std::vector<double> scales(own_.size()), residuals(U_.size());
    for (int i = 0; i < view_.cells; ++i)
      sf_store_vector(right_.data(), of_cells(), i,
                      sf_momentum_right(view_, b_.data(), gradient_.data(), i));
    for (int i = 0; i < view_.cells; ++i) {
      const auto terms =
          sf_momentum_residual(view_, row(i), fluid_, convecting_.faces.data(), own_.data(),
                               across_[at(i)], right_.data(), U_.data(), mean, i);
      scales[at(i)] = terms.scale;
      sf_store_vector(residuals.data(), of_cells(), i, terms.residual);
    }
    double largest = 0;
    for (int q = 0; q < view_.components; ++q)
      largest = std::max(largest, sum_of_components(residuals, q));
    return largest / std::max(sum_of_components(scales, 0), kLeastScale);
  }

  linear_solvers::Result7 solve_momentum(double relative_tolerance, int most) override {
    SerialMomentum rows({mesh_, view_, fluid_, own_, convecting_.faces});
    linear_solvers::Choice7 choice = momentum_choice();
    choice.relative_tolerance = relative_tolerance;
    choice.max = most;
    rows.values(Vector7::f) = right_;
    rows.values(Vector7::x) = U_;
    linear_solvers::Solve7 iterations(rows, rows, choice, linear_solvers::Coefficients7::general,
                                      false, view_.cells);
    linear_solvers::Result7 result = iterations.run();
    U_ = rows.values(Vector7::x);
    return result;
  }

  void find_fluxes(double c0, bool consistent) override {
    find_h(c0, consistent);
    const SfFluxParts from = {h_.data(),    factor_.data(), U_old_.data(),
                              more_.data(), p().data(),     gradient_.data()};
    for (int f = 0; f < view_.faces; ++f)
      phi_.faces[at(f)] = sf_flux(view_, from, phi_old_.faces[at(f)], f);
    for (int s = 0; s < view_.sides; ++s)
      phi_.sides[at(s)] = sf_side_flux(view_, prescribed(), from, phi_old_.sides[at(s)], s);
    if (view_.skewed) add_skew_fluxes();
    for (int i = 0; i < view_.cells; ++i)
      sf_store_vector(h_.data(), of_cells(), i,
                      sf_plus_gradient(h_.data(), more_[at(i)], gradient_.data(), of_cells(), i));
  }

  void set_pressure_coefficients() override {
    auto& matrix = pressure_.matrix();
    for (int f = 0; f < view_.faces; ++f)
      matrix.a[at(f)] = sf_value_at(view_, f, consistent_.data()) * view_.s_delta[f];
    for (int i = 0; i < view_.cells; ++i)
      matrix.b[at(i)] = sf_pressure_of_sides(view_, consistent_[at(i)], i);
    pressure_.set_coefficients();
  }

  double pressure_residual() override {
    const auto& matrix = pressure_.matrix();
    auto& right = pressure_.f();
    for (int f = 0; view_.oblique && f < view_.faces; ++f)
      along_[at(f)] =
          sf_value_at(view_, f, consistent_.data()) * sf_along_face(view_, f, gradient_.data());
    std::vector<double> all(own_.size()), scales(own_.size()), residuals(own_.size());
    for (int i = 0; i < view_.cells; ++i) {
      right[at(i)] =
          sf_pressure_right(view_, row(i), prescribed(), phi_.faces.data(), phi_.sides.data(),
                            along_.data(), gradient_.data(), consistent_[at(i)], i);
      all[at(i)] = sf_through_cell(view_, row(i), phi_.faces.data(), phi_.sides.data(), i).all;
    }
    const double cells = view_.cells, mean = sum_of_components(p(), 0) / cells;
    // A singular system is solved for f without its mean.
    const double mean_right = has_pressure_ ? 0 : sum_of_components(right, 0) / cells;
    for (int i = 0; i < view_.cells; ++i) {
      const auto terms = sf_pressure_residual(view_, row(i), matrix.a.data(), matrix.b[at(i)],
                                              right[at(i)] - mean_right, p().data(), mean, i);
      scales[at(i)] = terms.scale;
      residuals[at(i)] = terms.residual;
    }
    const double scale = std::max(sum_of_components(scales, 0), kLeastScale);
    return sum_of_components(residuals, 0) /
           std::max(scale, kLeastOfFluxes * sum_of_components(all, 0));
  }

  linear_solvers::Result7 solve_pressure(double relative_tolerance, int most) override {
    pressure_.set_relative_tolerance(relative_tolerance);
    pressure_.set_max(most);
    return pressure_.solve();
  }

  void find_pressure_gradient() override {
    for (int i = 0; i < view_.cells; ++i)
      sf_store_vector(gradient_.data(), of_cells(), i,
                      sf_pressure_gradient(view_, row(i), prescribed(), p().data(), i));
  }

  void correct(double alpha) override {
    const auto& a = pressure_.matrix().a;
    for (int f = 0; f < view_.faces; ++f)
      phi_.faces[at(f)] -= sf_flux_of_pressure(view_, a.data(), along_.data(), p().data(), f);
    for (int s = 0; s < view_.sides; ++s)
      phi_.sides[at(s)] -= sf_side_flux_of_pressure(view_, prescribed(), consistent_.data(),
                                                    p().data(), gradient_.data(), s);
    if (alpha != 1)
      for (std::size_t i = 0; i < p().size(); ++i) p()[i] = sf_relaxed(alpha, p_old_[i], p()[i]);
    if (!has_pressure_) {
      const double level = p()[0];
      for (double& value : p()) value -= level;
    }
    find_pressure_gradient();
    for (int i = 0; i < view_.cells; ++i)
      sf_store_vector(
          U_.data(), of_cells(), i,
          sf_plus_gradient(h_.data(), -consistent_[at(i)], gradient_.data(), of_cells(), i));
  }

  FlowChecks check() override {
    std::vector<double> nets(own_.size()), all(own_.size());
    double courant = 0;
    for (int i = 0; i < view_.cells; ++i) {
      const auto through = sf_through_cell(view_, row(i), phi_.faces.data(), phi_.sides.data(), i);
      nets[at(i)] = SF_ABS(through.net);
      all[at(i)] = through.all;
      courant = sf_max_keeping_nan(courant, sf_courant(view_, through, i));
    }
    return {sum_of_components(nets, 0), sum_of_components(all, 0), courant};
  }

 private:
  std::vector<double>& p() { return pressure_.x(); }
  SfFaceRow row(int i) const { return row_of(mesh_, i); }
  SfVectorArray of_cells() const { return sf_of_cells(view_); }
  SfPrescribed prescribed() const {
    return {prescribed_.velocities.data(), prescribed_.pressures.data(), prescribed_.fluxes.data()};
  }
  SfGradients gradients() const {
    return {gradients_[0].data(), gradients_[1].data(), gradients_[2].data()};
  }

  void add_explicit_part(ExplicitFrom source) {
    std::vector<double> from = source == ExplicitFrom::present ? U_ : U_old_;
    for (std::size_t k = 0; source == ExplicitFrom::extrapolated && k < from.size(); ++k)
      from[k] = sf_extrapolated(U_old_[k], U_older_[k], w_);
    // On a skewed mesh find_skew_fluxes() has found the gradients of U_old.
    if (!view_.skewed || source != ExplicitFrom::old) find_gradients(from, convecting_.sides);
    for (int i = 0; i < view_.cells; ++i) {
      const SfVector part = sf_explicit_part(view_, row(i), fluid_, convecting_.faces.data(),
                                             convecting_.sides.data(), gradients(), i);
      sf_store_vector(b_.data(), of_cells(), i,
                      sf_plus(sf_vector_at(b_.data(), of_cells(), i), part));
    }
  }

  void find_gradients(const std::vector<double>& U, const std::vector<double>& side_F) {
    if (view_.skewed) return find_skewed_gradients(U, side_F);
    for (int q = 0; q < view_.components; ++q)
      for (int i = 0; i < view_.cells; ++i)
        sf_store_vector(
            gradients_[at(q)].data(), of_cells(), i,
            sf_velocity_gradient(view_, row(i), prescribed(), U.data(), side_F.data(), q, i));
  }

  void find_skewed_gradients(const std::vector<double>& U, const std::vector<double>& side_F) {
    for (int i = 0; i < view_.cells; ++i) {
      const auto found =
          sf_velocity_slopes(view_, row(i), prescribed(), U.data(), side_F.data(), i);
      sf_store_vector(slopes_[0].data(), of_cells(), i, found.of_x);
      sf_store_vector(slopes_[1].data(), of_cells(), i, found.of_y);
      sf_store_vector(slopes_[2].data(), of_cells(), i, found.of_z);
    }
    const SfGradients slopes = {slopes_[0].data(), slopes_[1].data(), slopes_[2].data()};
    for (int q = 0; q < view_.components; ++q)
      for (int i = 0; i < view_.cells; ++i)
        sf_store_vector(gradients_[at(q)].data(), of_cells(), i,
                        sf_smoothed_slope(view_, row(i), slopes, q, i));
  }

  void find_skew_fluxes() {
    find_gradients(U_old_, phi_.sides);
    for (int f = 0; f < view_.faces; ++f)
      skew_old_.faces[at(f)] = sf_skew_flux(view_, gradients(), f);
    for (int s = 0; s < view_.sides; ++s)
      skew_old_.sides[at(s)] = sf_side_skew_flux(view_, gradients(), s);
  }

  // Iterations take the parts of old velocities: fluxes of a steady flow have the same ones.
  void add_skew_fluxes() {
    if (!is_iterated_) find_gradients(U_, phi_old_.sides);
    for (int f = 0; f < view_.faces; ++f) {
      const double old = skew_old_.faces[at(f)];
      const double now = is_iterated_ ? old : sf_skew_flux(view_, gradients(), f);
      phi_.faces[at(f)] += sf_skew_added(now, sf_value_at(view_, f, factor_.data()), old);
    }
    for (int s = 0; s < view_.sides; ++s) {
      const double old = skew_old_.sides[at(s)];
      const double now = is_iterated_ ? old : sf_side_skew_flux(view_, gradients(), s);
      phi_.sides[at(s)] += sf_skew_added(now, factor_[at(view_.side_cell[s])], old);
    }
  }

  double sum_of_components(const std::vector<double>& values, int q) const {
    const double* first = values.data() + at(q * view_.cells);
    return ordered_sum(at(view_.cells), [&](std::size_t i) { return first[i]; });
  }

  void find_h(double c0, bool consistent) {
    for (int i = 0; i < view_.cells; ++i) {
      const SfOverA r =
          sf_over_a(view_.volumes[i], own_[at(i)], across_[at(i)], consistent ? 1 : 0);
      consistent_[at(i)] = r.consistent;
      more_[at(i)] = r.more;
      if (c0 > 0) factor_[at(i)] = sf_kept_by_step(r, c0);
      sf_store_vector(h_.data(), of_cells(), i,
                      sf_h_over_a(view_, row(i), fluid_, convecting_.faces.data(), own_.data(),
                                  b_.data(), gradient_.data(), U_.data(), i));
    }
  }

  const FlowMesh& mesh_;
  const SfFluid fluid_;
  const bool has_pressure_;
  const bool is_iterated_;  // to a steady flow
  const bool has_explicit_part_;
  double w_ = 0;  // of keep_old()
  const SfFlowMesh view_;
  linear_solvers::HostFaceSolver pressure_;
  std::vector<double> U_, U_old_, U_older_, gradient_, h_, b_, right_;
  std::vector<double> own_, across_, factor_, consistent_, more_, p_old_, along_;
  FlowFluxes phi_, phi_old_, convecting_;
  std::array<std::vector<double>, 3> gradients_;  // of the components of a velocity
  // On a skewed mesh: slopes of the components, and what skewness adds to the fluxes of U_old.
  std::array<std::vector<double>, 3> slopes_;
  FlowFluxes skew_old_;
  PrescribedValues prescribed_;
};
}  // namespace

std::unique_ptr<Operations> make_serial_operations(const FlowMesh& mesh, const FlowCase& flow,
                                                   const Boundaries& boundaries) {
  return std::make_unique<SerialFlow>(mesh, flow, boundaries);
}

}  // namespace slipflow::piso
