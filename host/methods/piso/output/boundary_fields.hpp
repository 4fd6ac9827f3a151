// The flow at the boundary of polyhedra.
#pragma once

#include "output/flow_fields.hpp"

namespace slipflow::piso {

/// Velocities, p and the components of the friction per area, friction_x .., over the density: of
/// all faces of the boundary in the order of the mesh, NaN on patches that do not bound the domain.
std::vector<methods::CellField> boundary_fields(const mesh::PolyMesh& mesh, int axes,
                                                FlowFields& fields);

}  // namespace slipflow::piso
