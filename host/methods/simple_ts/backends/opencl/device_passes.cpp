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
    kernel_ = {device.build("simple_ts/march_explicit_convection.cl", kSmallestGroup),
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

opencl::Array SolvedPressure::real_array() {
  return device_.workspace.array(device_.reals,
                                 std::vector<double>(device_.c.mesh.layout().size()));
}

SolvedPressure::SolvedPressure(DeviceCase& device)
    : device_(device),
      system_(device.workspace, pressure_matrix(device.c), solver_of(device)),
      program_(device.build("simple_ts/solve_pressures.cl")) {
  system_.stop_with(device.progress,
                    static_cast<int>(offsetof(SfInnerProgress, outcome) / sizeof(int)));
  for (opencl::Array* array : {&gamma_, &shear2_, &Rx_, &Ry_, &Fx_, &Fy_, &Dx_, &Dy_, &u_star_,
                               &u_d_, &v_star_, &v_d_, &response_, &T_})
    *array = real_array();
  if (has_corrections(device.c))
    for (opencl::Array* array : {&Hx_, &Hy_, &Uc_, &Us_, &Vc_, &Vw_}) *array = real_array();
  partial_ = device.workspace.array(device.reals,
                                    static_cast<std::size_t>(SF_RESIDUALS * pieces(device.c)));
}

void SolvedPressure::upload(const State& s) { device_.workspace.write(T_, s.T); }

opencl::Arguments SolvedPressure::fluxes() const {
  return {{"gamma", gamma_}, {"shear2", shear2_}, {"Rx", Rx_},
          {"Ry", Ry_},       {"Fx", Fx_},         {"Fy", Fy_}};
}

opencl::Arguments SolvedPressure::convected() const {
  const opencl::Arguments conductances = {{"Dx", Dx_}, {"Dy", Dy_}};
  const opencl::Arguments corrections = {{"Hx", Hx_}, {"Hy", Hy_}, {"Uc", Uc_},
                                         {"Us", Us_}, {"Vc", Vc_}, {"Vw", Vw_}};
  return has_corrections(device_.c) ? conductances.with(corrections) : conductances;
}

opencl::Kernel SolvedPressure::prepare(const char* name, const opencl::Arguments& arguments) const {
  opencl::Kernel kernel(program_, name);
  kernel.set(arguments.with({{"progress", device_.progress}}));
  return kernel;
}

SolvedPressure::Prepared SolvedPressure::prepare(const FieldRotation& rotation) const {
  const DeviceFields& next = device_.sets[rotation.next()];
  const opencl::Arguments context = device_.context(rotation);
  const opencl::Arguments shared = context.with(fluxes()).with(convected());
  const opencl::Arguments pseudo = {
      {"u_star", u_star_}, {"u_d", u_d_}, {"v_star", v_star_}, {"v_d", v_d_}};
  const opencl::Arguments response = {{"response", response_}};
  Prepared all;
  all.fluxes = prepare("compute_shared_fluxes", context.with(fluxes()));
  all.convected = prepare("compute_shared_convected", shared);
  all.pseudo = prepare("compute_pseudo_velocities", shared.with(pseudo).with({{"widens", 0}}));
  all.sweep_velocities = prepare(
      "sweep_velocities", context.with(pseudo).with({{"u_next", next.u}, {"v_next", next.v}}));
  all.pseudo_again =
      prepare("compute_pseudo_velocities", shared.with(pseudo).with({{"widens", 1}}));
  all.pseudo_again.set({"u", next.u});
  all.pseudo_again.set({"v", next.v});
  // The last sweep stores the new temperatures.
  const opencl::Array* from = nullptr;
  for (int left = device_.c.splitting.temperature_sweeps; left > 0; --left) {
    const opencl::Array& to = left % 2 == 1 ? next.T : T_;
    auto& sweep = all.sweep_temperatures.emplace_back(
        prepare("sweep_temperatures", shared.with({{"T_next", to}, {"rho_next", next.rho}})));
    if (from) sweep.set({"T", *from});
    from = &to;
  }
  all.assemble = prepare("assemble_pressures", shared.with({{"T_next", next.T}})
                                                   .with(pseudo)
                                                   .with(response)
                                                   .with({{"a0", system_.coefficient(0)},
                                                          {"a1", system_.coefficient(1)},
                                                          {"a3", system_.coefficient(3)},
                                                          {"side_x", system_.side(0)},
                                                          {"side_y", system_.side(1)},
                                                          {"f", system_.f()},
                                                          {"increment", system_.x()}}));
  all.advance = prepare("advance_by_pressures", context.with(fluxes())
                                                    .with(pseudo)
                                                    .with(response)
                                                    .with({{"increment", system_.x()}})
                                                    .with(next.named(FieldsAs::next))
                                                    .with({{"partial", partial_}}));
  return all;
}

void SolvedPressure::advance(const StepPlace& at) {
  const Case& c = device_.c;
  const int nx = c.mesh.x.cells(), ny = c.mesh.y.cells();
  auto& prepared = prepared_[at.rotation.number()];
  if (!prepared) prepared = prepare(at.rotation);
  const auto launch = [&](opencl::Kernel& kernel, int columns, int rows, int sweep = 0) {
    device_.set_time_step(kernel, at.dt, relaxation_of(c.splitting, sweep));
    device_.workspace.launch(kernel, columns, rows);
  };
  launch(prepared->fluxes, nx + 4, ny + 4);
  launch(prepared->convected, nx + 2, ny + 2);
  const int velocity_sweeps = c.splitting.velocity_sweeps;
  launch(prepared->pseudo, nx + 1, ny + 1, velocity_sweeps * at.iteration);
  for (int k = 1; k < velocity_sweeps; ++k) {
    launch(prepared->sweep_velocities, nx + 1, ny + 1);
    launch(prepared->pseudo_again, nx + 1, ny + 1, velocity_sweeps * at.iteration + k);
  }
  int sweep = c.splitting.temperature_sweeps * at.iteration;
  for (opencl::Kernel& kernel : prepared->sweep_temperatures) launch(kernel, nx, ny, sweep++);
  launch(prepared->assemble, nx, ny);
  // A breakdown of the linear solver ends the step, as its changes are not finite.
  system_.set_coefficients();
  system_.solve_unchecked();
  launch(prepared->advance, nx + 1, pieces_of_column(c));
}

}  // namespace slipflow::simple_ts
