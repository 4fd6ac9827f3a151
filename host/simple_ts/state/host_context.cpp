#include "slipflow/simple_ts/host_context.hpp"

#include "simple_ts/step_limits.h"

namespace slipflow::simple_ts {

HostContext::HostContext(const Case& c)
    : case_(c),
      metrics_x_(axis_metrics(c.mesh.x, c.periodic_x())),
      metrics_y_(axis_metrics(c.mesh.y, c.periodic_y())),
      has_walls_(c.mesh.any_solid()) {
  for (const Wall& wall : c.walls) walls_.push_back(wall.values);
}

SfContext HostContext::view(const State& current, const State& old, double dt) const {
  const auto layout = case_.mesh.layout();
  SfContext c{};
  c.mesh = sf_whole_mesh(layout.nx, layout.ny, layout.pitch(), case_.periodic_x(),
                         case_.periodic_y(), metrics_x_.data(), metrics_y_.data());
  c.gas = case_.gas.factors();
  c.dt = dt;
  c.rdt = 1 / dt;
  c.has_walls = has_walls_;
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
  c.convection = case_.scheme.convection;
  c.explicit_convection = case_.scheme.explicit_convection;
  c.outflow_diagonal = case_.splitting.outflow_diagonal;
  c.relaxes = case_.splitting.relaxation_cycle;
  return c;
}

#ifdef SF_MANUFACTURED_SOURCES
ManufacturedSources& manufactured_sources() {
  static ManufacturedSources sources;
  return sources;
}
#endif

StepLimits measure_step_limits(const SfContext& c) {
  StepLimits largest;
  for (int j = 0; j < c.mesh.ny; ++j)
    for (int i = 0; i < c.mesh.nx; ++i) {
      if (sf_tag(&c, i, j)) continue;
      const SfStepLimits limits = sf_step_limits(&c, i, j);
      largest.signal = sf_max_keeping_nan(largest.signal, limits.signal);
      largest.convection = sf_max_keeping_nan(largest.convection, limits.convection);
    }
  return largest;
}

}  // namespace slipflow::simple_ts
