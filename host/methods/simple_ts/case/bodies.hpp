// The bodies of a case and the tags of their cells.
#pragma once

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// Reads the bodies and fills the tags of all cells, ghosts included. `side_walls` comes from
/// read_sides. Throws Error(bad_input) for bodies without cells, overlapping different walls, walls
/// that move through their own faces, gaps of one cell, too many walls, and no gas left.
void read_bodies(const config::Settings& settings, const std::array<int, 4>& side_walls, Case& c);

}  // namespace slipflow::simple_ts
