// Grids of VTK that point into what they are made of.
#pragma once

#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>

#include "slipflow/mesh/poly_mesh.hpp"

namespace slipflow::output {

/// The cells of a mesh, which has to outlive the grid. Tetrahedra, hexahedra, prisms and pyramids
/// are those of VTK, other cells polyhedra.
vtkSmartPointer<vtkUnstructuredGrid> unstructured_grid(const mesh::PolyMesh& mesh);

}  // namespace slipflow::output
