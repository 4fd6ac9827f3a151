#include <algorithm>
#include <tuple>
#include <utility>

#include "device_operations.hpp"
#include "piso/sums.h"

namespace slipflow::piso {

using linear_solvers::Choice7;
using linear_solvers::DeviceFaceSolver;
using linear_solvers::kReals7;
using linear_solvers::Vector7;
using opencl::Arguments;
using opencl::Array;

namespace {
DeviceFaceSolver solver_of(opencl::Workspace& workspace, const FlowMesh& mesh,
                           const Boundaries& boundaries, bool parity) {
  const auto system = pressure_system_of(mesh, boundaries);
  Choice7 choice;
  choice.parity = parity;
  return {workspace, system.graph, system.matrix, choice};
}

Choice7 momentum_choice_of(bool parity) {
  Choice7 choice = momentum_choice();
  choice.parity = parity;
  return choice;
}
}  // namespace

DeviceFlow::DeviceFlow(opencl::Workspace& workspace, const FlowMesh& mesh, const FlowCase& flow,
                       const Boundaries& boundaries, DeviceChoice choice)
    : workspace_(workspace),
      cells_(mesh.cells),
      faces_(mesh.faces.count()),
      sides_(mesh.sides.count()),
      components_(mesh.components),
      oblique_(mesh.oblique),
      skewed_(mesh.skewed),
      curved_(!boundaries.curvatures().empty()),
      has_pressure_(boundaries.has_pressure()),
      is_iterated_(flow.algorithm != Algorithm::piso),
      has_older_(flow.algorithm == Algorithm::piso && flow.bdf2),
      has_convecting_(has_older_ ||
                      (flow.algorithm == Algorithm::piso && flow.outer_correctors > 1)),
      has_explicit_part_(mesh.oblique || flow.convection == SF_FACE_LINEAR_UPWIND),
      relaxes_pressure_(flow.relax_pressure != 1),
      kernels_(workspace, choice.parity, choice.group),
      pressure_(solver_of(workspace, mesh, boundaries, choice.parity)),
      mesh_(kernels_.guarded("preparing",
                             [&] {
                               return DeviceFlowMesh(workspace, mesh, flow.convection, boundaries,
                                                     pressure_.rows());
                             })),
      fluid_{{"viscosity", kReals7.number(flow.viscosity)}, {"scheme", flow.convection}},
      sums_(kernels_, mesh.cells),
      own_(numbers(cells_)),
      momentum_(kernels_, cells_, components_, momentum_choice_of(choice.parity),
                mesh_.arguments().with(fluid_), own_),
      iterations_(momentum_, momentum_, momentum_choice_of(choice.parity),
                  linear_solvers::Coefficients7::general, false, cells_) {
  for (Array* cells : {&across_, &factor_, &consistent_, &more_}) *cells = numbers(cells_);
  for (Array* vectors : {&U_old_, &gradient_, &b_}) *vectors = numbers(cells_ * components_);
  for (Array* faces : {&phi_, &phi_old_}) *faces = numbers(faces_);
  for (Array* sides : {&side_phi_, &side_phi_old_, &side_p_, &side_flux_, &side_pressures_})
    *sides = numbers(sides_);
  U_older_ = has_older_ ? numbers(cells_ * components_) : U_old_;
  convecting_ = has_convecting_ ? numbers(faces_) : phi_old_;
  side_convecting_ = has_convecting_ ? numbers(sides_) : side_phi_old_;
  momentum_.set_convecting(convecting_);
  for (Array* vectors : {&side_U_, &side_frictions_}) *vectors = numbers(sides_ * components_);
  along_ = numbers(oblique_ ? faces_ : 1);
  if (skewed_) skew_old_ = numbers(faces_);
  // One array: side_values() reads the pressures at once, keep_old() makes the fluxes anew.
  side_skew_old_ = side_pressures_;
  if (relaxes_pressure_) p_old_ = numbers(cells_);
  level_ = numbers(1);
  // All of them now, so that too little memory shows before the run.
  using enum Vector7;
  for (const Vector7 name : {x, f, r, p, s, t, v, y, z, shadow}) momentum_.vector(name);
  // While these iterations do not run, their vectors are free for what lives as long.
  h_ = momentum_.vector(p);
  gradients_ = {momentum_.vector(s), momentum_.vector(t), momentum_.vector(v)};
  slopes_ = {momentum_.vector(r), momentum_.vector(y), momentum_.vector(z)};
  from_ = momentum_.vector(shadow);
}

void DeviceFlow::copy(const Array& from, const Array& to, int count, std::size_t slot) {
  kernels_.run_pressure("copy_values", {{"count", count}, {"from", from}, {"to", to}}, count, slot);
}

void DeviceFlow::start(const std::vector<double>& U0, const std::vector<double>& p0) {
  write(u(), U0);
  write(p(), p0);
  for (const Array* old : {&U_old_, &U_older_}) write(*old, U0);
  kernels_.run_pressure("start_fluxes", of_mesh().with({{"U", u()}, {"flux", phi_}}), faces_);
  kernels_.run_pressure(
      "start_side_fluxes",
      of_mesh().with(of_prescribed()).with({{"U", u()}, {"side_flux", side_phi_}}), sides_);
  if (skewed_) {
    find_skew_fluxes();
    for (const auto& [from, to, count] :
         {std::tuple(skew_old_, phi_, faces_), std::tuple(side_skew_old_, side_phi_, sides_)})
      kernels_.run_pressure("add_values", {{"count", count}, {"from", from}, {"to", to}}, count);
  }
  keep_old(0);
  find_pressure_gradient();
}

void DeviceFlow::prescribe(const PrescribedValues& values) {
  write(side_U_, values.velocities);
  write(side_flux_, values.fluxes);
  write(side_p_, values.pressures);
}

FlowState DeviceFlow::state() {
  return {velocities(),
          read(U_old_, cells_ * components_),
          pressures(),
          {read(phi_, faces_), read(side_phi_, sides_)},
          {read(phi_old_, faces_), read(side_phi_old_, sides_)}};
}

void DeviceFlow::resume(const FlowState& state) {
  write(u(), state.U);
  write(U_old_, state.U_old);
  write(p(), state.p);
  write(phi_, state.fluxes.faces);
  write(side_phi_, state.fluxes.sides);
  write(phi_old_, state.old_fluxes.faces);
  write(side_phi_old_, state.old_fluxes.sides);
  find_pressure_gradient();
}

double DeviceFlow::largest_change() {
  kernels_.run_pressure("find_changes",
                        {{"cells", cells_},
                         {"components", components_},
                         {"U", u()},
                         {"U_old", U_old_},
                         {"changes", last_scratch()}},
                        cells_);
  sums_.find_largest(last_scratch(), SF_LARGEST_CHANGE);
  return sums_.read()[SF_LARGEST_CHANGE];
}

SideValues DeviceFlow::side_values() {
  if (oblique_ || curved_) find_gradients(u(), side_phi_);
  kernels_.run_momentum("find_side_values",
                        of_mesh()
                            .with(of_prescribed())
                            .with(fluid_)
                            .with(gradients())
                            .with({{"U", u()},
                                   {"p", p()},
                                   {"side_flux", side_phi_},
                                   {"frictions", side_frictions_},
                                   {"pressures", side_pressures_}}),
                        sides_);
  return {read(side_frictions_, sides_ * components_), read(side_pressures_, sides_),
          read(side_phi_, sides_)};
}

void DeviceFlow::keep_old(double w) {
  w_ = w;
  if (has_older_) std::swap(U_old_, U_older_);
  copy(u(), U_old_, cells_ * components_, 0);
  if (relaxes_pressure_) copy(p(), p_old_, cells_, 3);
  if (skewed_) find_skew_fluxes();
  if (!has_convecting_) {
    copy(phi_, phi_old_, faces_, 1);
    copy(side_phi_, side_phi_old_, sides_, 2);
    return;
  }
  kernels_.run_pressure("keep_fluxes",
                        {{"count", faces_},
                         {"w", kReals7.number(w)},
                         {"flux", phi_},
                         {"old", phi_old_},
                         {"convecting", convecting_}},
                        faces_, 0);
  kernels_.run_pressure("keep_fluxes",
                        {{"count", sides_},
                         {"w", kReals7.number(w)},
                         {"flux", side_phi_},
                         {"old", side_phi_old_},
                         {"convecting", side_convecting_}},
                        sides_, 1);
}

void DeviceFlow::assemble(const SfMomentumTerms& terms, ExplicitFrom from) {
  if (from == ExplicitFrom::present) {
    copy(phi_, convecting_, faces_, 5);
    copy(side_phi_, side_convecting_, sides_, 6);
  }
  const auto number = [](double value) { return kReals7.number(value); };
  kernels_.run_momentum("assemble",
                        of_mesh()
                            .with(of_prescribed())
                            .with(fluid_)
                            .with({{"c0", number(terms.c0)},
                                   {"c1", number(terms.c1)},
                                   {"c2", number(terms.c2)},
                                   {"alpha", number(terms.alpha)},
                                   {"force_x", number(terms.force.x)},
                                   {"force_y", number(terms.force.y)},
                                   {"force_z", number(terms.force.z)},
                                   {"F", convecting_},
                                   {"side_F", side_convecting_},
                                   {"U_old", U_old_},
                                   {"U_older", U_older_},
                                   {"own", own_},
                                   {"across", across_},
                                   {"factor", factor_},
                                   {"b", b_}}),
                        cells_);
  if (has_explicit_part_) add_explicit_part(from);
}

void DeviceFlow::add_explicit_part(ExplicitFrom source) {
  const bool extrapolated = source == ExplicitFrom::extrapolated;
  const Array& from = extrapolated ? from_ : source == ExplicitFrom::present ? u() : U_old_;
  if (extrapolated)
    kernels_.run_pressure("extrapolate",
                          {{"count", cells_ * components_},
                           {"w", kReals7.number(w_)},
                           {"old", U_old_},
                           {"older", U_older_},
                           {"to", from_}},
                          cells_ * components_);
  // On a skewed mesh find_skew_fluxes() has found the gradients of U_old.
  if (!skewed_ || source != ExplicitFrom::old) find_gradients(from, side_convecting_);
  kernels_.run_momentum("add_explicit_part",
                        of_mesh()
                            .with(fluid_)
                            .with(gradients())
                            .with({{"F", convecting_}, {"side_F", side_convecting_}, {"b", b_}}),
                        cells_);
}

void DeviceFlow::find_gradients(const Array& U, const Array& side_F) {
  if (skewed_) return find_skewed_gradients(U, side_F);
  for (int q = 0; q < components_; ++q)
    kernels_.run_momentum("find_velocity_gradient",
                          of_mesh()
                              .with(of_prescribed())
                              .with({{"q", q},
                                     {"side_F", side_F},
                                     {"U", U},
                                     {"gradient", gradients_[static_cast<std::size_t>(q)]}}),
                          cells_, static_cast<std::size_t>(q));
}

void DeviceFlow::find_skewed_gradients(const Array& U, const Array& side_F) {
  const Arguments slopes = {
      {"slopes_x", slopes_[0]}, {"slopes_y", slopes_[1]}, {"slopes_z", slopes_[2]}};
  kernels_.run_momentum(
      "find_velocity_slopes",
      of_mesh().with(of_prescribed()).with({{"side_F", side_F}, {"U", U}}).with(slopes), cells_);
  kernels_.run_momentum("smooth_slopes", of_mesh().with(slopes).with(gradients()), cells_);
}

double DeviceFlow::momentum_residual() {
  for (int q = 0; q < components_; ++q) sums_.add(u(), q * cells_, SF_SUM_U + q);
  kernels_.run_momentum(
      "set_momentum_right",
      of_mesh().with({{"b", b_}, {"gradient", gradient_}, {"right", momentum_.vector(Vector7::f)}}),
      cells_);
  kernels_.run_momentum("find_momentum_residual",
                        of_mesh().with(fluid_).with({{"F", convecting_},
                                                     {"own", own_},
                                                     {"across", across_},
                                                     {"right", momentum_.vector(Vector7::f)},
                                                     {"U", u()},
                                                     {"sums", sums_.values()},
                                                     {"scales", more_scratch()},
                                                     {"residuals", scratch()}}),
                        cells_);
  sums_.add(more_scratch(), 0, SF_SUM_SCALE);
  for (int q = 0; q < components_; ++q) sums_.add(scratch(), q * cells_, SF_SUM_RESIDUAL + q);
  const auto sums = sums_.read();
  const auto first = sums.begin() + SF_SUM_RESIDUAL;
  return *std::max_element(first, first + components_) / std::max(sums[SF_SUM_SCALE], kLeastScale);
}

linear_solvers::Result7 DeviceFlow::solve_momentum(double relative_tolerance, int most) {
  iterations_.set_relative_tolerance(relative_tolerance);
  iterations_.set_max(most);
  return iterations_.run();
}

void DeviceFlow::find_h(double c0, bool consistent) {
  kernels_.run_momentum("find_h",
                        of_mesh().with(fluid_).with({{"c0", kReals7.number(c0)},
                                                     {"is_consistent", consistent ? 1 : 0},
                                                     {"F", convecting_},
                                                     {"own", own_},
                                                     {"across", across_},
                                                     {"b", b_},
                                                     {"gradient", gradient_},
                                                     {"U", u()},
                                                     {"h", h_},
                                                     {"consistent", consistent_},
                                                     {"more", more_},
                                                     {"factor", factor_}}),
                        cells_);
}

std::unique_ptr<Operations> make_device_operations(opencl::Workspace& workspace,
                                                   const FlowMesh& mesh, const FlowCase& flow,
                                                   const Boundaries& boundaries,
                                                   DeviceChoice choice) {
  return std::make_unique<DeviceFlow>(workspace, mesh, flow, boundaries, choice);
}

}  // namespace slipflow::piso
