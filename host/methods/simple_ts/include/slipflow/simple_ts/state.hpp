// The state of the gas on the host.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "slipflow/setup/fields.hpp"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// u (west faces), v (south faces), T, rho (cells), each of Layout::size() values with ghosts.
/// Pressure is always the rounded product rho T.
template <class Value>
struct Fields {
  std::vector<Value> u, v, T, rho;

  /// All of them in the order of checkpoints and of the arguments of kernels.
  std::array<std::vector<Value>*, 4> all() { return {&u, &v, &T, &rho}; }
  std::array<const std::vector<Value>*, 4> all() const { return {&u, &v, &T, &rho}; }
};

/// The same values as another type of numbers.
template <class To, class From>
Fields<To> converted(const Fields<From>& fields) {
  Fields<To> result;
  for (std::size_t k = 0; k < fields.all().size(); ++k) {
    const auto& from = *fields.all()[k];
    auto& to = *result.all()[k];
    to.resize(from.size());
    std::transform(from.begin(), from.end(), to.begin(),
                   [](From value) { return static_cast<To>(value); });
  }
  return result;
}

/// The state on the host, in every precision: a double holds a float exactly.
using State = Fields<double>;

/// The fields of the method: first those of State, in the order of Fields::all().
const std::vector<setup::FieldInfo>& field_list();

/// The field of that name; throws Error(internal_error) if there is none.
const setup::FieldInfo& field_named(const std::string& name);

/// The initial state: that of Case::initial in the gas, T = rho = 1 in solid cells and outside the
/// domain, velocities 0 on wall faces, ghost values that satisfy the boundary conditions.
State initial_state(const Case& c);

/// SF_SIDE_* of a boundary.
int side_code(BoundaryKind kind);

/// SF_PRESCRIBED_* of the boundaries with a prescribed normal velocity.
int prescribed_sides(const Case& c);

/// Velocities in the rectangle [i0, i0 + columns) x [j0, j0 + rows) of nodes, row by row.
struct ImposedVelocities {
  std::vector<double> State::*field;  ///< u or v
  int i0 = 0, j0 = 0, columns = 0, rows = 0;
  std::vector<double> values;
};

/// Velocities that inflows prescribe on their faces and in their ghost cells, multiplied by these
/// factors, by mesh::Side; later ones of the list overwrite earlier ones.
std::vector<ImposedVelocities> imposed_velocities(const Case& c,
                                                  const std::array<double, 4>& factors);

/// SideValues::factor of each boundary at a time.
std::array<double, 4> side_factors(const Case& c, double time);

/// Sets the values that do not change in a run: the gas in the ghost cells of inflows with the
/// velocity of their faces, and in solid cells the temperature of walls that varies along them.
/// Velocities that follow a table over time are those of time 0.
void set_side_values(const Case& c, State& s);

/// Rewrites every ghost value that follows the field (outflow, periodic, velocities of pressure
/// boundaries). For doubles and floats.
template <class Value>
void update_ghosts(const Case& c, Fields<Value>& s);

#ifdef SF_MANUFACTURED_SOURCES
/// Sources per volume in every cell (rho, T) and at every node (u, v), Layout::size() values each,
/// for tests of the order of accuracy.
struct ManufacturedSources {
  std::vector<double> rho, u, v, T;
};
ManufacturedSources& manufactured_sources();
#endif

/// Largest rates over the cells, docs/methods/simple-ts.md (33), (34), (71).
struct StepLimits {
  double signal = 0;      ///< max (|u| + c)/hx + (|v| + c)/hy, c = sqrt(gamma T/2)
  double convection = 0;  ///< max |u|/hx + |v|/hy
  double diffusion = 0;   ///< max CT1 Gamma/rho (1/hx^2 + 1/hy^2)
};

}  // namespace slipflow::simple_ts
