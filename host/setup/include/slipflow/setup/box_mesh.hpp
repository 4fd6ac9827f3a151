// The mesh of a case from its settings, and the tags of its ghost cells.
#pragma once

#include <array>
#include <span>

#include "slipflow/config/settings.hpp"
#include "slipflow/mesh/mesh.hpp"

namespace slipflow::setup {

/// Names of the axes.
constexpr std::array<const char*, 3> kAxes = {"x", "y", "z"};

/// Reads mesh.*: extents, cells, stretching; every cell is gas. The mesh has the axes that the key
/// table has. Throws Error(bad_input).
mesh::Mesh read_mesh(const config::Settings& settings);

/// Fills the tags of the ghost cells from those of the domain. Two boundaries for each axis, by
/// mesh::Side; `side_walls`: the number of the wall there, 0 for none.
void tag_ghosts(std::span<const mesh::SideKind> sides, std::span<const int> side_walls,
                mesh::Mesh& mesh);

}  // namespace slipflow::setup
