// The mesh, the bodies and the tags of their cells.
#pragma once

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// Reads mesh.*: extents, cells, stretching. Throws Error(bad_input).
void read_mesh(const config::Settings& settings, Case& c);

/// Reads the bodies and fills the tags of all cells, ghosts included. `side_walls` comes from
/// read_sides. Throws Error(bad_input) for bodies without cells, overlaps and too many walls.
void read_bodies(const config::Settings& settings, const std::array<int, 4>& side_walls, Case& c);

}  // namespace slipflow::simple_ts
