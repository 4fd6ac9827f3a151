// The order of the cells of a polyhedral mesh.
#pragma once

#include <vector>

#include "slipflow/mesh/poly_mesh.hpp"

namespace slipflow::mesh {

/// The cells in the reverse Cuthill-McKee order, which brings neighbours close together: entry k is
/// the cell that becomes cell k. Independent of anything but the mesh.
std::vector<int> cuthill_mckee_order(const PolyMesh& mesh);

/// The mesh with its cells in that order; internal faces are sorted by owner and neighbour, those
/// of a patch keep their order.
PolyMesh with_cells_in_order(const PolyMesh& mesh, const std::vector<int>& order);

/// The largest difference between the numbers of two cells that share a face.
int bandwidth_of(const PolyMesh& mesh);

}  // namespace slipflow::mesh
