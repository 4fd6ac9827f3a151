// Numbers about boundaries and bodies: mean pressures and temperatures, flows, heat and forces.
#pragma once

#include <vector>

#include "slipflow/methods/surfaces.hpp"
#include "slipflow/simple_ts/diagnostics.hpp"
#include "slipflow/simple_ts/state.hpp"
#include "state_equations.hpp"

namespace slipflow::simple_ts {

/// A face where the gas ends.
struct GasFace {
  Cell cell{};      ///< of the gas
  int side = 0;     ///< of the cell, a mesh::Side
  double area = 0;  ///< in a plane its length
};

/// The faces of a wall, an index of Case::walls, in the order of the runs.
std::vector<GasFace> faces_of_wall(const Case& c, int wall, const WallRuns& all);

/// Boundaries that are not periodic, then bodies. p and T are means over the faces of the gas on
/// them, with jump at walls, by length; p on an inflow is that of the cells. All have the heat into
/// them and the force on them, on open boundaries by conduction and stress, (92). These also have
/// the flows of mass, volume, total enthalpy and momentum out of the domain and the bulk
/// temperature T_bulk, the mean weighted with the mass flow, nan without one.
std::vector<methods::Surface> surfaces_of(const Case& c);

/// The numbers of surfaces_of() in their order: sums on the host over the faces in the order of the
/// mesh, loads and mass flows those of forces.csv and history.csv.
std::vector<double> surface_numbers_of(const Case& c, const State& s, Diagnostics& diagnostics);

}  // namespace slipflow::simple_ts
