// Random fields in a box of cells, without the equations: tests read those for two and for three
// axes.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "random_axis.hpp"

namespace box_fields {

using small_fields::kPad;
using Field = std::vector<double>;
using Place = std::array<int, 3>;

/// As SfWall.
struct Wall {
  std::array<double, 3> velocity;
  double temperature, slip, jump, heat_flow, slip_law;
};

/// As the members of SfContext.
struct Switches {
  int convection_scheme, explicit_convection, outflow_diagonal, relaxes, pressure_solved;
  int density_at_wall, no_slip_at_corners, has_heat_flow, has_slip_laws, walls_vary;
  int viscosity_sixteenths = 8;
  int prescribed = 0;
};

/// The fields at cells (T, rho) and at the lower faces normal to each axis (q), ghosts included.
struct Box {
  Place n{};
  std::array<small_fields::Axis, 3> axes;
  std::array<Field, 3> q, q_old, C_q;
  Field T, rho, T_old, rho_old, C_T;
  std::vector<unsigned char> tags;
  std::vector<Wall> walls;
  std::array<double, 3> gravity{0.3, -0.2, 0.4};
  Switches switches{};

  int pitch() const { return n[0] + 2 * kPad; }
  int plane() const { return pitch() * (n[1] + 2 * kPad); }
  int size() const { return plane() * (n[2] + 2 * kPad); }
  int at(Place p) const {
    return ((p[2] + kPad) * plane() + (p[1] + kPad) * pitch()) + p[0] + kPad;
  }
  bool solid(Place p) const { return tags[at(p)] != 0; }
};

inline Place moved(Place p, int axis, int steps) {
  p[axis] += steps;
  return p;
}

/// Calls act(place) on all places from lo to hi, the latter excluded.
template <class Act>
void for_places(Place lo, Place hi, Act act) {
  for (int k = lo[2]; k < hi[2]; ++k)
    for (int j = lo[1]; j < hi[1]; ++j)
      for (int i = lo[0]; i < hi[0]; ++i) act(Place{i, j, k});
}

inline Place first_ghost() { return {-kPad, -kPad, -kPad}; }
inline Place behind_ghosts(const Box& f) { return {f.n[0] + kPad, f.n[1] + kPad, f.n[2] + kPad}; }

inline Box random_box(Place n) {
  small_fields::Numbers numbers;
  Box f;
  f.n = n;
  for (int axis = 0; axis < 3; ++axis)
    for (int k = 0; k < n[axis] + 2 * kPad; ++k)
      f.axes[axis].h.push_back(numbers.between(0.1, 0.3));
  const auto fill = [&](double lo, double hi) {
    Field values(f.size());
    for (double& value : values) value = numbers.between(lo, hi);
    return values;
  };
  for (auto* velocities : {&f.q, &f.q_old, &f.C_q})
    for (Field& field : *velocities) field = fill(-0.5, 0.5);
  f.C_T = fill(-0.5, 0.5);
  for (Field* field : {&f.T, &f.rho, &f.T_old, &f.rho_old}) *field = fill(0.6, 1.7);
  f.tags.assign(f.size(), 0);
  return f;
}

/// Fills the cells from lo to hi, the latter excluded, with a wall, on whose faces nothing moves.
inline void put_wall(Box& f, Place lo, Place hi, const Wall& wall) {
  f.walls.push_back(wall);
  const auto number = static_cast<unsigned char>(f.walls.size());
  for_places(lo, hi, [&](Place p) { f.tags[f.at(p)] = number; });
  for_places(first_ghost(), behind_ghosts(f), [&](Place p) {
    for (int axis = 0; axis < 3; ++axis)
      if (f.solid(p) || (p[axis] > -kPad && f.solid(moved(p, axis, -1))))
        f.q[axis][f.at(p)] = f.q_old[axis][f.at(p)] = 0;
  });
}

/// Gives z one cell of width 1 between two symmetry boundaries.
inline void make_slab(Box& f) {
  f.axes[2].h.assign(1 + 2 * kPad, 1.0);
  f.gravity[2] = 0;
  const Wall symmetry = {{0, 0, 0}, 1, -1, -1, 0, 0};
  const Place end = behind_ghosts(f);
  put_wall(f, first_ghost(), {end[0], end[1], 0}, symmetry);
  put_wall(f, {-kPad, -kPad, 1}, end, symmetry);
}

/// x becomes y, y becomes z, z becomes x.
inline Place cyclic(Place p) { return {p[2], p[0], p[1]}; }
template <class Value>
std::array<Value, 3> cyclic(const std::array<Value, 3>& of) {
  return {of[2], of[0], of[1]};
}
inline Box cyclic(const Box& f) {
  Box t = f;
  t.n = cyclic(f.n);
  t.axes = cyclic(f.axes);
  t.q = cyclic(f.q), t.q_old = cyclic(f.q_old), t.C_q = cyclic(f.C_q);
  t.gravity = cyclic(f.gravity);
  for (Wall& wall : t.walls) wall.velocity = cyclic(wall.velocity);
  t.switches.prescribed = (f.switches.prescribed << 2 | f.switches.prescribed >> 4) & 63;
  const auto move = [&](auto& values) {
    const auto before = values;
    for_places(first_ghost(), behind_ghosts(f),
               [&](Place p) { values[t.at(cyclic(p))] = before[f.at(p)]; });
  };
  for (auto* velocities : {&t.q, &t.q_old, &t.C_q})
    for (Field& field : *velocities) move(field);
  for (Field* field : {&t.T, &t.rho, &t.T_old, &t.rho_old, &t.C_T}) move(*field);
  move(t.tags);
  return t;
}

/// Named results of the equations at one node.
using Values = std::vector<std::pair<std::string, double>>;

/// What the equations of two axes make at the nodes of the layer z = 0 of a box, along x, then y.
std::vector<Values> values_in_plane(const Box& box);

}  // namespace box_fields
