// The gas of one cell of three axes, from the gas on its six faces.
#pragma once

#include <array>
#include <vector>

#include "cut_faces.hpp"
#include "slipflow/mesh/vectors.hpp"

namespace slipflow::mesh::cut {

/// The gas that a cell keeps on one of its faces.
struct KeptGas {
  std::vector<int> parts;  ///< numbers in CutFace::parts; of a face that no surface touches, 0
  double area = 0;
  Point at;  ///< centroid in the plane of the face
};

/// The largest connected part of the gas of a cell, and its walls.
struct CellGas {
  double volume = 0;
  Position3 at{};
  bool has_parts = false;        ///< there are others
  std::array<KeptGas, 6> faces;  ///< by Side
  std::vector<WallPatch> patches;
};

/// The gas of an own cell that a surface touches.
CellGas gas_of_cell(const PaddedSpace& space, const CutFaces& faces,
                    const std::vector<CutSolid>& bodies, const std::vector<Sections>& sections,
                    const std::array<int, 3>& cell);

/// The straight line in which a wall meets a face, in the direction that encloses its patch.
struct PatchLine {
  Position3 middle{}, along{};
  Position3 from() const { return middle - 0.5 * along; }
  Position3 to() const { return middle + 0.5 * along; }
};

/// The lines of one facet, or of triangles that turn by little.
struct PatchOutline {
  int body = 0, facet = 0;  ///< -1: several triangles
  Position3 normal{};       ///< of the triangle, out of the gas; zero of other facets
  std::vector<PatchLine> lines;
};

/// A patch, and the integrals over it of x.n / 3 and, along each axis, x^2 n_x / 2, with positions
/// from the lower corner of the cell.
struct MeasuredPatch {
  WallPatch patch;
  double volume = 0;
  Position3 moments{};
};

/// The patches that outlines enclose in a box of these widths, positions from its lower corner.
/// Two facets that meet have a common edge, straight between its ends on the faces; edges of more
/// than two end in a common corner.
std::vector<MeasuredPatch> measure_patches(const std::vector<PatchOutline>& outlines,
                                           const std::vector<Sections>& sections,
                                           const Position3& corner, const Position3& widths,
                                           const Position3& periods);

}  // namespace slipflow::mesh::cut
