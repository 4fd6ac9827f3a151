// The state of the gas on the host.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "slipflow/setup/fields.hpp"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// u (west faces), v (south faces), in space w (bottom faces), T, rho (cells), each of
/// Layout::size() values with ghosts. Pressure is always the rounded product rho T.
template <class Value>
struct Fields {
  int axes = 2;  ///< with 2, w is empty
  std::vector<Value> u{}, v{}, w{}, T{}, rho{};

  /// The velocity along an axis.
  std::vector<Value>& velocity(int axis) { return axis == 0 ? u : axis == 1 ? v : w; }
  const std::vector<Value>& velocity(int axis) const { return axis == 0 ? u : axis == 1 ? v : w; }
  /// All of them in the order of checkpoints and of the arguments of kernels.
  std::vector<std::vector<Value>*> all() {
    if (axes == 2) return {&u, &v, &T, &rho};
    return {&u, &v, &w, &T, &rho};
  }
  std::vector<const std::vector<Value>*> all() const {
    if (axes == 2) return {&u, &v, &T, &rho};
    return {&u, &v, &w, &T, &rho};
  }
};

/// The same values as another type of numbers.
template <class To, class From>
Fields<To> converted(const Fields<From>& fields) {
  Fields<To> result{fields.axes};
  const auto all = fields.all();
  const auto results = result.all();
  for (std::size_t k = 0; k < all.size(); ++k) {
    results[k]->resize(all[k]->size());
    std::transform(all[k]->begin(), all[k]->end(), results[k]->begin(),
                   [](From value) { return static_cast<To>(value); });
  }
  return result;
}

/// The state on the host, in every precision: a double holds a float exactly.
using State = Fields<double>;

/// The fields of the method on a mesh of 2 or 3 axes, first those of State in the order of
/// Fields::all(); with 0 those of both.
const std::vector<setup::FieldInfo>& field_list(int axes = 2);

/// The field of that name; throws Error(internal_error) if there is none.
const setup::FieldInfo& field_named(const std::string& name);

/// The initial state: that of Case::initial in the gas, T = rho = 1 in solid cells and outside the
/// domain, velocities 0 on wall faces, ghost values that satisfy the boundary conditions.
State initial_state(const Case& c);

/// SF_SIDE_* of a boundary.
int side_code(BoundaryKind kind);

/// SF_PRESCRIBED_* of the boundaries with a prescribed normal velocity.
int prescribed_sides(const Case& c);

/// Velocities at a box of nodes, in the order of the arrays.
struct ImposedVelocities {
  int axis = 0;  ///< along which they are
  mesh::CellBox nodes;
  std::vector<double> values;

  /// Calls act(i, j, k, value) for each.
  template <class Act>
  void for_each(Act act) const {
    auto value = values.begin();
    mesh::for_cells(nodes, [&](int i, int j, int k) { act(i, j, k, *value++); });
  }
};

/// Velocities that inflows prescribe on their faces and in their ghost cells, multiplied by these
/// factors, by mesh::Side; later ones of the list overwrite earlier ones.
std::vector<ImposedVelocities> imposed_velocities(const Case& c,
                                                  const std::array<double, 6>& factors);

/// SideValues::factor of each boundary at a time.
std::array<double, 6> side_factors(const Case& c, double time);

/// Temperature of a wall at one of its cells or the gas cell next to it.
double wall_temperature(const Case& c, const Wall& wall, const std::array<int, 3>& place);

/// Sets the values that do not change in a run: the gas in the ghost cells of inflows with the
/// velocity of their faces, and in solid cells the temperature of walls that varies along them.
/// Velocities that follow a table over time are those of time 0.
void set_side_values(const Case& c, State& s);

/// Rewrites every ghost value that follows the field (outflow, periodic, velocities of pressure
/// boundaries). For doubles and floats.
template <class Value>
void update_ghosts(const Case& c, Fields<Value>& s);

/// update_pressure_sides() in double, on a mesh of that many axes.
template <int axes>
void update_pressure_sides_of(const Case& c, const State& old, State& s);
template <>
void update_pressure_sides_of<2>(const Case& c, const State& old, State& s);
template <>
void update_pressure_sides_of<3>(const Case& c, const State& old, State& s);

#ifdef SF_MANUFACTURED_SOURCES
/// Sources per volume in every cell (rho, T) and at every node (u, v), Layout::size() values each,
/// for tests of the order of accuracy.
struct ManufacturedSources {
  std::vector<double> rho, u, v, T, w{};
};
ManufacturedSources& manufactured_sources();  // the test program defines it
#endif

/// Largest rates over the cells, docs/methods/simple-ts.md (33), (34), (71).
struct StepLimits {
  double signal = 0;      ///< max (|u| + c)/hx + (|v| + c)/hy, c = sqrt(gamma T/2)
  double convection = 0;  ///< max |u|/hx + |v|/hy
  double diffusion = 0;   ///< max CT1 Gamma/rho (1/hx^2 + 1/hy^2)
};

}  // namespace slipflow::simple_ts
