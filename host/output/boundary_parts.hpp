// The boundary of polyhedra that belongs to a frame: a surface for each patch, and the list of all
// parts.
#pragma once

#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <string>
#include <vector>

#include "slipflow/mesh/poly_mesh.hpp"

namespace slipflow::output {

/// Part of a frame: what people call it, and the end of its file's name, "_wall.vtp".
struct BoundaryPart {
  mesh::Patch patch;
  std::string ending;
};
/// The parts of the patches that bound the domain.
std::vector<BoundaryPart> boundary_parts(const mesh::PolyMesh& mesh);

/// The faces of a patch, with copies of their points.
vtkSmartPointer<vtkPolyData> surface_of(const mesh::PolyMesh& mesh, const mesh::Patch& patch);

/// A .vtm file: the cells as the block "internal", the patches as blocks of "boundary". `frame`:
/// "000012", with which the names of the files begin.
std::string list_of_parts(const std::string& frame, const std::vector<BoundaryPart>& parts);

}  // namespace slipflow::output
