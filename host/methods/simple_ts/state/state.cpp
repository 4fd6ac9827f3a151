#include "slipflow/simple_ts/state.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "slipflow/simple_ts/host_context.hpp"
#include "slipflow/simple_ts/start_fields.hpp"
#include "slipflow/support/error.hpp"
#include "state/ghost_copies.hpp"

namespace slipflow::simple_ts {

namespace {
using mesh::kPad;

double starting_v(const Case& c, int i, int j) {
  const auto& x = c.mesh.x;
  const auto& y = c.mesh.y;
  const double xi = (x.centre(i) - x.faces.front()) / (x.faces.back() - x.faces.front());
  const double eta = (y.faces[j] - y.faces.front()) / (y.faces.back() - y.faces.front());
  return c.initial.perturbation * c.gas.u_stream * std::sin(2 * std::numbers::pi * xi) *
         std::sin(std::numbers::pi * eta);
}
// T = rho = 1 everywhere; the gas is at rest in the domain and moves with the stream outside it.
State undisturbed_state(const Case& c) {
  const auto layout = c.mesh.layout();
  State s;
  s.T.assign(layout.size(), 1.0);
  s.rho.assign(layout.size(), 1.0);
  s.u.assign(layout.size(), 0.0);
  s.v.assign(layout.size(), 0.0);
  for (int j = -kPad; j < layout.ny + kPad; ++j)
    for (int i = -kPad; i < layout.nx + kPad; ++i) {
      const bool inside = i >= 0 && i <= layout.nx && j >= 0 && j < layout.ny;
      const bool west_is_gas = i == -kPad || !c.mesh.solid(i - 1, j);  // the array ends here
      if (!inside && west_is_gas && !c.mesh.solid(i, j)) s.u[layout.at(i, j)] = c.gas.u_stream;
    }
  return s;
}
}  // namespace

int side_code(BoundaryKind kind) {
  if (kind == BoundaryKind::outflow) return SF_SIDE_COPY;
  if (kind == BoundaryKind::pressure) return SF_SIDE_PRESSURE;
  if (kind == BoundaryKind::neighbour) return SF_SIDE_NEIGHBOUR;
  return kind == BoundaryKind::periodic ? SF_SIDE_PERIODIC : SF_SIDE_FIXED;
}

template <class Value>
void update_ghosts(const Case& c, Fields<Value>& s) {
  GhostCopies(c).update(s);
}

template void update_ghosts(const Case& c, Fields<double>& s);
template void update_ghosts(const Case& c, Fields<float>& s);

State initial_state(const Case& c) {
  State s = undisturbed_state(c);
  const auto layout = c.mesh.layout();
  const auto gas = [&](int i) -> const StartingGas& {
    return c.initial.at(c.mesh.x.centre(std::clamp(i, 0, layout.nx - 1)));
  };
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) {
      if (c.mesh.solid(i, j)) continue;
      s.rho[layout.at(i, j)] = gas(i).rho;
      s.T[layout.at(i, j)] = gas(i).T;
    }
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i <= layout.nx; ++i)
      if (!c.mesh.solid(i - 1, j) && !c.mesh.solid(i, j))
        s.u[layout.at(i, j)] = 0.5 * (gas(i - 1).u + gas(i).u);
  for (int j = 0; j <= layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) {
      if (c.mesh.solid(i, j - 1) || c.mesh.solid(i, j)) continue;
      s.v[layout.at(i, j)] = starting_v(c, i, j);
      if (gas(i).v != 0) s.v[layout.at(i, j)] += gas(i).v;
    }
  if (c.initial.fields) put_fields(c, *c.initial.fields, s);
  set_side_values(c, s);
  update_ghosts(c, s);
  update_pressure_sides(c, s, s);
  return s;
}

const std::vector<setup::FieldInfo>& field_list() {
  using enum setup::Location;
  static const std::vector<setup::FieldInfo> fields = {
      {"u", "velocity u", "V0", face_normal_to_x, true, true},
      {"v", "velocity v", "V0", face_normal_to_y, true, true},
      {"T", "temperature T", "T0", cell_centre, true},
      {"rho", "density rho", "rho0", cell_centre, true},
      {"p", "pressure p", "p0", cell_centre},
      {"mach", "Mach number", "", cell_centre},
      {"vorticity", "vorticity", "V0/L", cell_centre, false, true},
      {"divergence", "divergence of the velocity", "V0/L", cell_centre, false, true},
      {"schlieren", "density gradient", "rho0/L", cell_centre},
      {"heat_flux_x", "heat flux along x", "rho0 V0^3", cell_centre, false, true},
      {"heat_flux_y", "heat flux along y", "rho0 V0^3", cell_centre, false, true},
      {"heat_flux", "heat flux", "rho0 V0^3", cell_centre},
      {"knudsen", "local Knudsen number", "", cell_centre},
      {"knudsen_gradient", "gradient-length Knudsen number", "", cell_centre},
      {"psi", "stream function psi", "rho0 V0 L", cell_centre, false, true},
      {"T_total", "total temperature", "T0", cell_centre},
  };
  return fields;
}

const setup::FieldInfo& field_named(const std::string& name) {
  for (const auto& field : field_list())
    if (field.name == name) return field;
  throw Error(ExitStatus::internal_error, "there is no field '" + name + "'");
}

#ifdef SF_MANUFACTURED_SOURCES
ManufacturedSources& manufactured_sources() {
  static ManufacturedSources sources;
  return sources;
}
#endif

}  // namespace slipflow::simple_ts
