// Cells of a mesh of two axes that the outlines of bodies cut: the gas in them, the open parts of
// their faces, and their pieces of wall. Lengths in the unit of the mesh, areas per unit depth.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "slipflow/mesh/mesh.hpp"
#include "slipflow/mesh/shapes.hpp"

namespace slipflow::mesh {

/// A body whose outline cuts the cells. Its shape is not a mask.
struct CutBody {
  Shape shape;
  bool gas_inside = false;  ///< the gas is within the shape, the body all around it
  int wall = 0;             ///< as in Mesh::tags
};

/// A piece of wall in one cell: one straight side or one circle of a body, or a closed part of a
/// face.
struct WallPiece {
  double S_x = 0, S_y = 0;  ///< normal out of the gas times length
  double outline_x = 0,
         outline_y = 0;               ///< S without closed parts of faces that only close the cell
  double x = 0, y = 0;                ///< its mean point
  double curvature = 0;               ///< 1/R of a convex body, -1/R with gas inside, 0: straight
  double centre_x = 0, centre_y = 0;  ///< of the circle
  int wall = 0;
  int curve = -1;  ///< the outline, numbered over all bodies; images share it; -1: closed face
  int side = -1;   ///< the straight side of the outline; -1: a circle or closed face
};

/// A convex corner of a body that the gas of a cell touches, with a turning of more than 20
/// degrees. Corners on mesh lines belong to the cells on both sides.
struct WallCorner {
  int cell = 0;  ///< number in CutMesh::cells
  double x = 0, y = 0;
  double before_x = 0, before_y = 0, after_x = 0, after_y = 0;  ///< unit directions of both sides
  double length_before = 0, length_after = 0;  ///< of the pieces of both sides in this cell
  int wall = 0;
  int curve = 0, side_before = 0, side_after = 0;  ///< as of WallPiece

  /// Whether the corner is an end of the side of that piece.
  bool ends(const WallPiece& piece) const {
    return piece.curve == curve && (piece.side == side_before || piece.side == side_after);
  }
};

/// The gas of a cell, and its west and south faces.
struct CutCell {
  int i = 0, j = 0;
  double volume = 0, x = 0, y = 0;  ///< area and centroid; 0 and the cell's centre if it is solid
  double open_x = 0, y_x = 0;       ///< west face: open length and y of its middle
  double open_y = 0, x_y = 0;       ///< south face
  bool corner_in_gas = false;       ///< its south-west corner, on no outline either
  bool near = false;                ///< within two cells of one that an outline touches
};

/// What cutting did to the cells of the domain, without ghost cells.
struct CutReport {
  int cut_cells = 0;             ///< with gas and a piece of a cut body
  double smallest_fraction = 1;  ///< least share of gas in a cell with gas
  int closed_pieces = 0;         ///< cells that had several pieces of gas: the largest is kept
  double closed_area = 0;        ///< of the other pieces
  int closed_faces = 0;          ///< open for less than 1e-3 of their length
  int pockets = 0;               ///< cells of up to three without connection, filled
  double pocket_area = 0;
  int dead_ends = 0;  ///< cells of less than a quarter with one open face, filled
  double dead_end_area = 0;
  double gas_area = 0;       ///< of all cells
  double worst_closure = 0;  ///< of a cell's faces and pieces, as a share of its width, before
                             ///< its longest piece took what was missing
};

/// The cells within four of a cell that an outline touches are listed, ghost cells included, and
/// solid cells too. All other cells are wholly gas or wholly solid, as are the cells around them.
/// Ghost cells outside periodic boundaries have the bits of the cells they are images of, positions
/// moved by a period.
struct CutMesh {
  std::vector<int> place;          ///< number in `cells` by Layout::at(i, j); -1: not listed
  std::vector<std::uint8_t> tags;  ///< as Mesh::tags, with the walls of all cells without gas
  std::vector<CutCell> cells;      ///< in the order of the arrays
  std::vector<int> first_piece;    ///< of each cell in `pieces`, and their number
  std::vector<WallPiece> pieces;
  std::vector<WallCorner> corners;  ///< by cells
  std::vector<int> unresolved;      ///< bodies that are circles with fewer than three crossings
                                    ///< with mesh lines: they are left out
  CutReport report;
};

/// Cuts the cells of a mesh of two axes. Its tags have the walls of solid cells, ghost cells
/// outside walls of the domain included: their faces to gas are pieces of wall. Bodies count with
/// their images one period away. In the ghost cells of open boundaries, by Side, outlines continue
/// straight along the normal, wherever the bodies end.
CutMesh cut_mesh(const Mesh& mesh, const std::vector<CutBody>& bodies,
                 const std::array<bool, 2>& periodic, const std::array<bool, 4>& open = {});

/// Faces and widths of an axis with its ghost cells, which are images, or as wide as the outermost
/// cell: those of cell k begin at `faces[k + kPad]`.
Axis with_ghosts(const Axis& axis, bool periodic);

}  // namespace slipflow::mesh
