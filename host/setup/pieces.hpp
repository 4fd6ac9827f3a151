// Bodies that are thinner than the cells.
#pragma once

#include <vector>

#include "slipflow/mesh/solids.hpp"

namespace slipflow::setup {

/// The number of pieces that these cells of a solid are, where cells that touch at a corner are one
/// piece. 1 for solids that may be several pieces themselves: pictures, drawings, surfaces, and
/// polygons that are not convex and reach beyond the mesh.
int pieces_of(const mesh::Solid& solid, const std::vector<mesh::CellRun>& runs,
              const mesh::Mesh& mesh);

}  // namespace slipflow::setup
