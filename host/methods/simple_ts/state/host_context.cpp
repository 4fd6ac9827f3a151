#include "slipflow/simple_ts/host_context.hpp"

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {

namespace {
std::vector<real> in_this_precision(const std::vector<double>& values) {
  std::vector<real> rounded;
  for (const double value : values) rounded.push_back(static_cast<real>(value));
  return rounded;
}
}  // namespace

SfWall wall_of(const WallValues& w, const GasFactors& f) {
  const double heat_flow = w.heat_flow * -f.CT3 / f.A;  // from rho0 V0^3 to rho0 c_v T0 V0
  SfWall wall;
  wall.velocity_x = static_cast<real>(w.velocity[0]);
  wall.velocity_y = static_cast<real>(w.velocity[1]);
  SF_IN_SPACE(wall.velocity_z = static_cast<real>(w.velocity[2]);)
  wall.temperature = static_cast<real>(w.temperature);
  wall.slip = static_cast<real>(w.slip);
  wall.jump = static_cast<real>(w.jump);
  wall.heat_flow = static_cast<real>(heat_flow);
  wall.slip_law = static_cast<real>(w.slip_law);
  return wall;
}

SfGas gas_of(const GasFactors& f) {
  SfGas gas;
  gas.A = static_cast<real>(f.A);
  gas.B = static_cast<real>(f.B);
  gas.CT1 = static_cast<real>(f.CT1);
  gas.CT2 = static_cast<real>(f.CT2);
  gas.CT3 = static_cast<real>(f.CT3);
  gas.gravity_x = static_cast<real>(f.gravity_x);
  gas.gravity_y = static_cast<real>(f.gravity_y);
  SF_IN_SPACE(gas.gravity_z = static_cast<real>(f.gravity_z);)
  gas.sound2 = static_cast<real>(f.sound2);
  return gas;
}

SfSumUnit unit_of(const SumUnit& unit) {
  return {static_cast<real>(1 / unit.size), static_cast<real>(unit.limit)};
}

SfMesh mesh_of(const Case& c, const std::array<const real*, SF_AXES>& axes) {
  const auto layout = c.mesh.layout();
  int codes[2 * SF_AXES];
  for (int side = 0; side < 2 * SF_AXES; ++side) codes[side] = side_code(c.sides[side]);
#if SF_AXES == 3
  const int cells[] = {layout.nx, layout.ny, layout.nz};
  return sf_whole_box(cells, layout.pitch(), layout.pitch() * layout.rows(), codes, axes[0],
                      axes[1], axes[2]);
#else
  return sf_whole_mesh(layout.nx, layout.ny, layout.pitch(), codes[mesh::west], codes[mesh::east],
                       codes[mesh::south], codes[mesh::north], axes[0], axes[1]);
#endif
}

HostContext::HostContext(const Case& c)
    : case_(c), has_walls_(c.mesh.any_solid() || c.has_cut_walls()) {
  for (int axis = 0; axis < SF_AXES; ++axis) metrics_[axis] = in_this_precision(c.metrics(axis));
  const GasFactors factors = c.gas.factors();
  gas_ = gas_of(factors);
  for (const Wall& wall : c.walls) walls_.push_back(wall_of(wall.values, factors));
  if (!c.has_cut_walls()) return;
  cut_ = simple_ts::cut_tables(c);
  cut_cells_ = array_of<SfCutCell>(cut_.cells);
  cut_pieces_ = array_of<SfCutPiece>(cut_.pieces);
  cut_shares_ = array_of<SfCutShare>(cut_.shares);
  cut_values_ = array_of<SfCutValues>(cut_.values);
}

SfContext HostContext::view(const Fields<stored>& current, const Fields<stored>& old,
                            double dt) const {
  SfContext c{};
  std::array<const real*, SF_AXES> axes;
  for (int axis = 0; axis < SF_AXES; ++axis) axes[axis] = metrics_[axis].data();
  c.mesh = mesh_of(case_, axes);
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
  SF_IN_SPACE(c.w = current.w.data(); c.w_old = old.w.data();)
  c.tag = case_.mesh.tags.data();
  c.wall = walls_.data();
#ifdef SF_MANUFACTURED_SOURCES
  const ManufacturedSources& sources = manufactured_sources();
  c.S_rho = sources.rho.data();
  c.S_u = sources.u.data();
  c.S_v = sources.v.data();
  SF_IN_SPACE(c.S_w = sources.w.data();)
  c.S_T = sources.T.data();
#endif
  c.viscosity_sixteenths = case_.gas.viscosity_sixteenths;
  c.convection_scheme = case_.scheme.convection;
  c.explicit_convection = case_.scheme.explicit_convection;
  c.outflow_diagonal = case_.splitting.outflow_diagonal;
  c.relaxes = case_.splitting.relaxation_cycle;
  c.has_cut_walls = case_.has_cut_walls();
  c.cut = cut_.codes.data();
  c.cut_values = cut_values_.data();
  c.cut_cells = cut_cells_.data();
  c.cut_pieces = cut_pieces_.data();
  c.cut_shares = cut_shares_.data();
  return c;
}

StepLimits measure_step_limits(const SfContext& c) {
  return measure_step_limits(c, 0, c.mesh.ny SF_IN_SPACE(*c.mesh.nz));
}

StepLimits measure_step_limits(const SfContext& c, int first, int last) {
  SfStepLimits largest = {0, 0, 0};
  for (int row = first; row < last; ++row)
    for (int i = 0; i < c.mesh.nx; ++i) {
      const SfNode P = SF_NODE(i, row % c.mesh.ny, row / c.mesh.ny);
      if (!sf_tag(&c, P)) largest = sf_larger_limits(largest, sf_step_limits(&c, P));
    }
  return {largest.signal, largest.convection, largest.diffusion};
}

}  // namespace SF_VARIANT
}  // namespace slipflow::simple_ts
