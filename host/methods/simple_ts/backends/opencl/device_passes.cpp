#include "device_passes.hpp"

#include <cstddef>
#include <vector>

#include "build_options.hpp"
#include "simple_ts/splitting.h"
#include "state/pressure_matrix.hpp"

namespace slipflow::simple_ts {

ExplicitConvection::ExplicitConvection(DeviceCase& device) : device_(device) {
  constexpr int halo = 2;
  if (device.options.kernels == KernelSet::fused) {
    kernel_ = {device.build("simple_ts/march_explicit_convection.cl", {.smallest = kSmallestGroup}),
               "march_explicit_convection"};
    subdomains_ = device.cut(kernel_.group() - halo, Near::walls, Extent::widened);
  } else {
    kernel_ = device.build_kernel("simple_ts/compute_explicit_convection.cl",
                                  "compute_explicit_convection");
  }
}

void ExplicitConvection::compute(const FieldRotation& rotation) {
  const opencl::Arguments arguments = device_.context(rotation).with(
      {{"new_C_u", device_.C_u}, {"new_C_v", device_.C_v}, {"new_C_T", device_.C_T}});
  if (subdomains_) {
    kernel_.set(arguments.with(subdomains_->named()));
    device_.workspace.launch_groups(kernel_, subdomains_->count);
  } else {
    kernel_.set(arguments);
    const Case& c = device_.c;
    device_.workspace.launch(kernel_, c.mesh.x.cells() + 1 + c.is_neighbour(mesh::west),
                             c.mesh.y.cells() + 1 + c.is_neighbour(mesh::south));
  }
}

namespace {
linear_solvers::Choice7 solver_of(const DeviceCase& device) {
  linear_solvers::Choice7 choice = pressure_solver(device.c);
  choice.parity = device.options.parity;
  return choice;
}

double relaxation_of(const InnerSplitting& splitting, int sweep) {
  if (!splitting.relaxation_cycle) return 0;
  return splitting.solved_cycle == SF_LONG_RELAXATION_CYCLE ? sf_long_cycle_relaxation(sweep)
                                                            : sf_cycle_relaxation(sweep);
}
}  // namespace

SolvedPressure::SolvedPressure(DeviceCase& device)
    : device_(device),
      system_(device.workspace, pressure_matrix(device.c), solver_of(device)),
      nodes_(device, "simple_ts/solve_pressures.cl",
             has_corrections(device.c) ? NodeKernels::Kept::all : NodeKernels::Kept::uncorrected),
      response_(nodes_.array()),
      T_(nodes_.array()) {
  const std::size_t last = device.progress_bytes / sizeof(int) - 1;  // SfInnerProgress::outcome
  system_.stop_with(device.progress, static_cast<int>(last));
  if (device.c.mesh.z.cells() == 1) none_ = nodes_.array();
  partial_ = device.workspace.array(
      device.reals, static_cast<std::size_t>(residual_count(device.c)) * pieces(device.c));
}

void SolvedPressure::upload(const State& s) { device_.workspace.write(T_, s.T); }

SolvedPressure::Prepared SolvedPressure::prepare(const FieldRotation& rotation) const {
  const bool in_space = device_.c.axes() == 3;
  const DeviceFields& next = device_.sets[rotation.next()];
  const opencl::Arguments context = device_.context(rotation);
  const opencl::Arguments shared = context.with(nodes_.shared());
  const opencl::Arguments& pseudo = nodes_.pseudo();
  const opencl::Arguments response = {{"response", response_}};
  opencl::Arguments velocities = {{"u_next", next.u}, {"v_next", next.v}};
  if (in_space) velocities = velocities.with({{"w_next", next.w}});
  Prepared all;
  all.fluxes = nodes_.prepare("compute_shared_fluxes", context.with(nodes_.fluxes()));
  all.convected = nodes_.prepare("compute_shared_convected", shared.with({{"corrects", 1}}));
  all.pseudo =
      nodes_.prepare("compute_pseudo_velocities", shared.with(pseudo).with({{"widens", 0}}));
  all.sweep_velocities = nodes_.prepare("sweep_velocities", context.with(pseudo).with(velocities));
  all.pseudo_again =
      nodes_.prepare("compute_pseudo_velocities", shared.with(pseudo).with({{"widens", 1}}));
  all.swept_velocities = {{"u", next.u}, {"v", next.v}};
  if (in_space) all.swept_velocities.emplace_back("w", next.w);
  for (const opencl::Argument& velocity : all.swept_velocities) all.pseudo_again.set(velocity);
  // The last sweep stores the new temperatures.
  const opencl::Array* from = nullptr;
  for (int left = device_.c.splitting.temperature_sweeps; left > 0; --left) {
    const opencl::Array& to = left % 2 == 1 ? next.T : T_;
    auto& [kernel, T] = all.sweep_temperatures.emplace_back();
    kernel =
        nodes_.prepare("sweep_temperatures", shared.with({{"T_next", to}, {"rho_next", next.rho}}));
    if (from) T.emplace_back("T", *from);
    if (from) kernel.set(T[0]);
    from = &to;
  }
  all.assemble =
      nodes_.prepare("assemble_pressures",
                     shared.with({{"T_next", next.T}}).with(pseudo).with(response).with(system()));
  all.advance = nodes_.prepare("advance_by_pressures", context.with(nodes_.fluxes())
                                                           .with(pseudo)
                                                           .with(response)
                                                           .with({{"increment", system_.x()}})
                                                           .with(next.named(FieldsAs::next))
                                                           .with({{"partial", partial_}}));
  return all;
}

// The arrays of the linear system.
opencl::Arguments SolvedPressure::system() const {
  const bool in_space = device_.c.axes() == 3, is_flat = device_.c.mesh.z.cells() == 1;
  opencl::Arguments all = {{"a0", system_.coefficient(0)},
                           {"a1", system_.coefficient(1)},
                           {"a3", system_.coefficient(3)}};
  if (in_space) all = all.with({{"a5", is_flat ? none_ : system_.coefficient(5)}});
  all = all.with({{"side_x", system_.side(0)}, {"side_y", system_.side(1)}});
  if (in_space) all = all.with({{"side_z", is_flat ? none_ : system_.side(2)}});
  return all.with({{"f", system_.f()}, {"increment", system_.x()}});
}

void SolvedPressure::advance(const StepPlace& at) {
  const Case& c = device_.c;
  auto& prepared = prepared_[at.rotation.number()];
  if (!prepared) prepared = prepare(at.rotation);
  // Over `more` nodes than cells along each axis.
  const auto launch = [&](opencl::Kernel& kernel, int more, int sweep = 0) {
    device_.set_time_step(kernel, at.dt, relaxation_of(c.splitting, sweep));
    nodes_.launch(kernel, more);
  };
  const auto friction = [&](const std::vector<opencl::Argument>& instead = {}) {
    device_.compute_friction_heat(at.rotation, device_.progress, instead);
  };
  friction();
  launch(prepared->fluxes, 4);
  launch(prepared->convected, 2);
  const int velocity_sweeps = c.splitting.velocity_sweeps;
  launch(prepared->pseudo, 1, velocity_sweeps * at.iteration);
  for (int k = 1; k < velocity_sweeps; ++k) {
    launch(prepared->sweep_velocities, 1);
    friction(prepared->swept_velocities);
    launch(prepared->pseudo_again, 1, velocity_sweeps * at.iteration + k);
  }
  int sweep = c.splitting.temperature_sweeps * at.iteration;
  for (auto& [kernel, from] : prepared->sweep_temperatures) {
    friction(from);
    launch(kernel, 0, sweep++);
  }
  friction();
  launch(prepared->assemble, 0);
  // A breakdown of the linear solver ends the step, as its changes are not finite.
  system_.set_coefficients();
  system_.solve_unchecked();
  device_.set_time_step(prepared->advance, at.dt, relaxation_of(c.splitting, 0));
  device_.workspace.launch(prepared->advance, c.mesh.x.cells() + 1, pieces_of_column(c));
}

}  // namespace slipflow::simple_ts
