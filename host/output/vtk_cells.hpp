// Polyhedral cells as VTK numbers them.
#pragma once

#include <vtkType.h>

#include <span>
#include <vector>

#include "slipflow/mesh/poly_mesh.hpp"

namespace slipflow::output {

/// A cell for vtkUnstructuredGrid.
struct VtkCell {
  int type = 0;                   ///< VTK_TETRA, _HEXAHEDRON, _WEDGE, _PYRAMID or _POLYHEDRON
  std::vector<vtkIdType> points;  ///< in VTK's order; of a polyhedron in increasing order
  vtkIdType faces = 0;
  /// The number of points and the points of each face, whose normal leads out of the cell.
  std::vector<vtkIdType> face_stream;
};

/// The cells of a mesh, one at a time. A cell has a standard shape if its faces have that shape's
/// numbers of points and are joined in its way, wherever its points are. VTK's order is a base and
/// then the points above it, or the apex. The normal of the base, by the right-hand rule, leads
/// into the cell; that of a wedge leads out of it.
class VtkCells {
 public:
  /// The mesh has to outlive this.
  explicit VtkCells(const mesh::PolyMesh& mesh);
  /// Valid until the next call.
  const VtkCell& of(int cell);

 private:
  void list_faces(int cell);
  bool is_standard();

  const mesh::PolyMesh& mesh_;
  mesh::CellFaces faces_of_cells_;
  VtkCell cell_;
  std::vector<std::span<const vtkIdType>> faces_;  ///< those in the stream of cell_
};

}  // namespace slipflow::output
