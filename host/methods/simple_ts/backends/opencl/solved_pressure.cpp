#include "solved_pressure.hpp"

#include <cstddef>
#include <vector>

#include "simple_ts/splitting.h"
#include "state/pressure_matrix.hpp"

namespace slipflow::simple_ts {

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
  system_.stop_with(
      {device.progress, static_cast<int>(offsetof(SfInnerProgress, outcome) / sizeof(int))});
  for (opencl::Array* array :
       {&gamma_, &shear2_, &u_star_, &u_d_, &v_star_, &v_d_, &response_, &T_})
    *array = real_array();
  partial_ = device.workspace.array(device.reals,
                                    static_cast<std::size_t>(SF_RESIDUALS * pieces(device.c)));
}

void SolvedPressure::upload(const State& s) { device_.workspace.write(T_, s.T); }

opencl::Kernel SolvedPressure::prepare(const char* name, const opencl::Arguments& arguments,
                                       const opencl::Array* T) const {
  opencl::Kernel kernel(program_, name);
  kernel.set(arguments.with({{"progress", device_.progress}}));
  if (T) kernel.set({"T", *T});
  return kernel;
}

SolvedPressure::Prepared SolvedPressure::prepare(const FieldRotation& rotation) const {
  const DeviceFields& next = device_.sets[rotation.next()];
  const opencl::Arguments context = device_.context(rotation);
  const opencl::Arguments shared = {{"gamma", gamma_}, {"shear2", shear2_}};
  const opencl::Arguments pseudo = {
      {"u_star", u_star_}, {"u_d", u_d_}, {"v_star", v_star_}, {"v_d", v_d_}};
  const opencl::Arguments response = {{"response", response_}};
  const auto share = context.with({{"new_gamma", gamma_}, {"new_shear2", shear2_}});
  const auto sweep_to = [&](const opencl::Array& to) {
    return context.with(shared).with({{"T_next", to}, {"rho_next", next.rho}});
  };
  const bool once = device_.c.splitting.temperature_sweeps == 1;
  return {prepare("compute_shared_cells", share),
          prepare("compute_pseudo_velocities", context.with(shared).with(pseudo).with(response)),
          prepare("sweep_temperatures", sweep_to(once ? next.T : T_)),
          prepare("compute_shared_cells", share, &T_),
          prepare("sweep_temperatures", sweep_to(next.T), &T_),
          prepare("assemble_pressures", context.with({{"T_next", next.T}})
                                            .with(pseudo)
                                            .with(response)
                                            .with({{"a0", system_.coefficient(0)},
                                                   {"a1", system_.coefficient(1)},
                                                   {"a3", system_.coefficient(3)},
                                                   {"side_x", system_.side(0)},
                                                   {"side_y", system_.side(1)},
                                                   {"f", system_.f()},
                                                   {"increment", system_.x()}})),
          prepare("advance_by_pressures", context.with(pseudo)
                                              .with(response)
                                              .with({{"increment", system_.x()}})
                                              .with(next.named(FieldsAs::next))
                                              .with({{"partial", partial_}}))};
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
  launch(prepared->share, nx + 4, ny + 4);
  launch(prepared->pseudo, nx + 1, ny + 1, at.iteration);
  if (c.splitting.temperature_sweeps == 1) {
    launch(prepared->sweep, nx, ny, at.iteration);
  } else {
    launch(prepared->sweep, nx, ny, 2 * at.iteration);
    launch(prepared->share_again, nx + 4, ny + 4);
    launch(prepared->sweep_again, nx, ny, 2 * at.iteration + 1);
  }
  launch(prepared->assemble, nx, ny);
  // A breakdown of the linear solver ends the step, as its changes are not finite.
  system_.set_coefficients();
  system_.solve_unchecked();
  launch(prepared->advance, nx + 1, pieces_of_column(c));
}

}  // namespace slipflow::simple_ts
