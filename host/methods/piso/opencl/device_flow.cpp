#include "opencl/device_flow.hpp"

#include <algorithm>
#include <utility>

#include "opencl/device_momentum.hpp"
#include "opencl/flow_kernels.hpp"
#include "piso/sums.h"
#include "slipflow/linear_solvers/device_face_solver.hpp"

namespace slipflow::piso {

namespace {
using linear_solvers::Choice7;
using linear_solvers::DeviceFaceSolver;
using linear_solvers::kReals7;
using linear_solvers::Vector7;
using opencl::Arguments;
using opencl::Array;

/// OpenCL has no buffers without values.
template <class Value>
std::vector<Value> not_empty(std::vector<Value> values) {
  if (values.empty()) values.resize(1);
  return values;
}

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

/// A mesh in the memory of a device, as kernels take it.
class DeviceFlowMesh {
 public:
  /// Without what kernels do not read: vectors along k on an orthogonal mesh, those to the faces
  /// unless the scheme takes gradients there.
  DeviceFlowMesh(opencl::Workspace& workspace, const FlowMesh& mesh, int scheme,
                 const Boundaries& boundaries, const linear_solvers::DeviceFaceRows& rows) {
    const std::vector<double> none;
    const FlowFaces& faces = mesh.faces;
    const FlowSides& sides = mesh.sides;
    arguments_ = Arguments{{"cells", mesh.cells},
                           {"faces", faces.count()},
                           {"sides", sides.count()},
                           {"components", mesh.components},
                           {"oblique", mesh.oblique ? 1 : 0},
                           {"width", rows.finest.width},
                           {"padded", rows.finest.padded},
                           {"columns", rows.columns},
                           {"row_faces", rows.faces},
                           {"long_starts", rows.long_starts}};
    const auto add = [&](const char* name, const auto& values) {
      buffers_.push_back(workspace.buffer(not_empty(values)));
      arguments_ = arguments_.with({{name, buffers_.back()}});
    };
    add("owner", faces.owner);
    add("neighbour", faces.neighbour);
    add("weight", faces.weight);
    add("s_delta", faces.s_delta);
    add("S", faces.S);
    add("parts_along_k", mesh.oblique ? faces.along : none);
    add("to_face", scheme == SF_LINEAR_UPWIND ? faces.to_face : none);
    add("side_starts", mesh.side_starts);
    add("side_list", mesh.side_list);
    add("side_cell", sides.cell);
    add("side_kind", boundaries.kinds());
    add("side_s_delta", sides.s_delta);
    add("side_slip", boundaries.slips());
    add("side_S", sides.S);
    add("side_n", sides.n);
    add("side_along", sides.along);
    add("volumes", mesh.volumes);
  }

  const Arguments& arguments() const { return arguments_; }

 private:
  std::vector<opencl::Buffer> buffers_;
  Arguments arguments_;
};

class DeviceFlow : public FlowOperations {
 public:
  DeviceFlow(opencl::Workspace& workspace, const FlowMesh& mesh, const FlowCase& flow,
             const Boundaries& boundaries, bool parity)
      : workspace_(workspace),
        cells_(mesh.cells),
        faces_(mesh.faces.count()),
        sides_(mesh.sides.count()),
        components_(mesh.components),
        oblique_(mesh.oblique),
        has_pressure_(boundaries.has_pressure()),
        has_older_(flow.algorithm == Algorithm::piso && flow.bdf2),
        kernels_(workspace, parity),
        pressure_(solver_of(workspace, mesh, boundaries, parity)),
        mesh_(kernels_.guarded("preparing",
                               [&] {
                                 return DeviceFlowMesh(workspace, mesh, flow.convection, boundaries,
                                                       pressure_.rows());
                               })),
        fluid_{{"viscosity", kReals7.number(flow.viscosity)}, {"scheme", flow.convection}},
        sums_(kernels_, mesh.cells),
        own_(numbers(cells_)),
        momentum_(kernels_, cells_, components_, momentum_choice_of(parity),
                  mesh_.arguments().with(fluid_), own_),
        iterations_(momentum_, momentum_choice_of(parity), linear_solvers::Coefficients7::general,
                    false, cells_) {
    for (Array* cells : {&across_, &factor_, &consistent_, &more_}) *cells = numbers(cells_);
    for (Array* vectors : {&U_old_, &gradient_, &h_, &b_}) *vectors = numbers(cells_ * components_);
    for (Array* faces : {&phi_, &phi_old_}) *faces = numbers(faces_);
    for (Array* sides : {&side_phi_, &side_phi_old_, &side_p_, &side_flux_})
      *sides = numbers(sides_);
    U_older_ = has_older_ ? numbers(cells_ * components_) : U_old_;
    convecting_ = has_older_ ? numbers(faces_) : phi_old_;
    side_convecting_ = has_older_ ? numbers(sides_) : side_phi_old_;
    side_U_ = numbers(sides_ * components_);
    along_ = numbers(oblique_ ? faces_ : 1);
    if (oblique_ || flow.convection == SF_LINEAR_UPWIND) {
      gradients_ = numbers(cells_ * components_ * components_);
      from_ = numbers(cells_ * components_);
    }
    if (flow.relax_pressure != 1) kept_p_ = numbers(cells_);
    level_ = numbers(1);
    // All of them now, so that too little memory shows before the run.
    using enum Vector7;
    for (const Vector7 name : {x, f, r, p, s, t, v, y, z, shadow}) momentum_.vector(name);
  }

  void start(const std::vector<double>& U, const std::vector<double>& p) override;
  void give_velocities(const std::vector<double>& velocities,
                       const std::vector<double>& fluxes) override {
    write(side_U_, velocities);
    write(side_flux_, fluxes);
  }
  void give_pressures(const std::vector<double>& pressures) override { write(side_p_, pressures); }
  std::vector<double> velocities() override { return read(u(), cells_ * components_); }
  std::vector<double> pressures() override { return read(p(), cells_); }
  FlowState state() override;
  void resume(const FlowState& state) override;
  double largest_change() override;

  void keep_old(bool extrapolated) override;
  void assemble(const SfMomentumTerms& terms) override;
  void add_explicit_part(bool extrapolated) override;
  double momentum_residual() override;
  int solve_momentum(double relative_tolerance, int most) override;
  void find_h(double c0, bool consistent) override;

  void find_fluxes() override;
  void set_pressure_coefficients() override;
  double pressure_residual() override;
  int solve_pressure(double relative_tolerance, int most) override;
  void find_pressure_gradient() override;
  void correct_fluxes() override;
  void keep_pressure() override;
  void relax_pressure(double alpha) override;
  void fix_level() override;
  void set_velocities() override;
  FlowChecks check() override;

 private:
  Array numbers(int count) {
    return kernels_.guarded("preparing", [&] {
      return workspace_.array(kReals7,
                              std::vector<double>(static_cast<std::size_t>(std::max(count, 1))));
    });
  }
  void write(const Array& to, const std::vector<double>& values) {
    if (!values.empty()) kernels_.guarded("writing to", [&] { workspace_.write(to, values); });
  }
  std::vector<double> read(const Array& from, int count) {
    return kernels_.guarded("reading from",
                            [&] { return workspace_.read(from, static_cast<std::size_t>(count)); });
  }
  const Array& u() { return momentum_.vector(Vector7::x); }
  const Array& p() const { return pressure_.x(); }
  // Vectors of the iterations for the velocity hold terms of sums while these do not run: the
  // first one has room for as many numbers a cell as there are components.
  const Array& scratch() { return momentum_.vector(Vector7::r); }
  const Array& more_scratch() { return momentum_.vector(Vector7::z); }
  const Array& last_scratch() { return momentum_.vector(Vector7::y); }

  const Arguments& of_mesh() const { return mesh_.arguments(); }
  Arguments of_given() const {
    return {{"given_velocity", side_U_}, {"given_pressure", side_p_}, {"given_flux", side_flux_}};
  }
  void copy(const Array& from, const Array& to, int count, std::size_t slot);
  void check_cells();

  opencl::Workspace& workspace_;
  const int cells_, faces_, sides_, components_;
  const bool oblique_, has_pressure_;
  const bool has_older_;  // else older values are the old ones, and these convect
  FlowKernels kernels_;
  DeviceFaceSolver pressure_;
  const DeviceFlowMesh mesh_;
  const Arguments fluid_;
  FlowSums sums_;
  const Array own_;
  DeviceMomentum momentum_;
  linear_solvers::Solve7 iterations_;
  Array U_old_, U_older_, gradient_, h_, b_, gradients_, from_;
  Array across_, factor_, consistent_, more_, kept_p_, along_, level_;
  Array phi_, phi_old_, convecting_, side_phi_, side_phi_old_, side_convecting_;
  Array side_U_, side_p_, side_flux_;
};

void DeviceFlow::copy(const Array& from, const Array& to, int count, std::size_t slot) {
  kernels_.run_pressure("copy_values", {{"count", count}, {"from", from}, {"to", to}}, count, slot);
}

void DeviceFlow::start(const std::vector<double>& U0, const std::vector<double>& p0) {
  write(u(), U0);
  write(p(), p0);
  for (const Array* old : {&U_old_, &U_older_}) write(*old, U0);
  kernels_.run_pressure("start_fluxes", of_mesh().with({{"U", u()}, {"flux", phi_}}), faces_);
  kernels_.run_pressure("start_side_fluxes",
                        of_mesh().with(of_given()).with({{"U", u()}, {"side_flux", side_phi_}}),
                        sides_);
  keep_old(false);
  find_pressure_gradient();
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

void DeviceFlow::keep_old(bool extrapolated) {
  if (has_older_) std::swap(U_old_, U_older_);
  copy(u(), U_old_, cells_ * components_, 0);
  momentum_.set_convecting(convecting_);
  if (!has_older_) {
    copy(phi_, phi_old_, faces_, 1);
    copy(side_phi_, side_phi_old_, sides_, 2);
    return;
  }
  const int extrapolating = extrapolated ? 1 : 0;
  kernels_.run_pressure("keep_fluxes",
                        {{"count", faces_},
                         {"extrapolated", extrapolating},
                         {"flux", phi_},
                         {"old", phi_old_},
                         {"convecting", convecting_}},
                        faces_, 0);
  kernels_.run_pressure("keep_fluxes",
                        {{"count", sides_},
                         {"extrapolated", extrapolating},
                         {"flux", side_phi_},
                         {"old", side_phi_old_},
                         {"convecting", side_convecting_}},
                        sides_, 1);
}

void DeviceFlow::assemble(const SfMomentumTerms& terms) {
  const auto number = [](double value) { return kReals7.number(value); };
  kernels_.run_momentum("assemble",
                        of_mesh()
                            .with(of_given())
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
}

void DeviceFlow::add_explicit_part(bool extrapolated) {
  if (extrapolated)
    kernels_.run_pressure(
        "extrapolate",
        {{"count", cells_ * components_}, {"old", U_old_}, {"older", U_older_}, {"to", from_}},
        cells_ * components_);
  for (int q = 0; q < components_; ++q)
    kernels_.run_momentum("find_velocity_gradient",
                          of_mesh()
                              .with(of_given())
                              .with({{"q", q},
                                     {"side_F", side_convecting_},
                                     {"U", extrapolated ? from_ : U_old_},
                                     {"gradients", gradients_}}),
                          cells_, static_cast<std::size_t>(q));
  kernels_.run_momentum(
      "add_explicit_part",
      of_mesh().with(fluid_).with({{"F", convecting_}, {"gradients", gradients_}, {"b", b_}}),
      cells_);
}

double DeviceFlow::momentum_residual() {
  for (int q = 0; q < components_; ++q) sums_.add(u(), q * cells_, SF_SUM_U + q);
  kernels_.run_momentum("set_momentum_right",
                        of_mesh().with(fluid_).with({{"b", b_},
                                                     {"gradient", gradient_},
                                                     {"U", u()},
                                                     {"right", momentum_.vector(Vector7::f)}}),
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

int DeviceFlow::solve_momentum(double relative_tolerance, int most) {
  iterations_.set_relative_tolerance(relative_tolerance);
  iterations_.set_max(most);
  return iterations_.run().iterations;
}

void DeviceFlow::find_h(double c0, bool consistent) {
  kernels_.run_momentum("find_h",
                        of_mesh().with(fluid_).with({{"c0", kReals7.number(c0)},
                                                     {"is_consistent", consistent ? 1 : 0},
                                                     {"F", convecting_},
                                                     {"own", own_},
                                                     {"across", across_},
                                                     {"b", b_},
                                                     {"U", u()},
                                                     {"h", h_},
                                                     {"consistent", consistent_},
                                                     {"more", more_},
                                                     {"factor", factor_}}),
                        cells_);
}

void DeviceFlow::find_fluxes() {
  const Arguments parts = {{"h", h_},       {"factor", factor_}, {"U_old", U_old_},
                           {"more", more_}, {"p", p()},          {"gradient", gradient_}};
  kernels_.run_pressure("find_fluxes",
                        of_mesh().with(parts).with({{"old", phi_old_}, {"flux", phi_}}), faces_);
  kernels_.run_pressure("find_side_fluxes",
                        of_mesh()
                            .with(of_given())
                            .with(parts)
                            .with({{"old", side_phi_old_}, {"side_flux", side_phi_}}),
                        sides_);
  kernels_.run_pressure("add_gradient",
                        {{"cells", cells_},
                         {"components", components_},
                         {"times", kReals7.number(1)},
                         {"factor", more_},
                         {"gradient", gradient_},
                         {"from", h_},
                         {"to", h_}},
                        cells_, 0);
}

void DeviceFlow::set_pressure_coefficients() {
  kernels_.run_pressure("set_face_coefficients",
                        of_mesh().with({{"r", consistent_}, {"a", pressure_.a()}}), faces_);
  kernels_.run_pressure("set_cell_coefficients",
                        of_mesh().with({{"r", consistent_}, {"b", pressure_.b()}}), cells_);
  pressure_.set_coefficients();
}

void DeviceFlow::check_cells() {
  kernels_.run_pressure("check_cells",
                        of_mesh().with({{"flux", phi_},
                                        {"side_flux", side_phi_},
                                        {"net", scratch()},
                                        {"through_faces", more_scratch()},
                                        {"courant", last_scratch()}}),
                        cells_);
  sums_.add(more_scratch(), 0, SF_SUM_ALL);
}

double DeviceFlow::pressure_residual() {
  check_cells();
  if (oblique_)
    kernels_.run_pressure(
        "find_parts_along",
        of_mesh().with({{"r", consistent_}, {"gradient", gradient_}, {"along", along_}}), faces_);
  kernels_.run_pressure("set_pressure_right",
                        of_mesh()
                            .with(of_given())
                            .with({{"flux", phi_},
                                   {"side_flux", side_phi_},
                                   {"along", along_},
                                   {"gradient", gradient_},
                                   {"r", consistent_},
                                   {"right", pressure_.f()}}),
                        cells_);
  sums_.add(p(), 0, SF_SUM_P);
  sums_.add(pressure_.f(), 0, SF_SUM_RIGHT);
  kernels_.run_pressure("find_pressure_residual",
                        of_mesh().with({{"singular", has_pressure_ ? 0 : 1},
                                        {"a", pressure_.a()},
                                        {"b", pressure_.b()},
                                        {"right", pressure_.f()},
                                        {"p", p()},
                                        {"sums", sums_.values()},
                                        {"scales", more_scratch()},
                                        {"residuals", scratch()}}),
                        cells_);
  sums_.add(more_scratch(), 0, SF_SUM_SCALE);
  sums_.add(scratch(), 0, SF_SUM_RESIDUAL);
  const auto sums = sums_.read();
  const double scale = std::max(sums[SF_SUM_SCALE], kLeastScale);
  return sums[SF_SUM_RESIDUAL] / std::max(scale, kLeastOfFluxes * sums[SF_SUM_ALL]);
}

int DeviceFlow::solve_pressure(double relative_tolerance, int most) {
  pressure_.set_relative_tolerance(relative_tolerance);
  pressure_.set_max(most);
  return pressure_.solve().iterations;
}

void DeviceFlow::find_pressure_gradient() {
  kernels_.run_pressure("find_pressure_gradient",
                        of_mesh().with(of_given()).with({{"p", p()}, {"gradient", gradient_}}),
                        cells_);
}

void DeviceFlow::correct_fluxes() {
  kernels_.run_pressure(
      "correct_fluxes",
      of_mesh().with({{"a", pressure_.a()}, {"along", along_}, {"p", p()}, {"flux", phi_}}),
      faces_);
  kernels_.run_pressure(
      "correct_side_fluxes",
      of_mesh()
          .with(of_given())
          .with(
              {{"r", consistent_}, {"p", p()}, {"gradient", gradient_}, {"side_flux", side_phi_}}),
      sides_);
}

void DeviceFlow::keep_pressure() { copy(p(), kept_p_, cells_, 3); }

void DeviceFlow::relax_pressure(double alpha) {
  kernels_.run_pressure(
      "relax_pressure",
      {{"cells", cells_}, {"alpha", kReals7.number(alpha)}, {"kept", kept_p_}, {"p", p()}}, cells_);
}

void DeviceFlow::fix_level() {
  if (has_pressure_) return;
  copy(p(), level_, 1, 4);
  kernels_.run_pressure("subtract_level", {{"cells", cells_}, {"level", level_}, {"p", p()}},
                        cells_);
}

void DeviceFlow::set_velocities() {
  kernels_.run_pressure("add_gradient",
                        {{"cells", cells_},
                         {"components", components_},
                         {"times", kReals7.number(-1)},
                         {"factor", consistent_},
                         {"gradient", gradient_},
                         {"from", h_},
                         {"to", u()}},
                        cells_, 1);
}

FlowChecks DeviceFlow::check() {
  check_cells();
  sums_.add(scratch(), 0, SF_SUM_NET);
  sums_.find_largest(last_scratch(), SF_LARGEST_COURANT);
  const auto sums = sums_.read();
  return {sums[SF_SUM_NET], sums[SF_SUM_ALL], sums[SF_LARGEST_COURANT]};
}
}  // namespace

std::unique_ptr<FlowOperations> device_flow(opencl::Workspace& workspace, const FlowMesh& mesh,
                                            const FlowCase& flow, const Boundaries& boundaries,
                                            bool parity) {
  return std::make_unique<DeviceFlow>(workspace, mesh, flow, boundaries, parity);
}

}  // namespace slipflow::piso
