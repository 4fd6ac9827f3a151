#include <algorithm>
#include <cmath>
#include <numbers>

#include "slipflow/simple_ts/host_context.hpp"
#include "slipflow/simple_ts/start_fields.hpp"
#include "slipflow/simple_ts/state.hpp"

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

}  // namespace slipflow::simple_ts
