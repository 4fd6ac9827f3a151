// Cells of a mesh of three axes that the surfaces of bodies cut: the gas in them, the open parts of
// their faces, and their pieces of wall. Lengths in the unit of the mesh.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "slipflow/mesh/mesh.hpp"
#include "slipflow/mesh/solids.hpp"

namespace slipflow::mesh {

/// A body whose surface cuts the cells. The outline of a prism is no mask.
struct CutSolid {
  Solid solid;
  bool gas_inside = false;  ///< the gas is within the solid, the body all around it
  int wall = 0;             ///< as in Mesh::tags
};

/// A piece of wall in one cell: the part of one facet of a body, or a closed part of a face.
struct WallPatch {
  Position3 S{};   ///< normal out of the gas times area
  Position3 at{};  ///< its mean point
  int wall = 0;
  int body = -1;   ///< number of the solid; -1: a closed face
  int facet = -1;  ///< of the solid: a flat side, or a round one; -1 also for several triangles
                   ///< of a surface that turn by little
};

/// The gas of a cell, and its lower faces.
struct CutCell3 {
  int i = 0, j = 0, k = 0;
  double volume = 0;                   ///< 0: solid
  Position3 at{};                      ///< centroid of the gas
  std::array<double, 3> open{};        ///< open area of the lower face across each axis
  std::array<Position3, 3> through{};  ///< centroid of that part
};

/// The cells of the domain after cutting, without ghost cells.
struct CutReport3 {
  std::int64_t cut_cells = 0;    ///< with gas and a piece of a cut body
  double smallest_fraction = 1;  ///< least share of gas in a cell with gas
  int closed_pieces = 0;         ///< cells that had several pieces of gas: the largest is kept
  int closed_faces = 0;          ///< open for less than 1e-3 of their area
  int dropped = 0;               ///< cells with little gas and one or two open faces, filled
  int pockets = 0;               ///< cells of up to eight without connection, filled
  double gas_volume = 0;         ///< of all cells
  double worst_closure = 0;      ///< of a cell's faces and patches, as a share of the area of its
                                 ///< smallest face, before its largest patch took what was missing
};

/// The cells that surfaces touch, and adjacent ones that lost a face. All other cells are wholly
/// gas or wholly solid.
struct CutInSpace {
  std::vector<std::uint8_t> tags;  ///< as Mesh::tags, with the walls of all cells without gas,
                                   ///< their periodic images included
  std::vector<CutCell3> cells;     ///< in the order of the arrays
  std::vector<int> first_patch;    ///< of each cell in `patches`, and their number
  std::vector<WallPatch> patches;
  /// By Layout::at(): bit `axis` is set if gas that neighbouring cells exchange touches the lower
  /// mesh edge of the cell along that axis.
  std::vector<std::uint8_t> edges_in_gas;
  std::vector<CutSolid> solids;  ///< the bodies, by WallPatch::body
  CutReport3 report;

  /// The cell, if it is listed.
  const CutCell3* find(int i, int j, int k) const;
};

/// A facet of a solid: a plane, or the lateral surface of a sphere or of a cylinder.
struct Facet {
  Position3 at{};         ///< a point of the plane or of the axis; the centre of a sphere
  Position3 direction{};  ///< normal of the plane, in either sense, or the axis; zero of a sphere
  double radius = 0;      ///< 0: a plane
};

/// The facet of that number, as WallPatch::facet has it; not -1.
Facet facet_of(const Solid& solid, int facet);

/// Cuts the cells of a mesh of three axes; its tags have the walls of solid cells, ghost cells
/// outside walls of the domain included. Bodies count with their images one period away; listed
/// are cells of the domain, and ghost cells outside boundaries that are not periodic, but not those
/// of the outermost layer above. A body that lies within one cell cuts nothing.
CutInSpace cut_in_space(const Mesh& mesh, const std::vector<CutSolid>& bodies,
                        const std::array<bool, 3>& periodic);

}  // namespace slipflow::mesh
