// What the steps of cut_mesh() share.
#pragma once

#include <algorithm>
#include <optional>

#include "clip_cell.hpp"
#include "slipflow/mesh/cut_mesh.hpp"

namespace slipflow::mesh::cut {

/// A column or row of cells and a place in it.
struct CellIndex {
  int i = 0, j = 0;
};

/// The mesh with its ghost cells. Cells that are no images are its own: those of the domain, and
/// ghost cells outside boundaries that are not periodic.
class PaddedMesh {
 public:
  PaddedMesh(const Mesh& mesh, const std::array<bool, 2>& periodic);

  const Axis& x() const { return x_; }
  const Axis& y() const { return y_; }
  const Layout& layout() const { return layout_; }
  CellRange columns() const { return own_[0]; }
  CellRange rows() const { return own_[1]; }
  const std::array<double, 2>& periods() const { return periods_; }
  double width(int i) const { return x_.widths[i + kPad]; }
  double height(int j) const { return y_.widths[j + kPad]; }
  double least_width(const CellIndex& c) const { return std::min(width(c.i), height(c.j)); }
  double area(const CellIndex& c) const { return width(c.i) * height(c.j); }
  Point centre(const CellIndex& c) const { return {x_.centre(c.i + kPad), y_.centre(c.j + kPad)}; }
  Rectangle box(const CellIndex& cell) const;
  bool in_domain(const CellIndex& cell) const;
  /// The own cell that a cell is, or is an image of; none outside all ghost cells.
  std::optional<CellIndex> own(CellIndex cell) const;

 private:
  Layout layout_;
  Axis x_, y_;
  std::array<double, 2> periods_{};
  std::array<CellRange, 2> own_;
};

/// The rows of a column that an edge touches.
struct Visit {
  int column = 0, first = 0, last = 0;
  int edge = 0;
};

/// The cell on the other side of a face.
constexpr CellIndex neighbour(const CellIndex& cell, int side) {
  const int step = side % 2 == 0 ? -1 : 1;
  return side < 2 ? CellIndex{cell.i + step, cell.j} : CellIndex{cell.i, cell.j + step};
}

/// The open part of a face and its middle along it.
struct OpenPart {
  double length = 0, middle = 0;
};

struct CutWork {
  CutWork(const Mesh& mesh, const std::vector<CutBody>& bodies,
          const std::array<bool, 2>& periodic);

  /// The number of a listed cell, -1 for others.
  int number(const CellIndex& c) const { return result.place[padded.layout().at(c.i, c.j)]; }
  std::uint8_t& tag(const CellIndex& c) { return result.tags[padded.layout().at(c.i, c.j)]; }
  bool is_gas(const CellIndex& c) const { return result.tags[padded.layout().at(c.i, c.j)] == 0; }
  const ClippedCell* clip_of(const CellIndex& cell) const;
  CellIndex index(int number) const { return {result.cells[number].i, result.cells[number].j}; }
  /// Limits of the gas of an own gas cell on a side.
  std::vector<Interval> sections(const CellIndex& cell, int side) const;
  /// The open part of a face of an own cell.
  OpenPart face(const CellIndex& cell, int side) const;
  /// Makes a gas cell solid and closes its faces.
  void fill(int number);

  const Mesh& mesh;
  const std::vector<CutBody>& bodies;
  PaddedMesh padded;
  Outlines outlines;
  std::vector<Visit> visits;  ///< by columns, first rows and edges
  CutMesh result;
  std::vector<int> own;   ///< numbers of the listed own cells
  std::vector<int> clip;  ///< of each listed cell in `clipped`; -1: no outline touches it
  std::vector<ClippedCell> clipped;
  std::vector<std::vector<PieceSum>> pieces;  ///< of each listed own cell

 private:
  int wall_of(const CellIndex& cell) const;
};

// The first steps of cut_mesh(), in their order.
void continue_straight(CutWork& work, Side open_side);
void list_cells(CutWork& work);
void sweep_columns(CutWork& work);
void open_faces(CutWork& work);
void fill_pockets(CutWork& work);
void fill_dead_ends(CutWork& work);
void collect_pieces(CutWork& work);
void mark_corners_in_gas(CutWork& work);
std::vector<WallCorner> find_corners(const CutWork& work);

}  // namespace slipflow::mesh::cut
