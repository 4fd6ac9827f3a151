// Meshes whose cells bodies cut, for tests.
#pragma once

#include <doctest/doctest.h>

#include <array>
#include <vector>

#include "slipflow/mesh/cut_mesh.hpp"

namespace cut_meshes {

using namespace slipflow::mesh;

/// No boundary is periodic.
constexpr std::array<bool, 2> kClosed = {false, false};

/// The unit square in n x n cells.
inline Mesh square_mesh(int n) {
  Mesh mesh{uniform_axis(0, 1, n), uniform_axis(0, 1, n), {}, {}};
  mesh.tags.assign(mesh.layout().size(), 0);
  return mesh;
}

inline const CutCell& cell_of(const CutMesh& cut, const Mesh& mesh, int i, int j) {
  const int number = cut.place[mesh.layout().at(i, j)];
  REQUIRE(number >= 0);
  return cut.cells[number];
}

inline std::vector<WallPiece> pieces_of(const CutMesh& cut, const Mesh& mesh, int i, int j) {
  const int number = cut.place[mesh.layout().at(i, j)];
  REQUIRE(number >= 0);
  return {cut.pieces.begin() + cut.first_piece[number],
          cut.pieces.begin() + cut.first_piece[number + 1]};
}

/// The body below the line through (0, height) with this slope.
inline CutBody below(double height, double slope) {
  return {Polygon{{{-2, -9}, {3, -9}, {3, height + 3 * slope}, {-2, height - 2 * slope}}}, false,
          1};
}

}  // namespace cut_meshes
