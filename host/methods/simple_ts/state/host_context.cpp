#include "slipflow/simple_ts/host_context.hpp"

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {

namespace {
std::vector<real> in_this_precision(const std::vector<double>& values) {
  std::vector<real> rounded;
  for (const double value : values) rounded.push_back(static_cast<real>(value));
  return rounded;
}
}  // namespace

SfWall wall_of(const WallValues& w, const GasFactors& f) {
  const double heat_flow = w.heat_flow * -f.CT3 / f.A;  // from rho0 V0^3 to rho0 c_v T0 V0
  return {static_cast<real>(w.velocity_x),  static_cast<real>(w.velocity_y),
          static_cast<real>(w.temperature), static_cast<real>(w.slip),
          static_cast<real>(w.jump),        static_cast<real>(heat_flow),
          static_cast<real>(w.slip_law)};
}

SfGas gas_of(const GasFactors& f) {
  return {static_cast<real>(f.A),         static_cast<real>(f.B),
          static_cast<real>(f.CT1),       static_cast<real>(f.CT2),
          static_cast<real>(f.CT3),       static_cast<real>(f.gravity_x),
          static_cast<real>(f.gravity_y), static_cast<real>(f.sound2)};
}

SfSumUnit unit_of(const SumUnit& unit) {
  return {static_cast<real>(1 / unit.size), static_cast<real>(unit.limit)};
}

HostContext::HostContext(const Case& c)
    : case_(c),
      metrics_x_(in_this_precision(c.metrics(0))),
      metrics_y_(in_this_precision(c.metrics(1))),
      has_walls_(c.mesh.any_solid()) {
  const GasFactors factors = c.gas.factors();
  gas_ = gas_of(factors);
  for (const Wall& wall : c.walls) walls_.push_back(wall_of(wall.values, factors));
}

SfContext HostContext::view(const Fields<stored>& current, const Fields<stored>& old,
                            double dt) const {
  const auto layout = case_.mesh.layout();
  SfContext c{};
  const auto code = [&](mesh::Side side) { return side_code(case_.sides[side]); };
  c.mesh =
      sf_whole_mesh(layout.nx, layout.ny, layout.pitch(), code(mesh::west), code(mesh::east),
                    code(mesh::south), code(mesh::north), metrics_x_.data(), metrics_y_.data());
  c.gas = gas_;
  c.creep = static_cast<real>(case_.gas.creep_coefficient);
  c.dt = static_cast<real>(dt);
  c.rdt = static_cast<real>(1 / dt);
  c.has_walls = has_walls_;
  c.density_at_wall = case_.scheme.density_at_wall;
  c.no_slip_at_corners = case_.scheme.no_slip_at_corners;
  c.has_heat_flow = case_.has_heat_flow();
  c.has_friction_heat = case_.has_friction_heat();
  c.has_slip_laws = case_.has_slip_laws();
  c.walls_vary = case_.walls_vary();
  c.prescribed = prescribed_sides(case_);
  c.u = current.u.data();
  c.v = current.v.data();
  c.T = current.T.data();
  c.rho = current.rho.data();
  c.u_old = old.u.data();
  c.v_old = old.v.data();
  c.T_old = old.T.data();
  c.rho_old = old.rho.data();
  c.tag = case_.mesh.tags.data();
  c.wall = walls_.data();
#ifdef SF_MANUFACTURED_SOURCES
  const ManufacturedSources& sources = manufactured_sources();
  c.S_rho = sources.rho.data();
  c.S_u = sources.u.data();
  c.S_v = sources.v.data();
  c.S_T = sources.T.data();
#endif
  c.viscosity_sixteenths = case_.gas.viscosity_sixteenths;
  c.convection_scheme = case_.scheme.convection;
  c.explicit_convection = case_.scheme.explicit_convection;
  c.outflow_diagonal = case_.splitting.outflow_diagonal;
  c.relaxes = case_.splitting.relaxation_cycle;
  return c;
}

StepLimits measure_step_limits(const SfContext& c) { return measure_step_limits(c, 0, c.mesh.ny); }

StepLimits measure_step_limits(const SfContext& c, int first, int last) {
  SfStepLimits largest = {0, 0, 0};
  for (int j = first; j < last; ++j)
    for (int i = 0; i < c.mesh.nx; ++i)
      if (!sf_tag(&c, sf_node(i, j)))
        largest = sf_larger_limits(largest, sf_step_limits(&c, sf_node(i, j)));
  return {largest.signal, largest.convection, largest.diffusion};
}

}  // namespace SF_PRECISION
}  // namespace slipflow::simple_ts
