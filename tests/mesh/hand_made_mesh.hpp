// Polyhedral meshes given cell by cell, for tests of files, and volumes by the points of a cell.
#pragma once

#include <vtkCellType.h>
#include <vtkType.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "slipflow/mesh/poly_mesh.hpp"

namespace test_mesh {

using slipflow::mesh::Patch;
using slipflow::mesh::PolyMesh;
using slipflow::mesh::Vector3;

/// The faces of a cell by their points, with normals that lead out of it.
using CellByFaces = std::vector<std::vector<int>>;

/// Joins cells that have the points of a face in common. All boundary faces form one patch.
inline PolyMesh joined(std::vector<Vector3> points, const std::vector<CellByFaces>& cells) {
  struct Side {
    std::vector<int> points;
    int owner, neighbour;
  };
  std::map<std::vector<int>, Side> sides;
  PolyMesh mesh;
  mesh.points = std::move(points);
  mesh.cells = static_cast<int>(cells.size());
  for (int cell = 0; cell < mesh.cells; ++cell)
    for (const auto& face : cells[static_cast<std::size_t>(cell)]) {
      auto key = face;
      std::sort(key.begin(), key.end());
      const auto [at, is_new] = sides.try_emplace(key, Side{face, cell, -1});
      if (!is_new) at->second.neighbour = cell;
    }
  for (const bool internal : {true, false})
    for (const auto& [key, side] : sides) {
      if ((side.neighbour >= 0) != internal) continue;
      mesh.face_points.insert(mesh.face_points.end(), side.points.begin(), side.points.end());
      mesh.face_starts.push_back(static_cast<int>(mesh.face_points.size()));
      mesh.owner.push_back(side.owner);
      if (internal) mesh.neighbour.push_back(side.neighbour);
    }
  mesh.patches = {{"walls", "wall", mesh.internal_faces(), mesh.faces() - mesh.internal_faces()}};
  return mesh;
}

/// A hexahedron with a pyramid on it, a prism on one side, on the other a hexahedron with one face
/// divided into two triangles, and a tetrahedron on one of these.
inline PolyMesh five_cells() {
  const std::vector<Vector3> points = {{0, 0, 0},       {1, 0, 0},  {1, 1, 0},  {0, 1, 0},
                                       {0, 0, 1},       {1, 0, 1},  {1, 1, 1},  {0, 1, 1},
                                       {0.5, 0.5, 1.5}, {2, 0, 0},  {2, 1, 0},  {-1, 0, 0},
                                       {-1, 1, 0},      {-1, 1, 1}, {-1, 0, 1}, {-2, 0.7, 0.3}};
  const std::vector<CellByFaces> cells = {
      {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}},
      {{4, 7, 6, 5}, {4, 5, 8}, {5, 6, 8}, {6, 7, 8}, {7, 4, 8}},
      {{1, 5, 6, 2}, {1, 9, 5}, {2, 6, 10}, {1, 2, 10, 9}, {5, 9, 10, 6}},
      {{3, 7, 4, 0},
       {4, 14, 11, 0},
       {12, 13, 7, 3},
       {11, 12, 3, 0},
       {7, 13, 14, 4},
       {13, 12, 11},
       {14, 13, 11}},
      {{12, 13, 11}, {15, 12, 11}, {15, 13, 12}, {15, 11, 13}}};
  return joined(points, cells);
}
constexpr std::array<double, 5> kVolumesOfFiveCells = {1, 1.0 / 6, 0.5, 1, 1.0 / 6};

/// The outward faces of VTK's cells, as the figures of its file formats show them: the base of a
/// wedge has the other direction.
inline const std::map<int, std::vector<std::vector<vtkIdType>>> kFacesOfVtk = {
    {VTK_TETRA, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}},
    {VTK_HEXAHEDRON,
     {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}},
    {VTK_WEDGE, {{0, 1, 2}, {5, 4, 3}, {1, 0, 3, 4}, {2, 1, 4, 5}, {0, 2, 5, 3}}},
    {VTK_PYRAMID, {{0, 3, 2, 1}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}}};

/// Six times the volume of the tetrahedron of the origin and a triangle, positive if the normal of
/// the triangle leads away from the origin.
inline double triple_product(const Vector3& a, const Vector3& b, const Vector3& c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
         a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/// The volume within plane faces whose normals lead outwards.
template <class Label>
double volume_within(const std::vector<std::vector<Label>>& faces,
                     std::span<const Vector3> points) {
  double sum = 0;
  const auto at = [&](Label label) { return points[static_cast<std::size_t>(label)]; };
  for (const auto& face : faces)
    for (std::size_t k = 1; k + 1 < face.size(); ++k)
      sum += triple_product(at(face[0]), at(face[k]), at(face[k + 1]));
  return sum / 6;
}

}  // namespace test_mesh
