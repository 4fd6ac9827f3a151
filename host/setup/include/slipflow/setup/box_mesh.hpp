// The mesh of a case from its settings, and the tags of its ghost cells.
#pragma once

#include <array>

#include "slipflow/config/settings.hpp"
#include "slipflow/mesh/mesh.hpp"

namespace slipflow::setup {

/// Reads mesh.*: extents, cells, stretching; every cell is gas. Throws Error(bad_input).
mesh::Mesh read_mesh(const config::Settings& settings);

/// Fills the tags of the ghost cells from those of the domain. `side_walls`: the number of the wall
/// at each boundary, by mesh::Side; 0 for none.
void tag_ghosts(const std::array<mesh::SideKind, 4>& sides, const std::array<int, 4>& side_walls,
                mesh::Mesh& mesh);

}  // namespace slipflow::setup
