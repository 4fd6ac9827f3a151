// The state of the gas on the host and the mesh metrics the equations read.
#pragma once

#include <vector>

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// u (west faces), v (south faces), T, rho (cells), each of Layout::size() values with ghosts.
/// Pressure is always the rounded product rho T.
template <class Value>
struct Fields {
  std::vector<Value> u, v, T, rho;
};

/// The state as the host has it, in every precision: a float is a double too.
using State = Fields<double>;

/// The state at the start: that of Case::initial in the gas, T = rho = 1 in solid cells and beyond the
/// sides, 0 on wall faces, ghosts consistent with the sides.
State initial_state(const Case& c);

/// Six arrays with a value per cell of one axis, ghosts included, as macros/indexing.h names them.
std::vector<double> axis_metrics(const mesh::Axis& axis, bool periodic);

/// SF_SIDE_* of a side.
int side_code(mesh::SideKind kind);

/// Rewrites every ghost value that follows the field (outflow, periodic). For doubles and floats.
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

/// Largest values over the cells that limit the time step, docs/numerics.md (27), (28).
struct StepLimits {
  double signal = 0;      ///< max (|u| + c)/hx + (|v| + c)/hy, c = sqrt(gamma T/2)
  double convection = 0;  ///< max |u|/hx + |v|/hy
};

}  // namespace slipflow::simple_ts
