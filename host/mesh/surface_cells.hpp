// The cells inside a surface of triangles.
#pragma once

#include "slipflow/mesh/solids.hpp"

namespace slipflow::mesh {

/// The cells inside a surface in a mesh of three axes, by planes, rows and from west to east.
std::vector<CellRun> cells_of_surface(const Mesh& mesh, const Surface& surface);

}  // namespace slipflow::mesh
