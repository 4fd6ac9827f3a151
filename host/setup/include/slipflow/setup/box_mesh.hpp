// The mesh of a case from its settings, and the tags of its ghost cells.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/mesh/mesh.hpp"

namespace slipflow::setup {

/// Names of the axes.
constexpr std::array<const char*, 3> kAxes = {"x", "y", "z"};

/// Reads mesh.*: extents, cells, stretching; every cell is gas. The mesh has the axes that
/// mesh.cells counts. Throws Error(bad_input).
mesh::Mesh read_mesh(const config::Settings& settings);

/// What the ghost cells outside a boundary are: gas, like the last cell inside, of a wall, or the
/// cells of the opposite end.
enum class Outside { gas, like_last_cell, wall, periodic };

/// Fills the tags of the ghost cells from those of the domain. Two boundaries for each axis, by
/// mesh::Side; `side_walls`: the number of the wall there, 0 for none.
void tag_ghosts(std::span<const Outside> outside, std::span<const int> side_walls,
                mesh::Mesh& mesh);

/// Throws Error(bad_input) where one of two opposite boundaries is periodic and the other is not,
/// or the mesh has too few cells between them.
void check_periodic_pairs(const config::Settings& settings, std::span<const Outside> outside,
                          const mesh::Mesh& mesh);

/// Six arrays with a value per cell of one axis, ghosts included, as macros/indexing.h names them.
std::vector<double> axis_metrics(const mesh::Axis& axis, bool periodic);

}  // namespace slipflow::setup
