#include <algorithm>
#include <cmath>
#include <numbers>

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
bool is_inside(const Case& c, std::array<int, 3> node, int normal) {
  for (int axis = 0; axis < c.axes(); ++axis)
    if (node[axis] < 0 || node[axis] >= c.mesh.axis(axis).cells() + (axis == normal)) return false;
  return true;
}
// T = rho = 1 everywhere; the gas is at rest in the domain and moves with the stream outside it.
State undisturbed_state(const Case& c) {
  const auto layout = c.mesh.layout();
  State s{c.axes()};
  for (auto* field : s.all()) field->assign(layout.size(), 0.0);
  std::ranges::fill(s.T, 1.0);
  std::ranges::fill(s.rho, 1.0);
  mesh::for_cells(mesh::padded_cells_of(layout), [&](int i, int j, int k) {
    const bool west_is_gas = i == -kPad || !c.mesh.solid(i - 1, j, k);  // the array ends here
    if (!is_inside(c, {i, j, k}, 0) && west_is_gas && !c.mesh.solid(i, j, k))
      s.u[layout.at(i, j, k)] = c.gas.u_stream;
  });
  return s;
}

// Calls act(i, j, k) for the faces normal to an axis that have gas on both sides.
template <class Act>
void for_faces_in_gas(const Case& c, int axis, Act act) {
  auto faces = mesh::cells_of(c.mesh.layout());
  ++(axis == 0 ? faces.i1 : axis == 1 ? faces.j1 : faces.k1);
  mesh::for_cells(faces, [&](int i, int j, int k) {
    if (!c.mesh.solid(i, j, k) && !c.mesh.solid(i - (axis == 0), j - (axis == 1), k - (axis == 2)))
      act(i, j, k);
  });
}
}  // namespace

State initial_state(const Case& c) {
  State s = undisturbed_state(c);
  const auto layout = c.mesh.layout();
  const auto gas = [&](int i) -> const StartingGas& {
    return c.initial.at(c.mesh.x.centre(std::clamp(i, 0, layout.nx - 1)));
  };
  mesh::for_cells(mesh::cells_of(layout), [&](int i, int j, int k) {
    if (c.mesh.solid(i, j, k)) return;
    s.rho[layout.at(i, j, k)] = gas(i).rho;
    s.T[layout.at(i, j, k)] = gas(i).T;
  });
  for_faces_in_gas(c, 0, [&](int i, int j, int k) {
    s.u[layout.at(i, j, k)] = 0.5 * (gas(i - 1).u + gas(i).u);
  });
  for_faces_in_gas(c, 1, [&](int i, int j, int k) {
    s.v[layout.at(i, j, k)] = starting_v(c, i, j);
    if (gas(i).v != 0) s.v[layout.at(i, j, k)] += gas(i).v;
  });
  if (c.axes() == 3)
    for_faces_in_gas(c, 2, [&](int i, int j, int k) { s.w[layout.at(i, j, k)] = gas(i).w; });
  if (c.initial.fields) put_fields(c, *c.initial.fields, s);
  set_side_values(c, s);
  update_ghosts(c, s);
  c.axes() == 3 ? update_pressure_sides_of<3>(c, s, s) : update_pressure_sides_of<2>(c, s, s);
  return s;
}

}  // namespace slipflow::simple_ts
