#include "solved_pressure.hpp"

#include <limits>
#include <vector>

#include "simple_ts/splitting.h"
#include "state/pressure_matrix.hpp"

namespace slipflow::simple_ts {

namespace {
linear_solvers::Choice7 solver_of(const Launch& options) {
  linear_solvers::Choice7 choice = pressure_solver();
  choice.parity = options.parity;
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
      system_(device.workspace, pressure_matrix(device.c), solver_of(device.options)) {
  const opencl::SizedProgram program = device.build("simple_ts/solve_pressures.cl");
  share_ = {program, "compute_shared_cells"};
  pseudo_ = {program, "compute_pseudo_velocities"};
  sweep_ = {program, "sweep_temperatures"};
  assemble_ = {program, "assemble_pressures"};
  advance_ = {program, "advance_by_pressures"};
  for (opencl::Array* array :
       {&gamma_, &shear2_, &u_star_, &u_d_, &v_star_, &v_d_, &response_, &T_})
    *array = real_array();
  partial_ = device.workspace.array(device.reals,
                                    static_cast<std::size_t>(SF_RESIDUALS * pieces(device.c)));
}

void SolvedPressure::upload(const State& s) { device_.workspace.write(T_, s.T); }

opencl::Arguments SolvedPressure::context(const StepPlace& at, int sweep) const {
  return device_.context(at.rotation, at.dt, relaxation_of(device_.c.splitting, sweep));
}

opencl::Arguments SolvedPressure::pseudo_velocities() const {
  return {{"u_star", u_star_}, {"u_d", u_d_}, {"v_star", v_star_}, {"v_d", v_d_}};
}

void SolvedPressure::share(const StepPlace& at, const opencl::Array& T) {
  share_.set(context(at, 0).with({{"new_gamma", gamma_}, {"new_shear2", shear2_}}));
  share_.set({"T", T});
  const Case& c = device_.c;
  device_.workspace.launch(share_, c.mesh.x.cells() + 4, c.mesh.y.cells() + 4);
}

void SolvedPressure::sweep(const StepPlace& at, const opencl::Array& from, const opencl::Array& to,
                           int sweep) {
  sweep_.set(context(at, sweep).with({{"gamma", gamma_},
                                      {"shear2", shear2_},
                                      {"T_next", to},
                                      {"rho_next", device_.sets[at.rotation.next()].rho}}));
  sweep_.set({"T", from});
  device_.workspace.launch(sweep_, device_.c.mesh.x.cells(), device_.c.mesh.y.cells());
}

void SolvedPressure::assemble(const StepPlace& at) {
  assemble_.set(context(at, 0)
                    .with({{"T_next", device_.sets[at.rotation.next()].T}})
                    .with(pseudo_velocities())
                    .with({{"response", response_},
                           {"a0", system_.coefficient(0)},
                           {"a1", system_.coefficient(1)},
                           {"a3", system_.coefficient(3)},
                           {"side_x", system_.side(0)},
                           {"side_y", system_.side(1)},
                           {"f", system_.f()},
                           {"increment", system_.x()}}));
  device_.workspace.launch(assemble_, device_.c.mesh.x.cells(), device_.c.mesh.y.cells());
}

// A breakdown of the linear solver ends the step as changes do that are not finite.
void SolvedPressure::solve() {
  try {
    system_.set_coefficients();
    system_.solve();
  } catch (const Error& error) {
    if (error.status() != ExitStatus::diverged) throw;
    device_.workspace.write(
        system_.x(),
        std::vector<double>(system_.x().count, std::numeric_limits<double>::quiet_NaN()));
  }
}

void SolvedPressure::advance(const StepPlace& at) {
  const Case& c = device_.c;
  const opencl::Array& T = device_.sets[at.rotation.current].T;
  const DeviceFields& next = device_.sets[at.rotation.next()];
  share(at, T);
  pseudo_.set(context(at, at.iteration)
                  .with({{"gamma", gamma_}, {"shear2", shear2_}})
                  .with(pseudo_velocities())
                  .with({{"response", response_}}));
  device_.workspace.launch(pseudo_, c.mesh.x.cells() + 1, c.mesh.y.cells() + 1);
  if (c.splitting.temperature_sweeps == 1) {
    sweep(at, T, next.T, at.iteration);
  } else {
    sweep(at, T, T_, 2 * at.iteration);
    share(at, T_);
    sweep(at, T_, next.T, 2 * at.iteration + 1);
  }
  assemble(at);
  solve();
  advance_.set(context(at, 0)
                   .with(pseudo_velocities())
                   .with({{"response", response_}, {"increment", system_.x()}})
                   .with(next.named("_next"))
                   .with({{"partial", partial_}}));
  device_.workspace.launch(advance_, c.mesh.x.cells() + 1, pieces_of_column(c));
}

}  // namespace slipflow::simple_ts
