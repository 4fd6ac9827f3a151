// Polyhedral meshes made of cells of standard shapes.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "slipflow/mesh/mesh.hpp"
#include "slipflow/mesh/poly_mesh.hpp"

namespace slipflow::mesh {

/// The shape of a cell, or of a face of the boundary (triangle, quadrilateral).
enum class CellShape { triangle, quadrilateral, tetrahedron, hexahedron, prism, pyramid };

/// Cells and faces by their points, which are numbered as in gmsh: first a face,
/// anticlockwise as seen from inside, then the others in the same order above it.
struct Elements {
  std::vector<CellShape> shapes;
  std::vector<int> starts = {0};  ///< where the points of each element begin in `points`; end
  std::vector<int> points;
  std::vector<int> groups;  ///< of a face its patch, as an index of `names`; -1: none
  std::vector<std::string> names;

  void add(CellShape shape, std::span<const int> its_points, int group);
};

/// Joins cells that have a face in common. The faces of `faces` give the patches; boundary faces
/// that are in no group form the patch `rest`. Throws Error(bad_input) that begins with `name` if
/// more than two cells share a face. Cells whose points are in the mirrored order are turned.
/// Internal faces are ordered by owner and neighbour, boundary faces by patch and owner.
PolyMesh poly_mesh_of(std::vector<Vector3> points, const Elements& cells, const Elements& faces,
                      const std::string& rest, const std::string& name);

/// The fluid cells of a box mesh. Patches: the boundaries of the box by their names, then one for
/// each wall of bodies, named body1, body2 .. by their numbers. A box of two axes has one cell of a
/// width of 1 along z and the patch `front_and_back` of type empty. Along a periodic axis a face at
/// the end of the box belongs to the wall that fills the cell at the opposite end.
PolyMesh poly_mesh_of(const Mesh& box, const std::array<bool, 3>& periodic = {});

}  // namespace slipflow::mesh
