// The mesh of a case, and what its ghost cells are.
#pragma once

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// Reads mesh.*: extents, cells, stretching. Throws Error(bad_input).
void read_mesh(const config::Settings& settings, Case& c);

/// Fills the tags of the ghost cells from those of the domain; `side_walls` comes from read_sides.
void tag_ghosts(const std::array<int, 4>& side_walls, Case& c);

}  // namespace slipflow::simple_ts
