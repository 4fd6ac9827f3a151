// The cells near cut walls in space that the tables of the equations list: their gas, lower faces
// and walls; docs/methods/cut-cells-in-space.md 2.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "slipflow/simple_ts/case.hpp"
#include "vectors.hpp"

namespace slipflow::simple_ts {

/// Listed are all cells within four of one of mesh::CutInSpace, solid ones and ghost cells too, in
/// the order of the arrays. A cell outside a periodic boundary has the geometry of the cell that it
/// is an image of. Positions are from the lower corner of the cell.
class ListedCells {
 public:
  using Cell = std::array<int, 3>;

  explicit ListedCells(const Case& c);

  const std::vector<Cell>& cells() const { return cells_; }
  /// From 1; 0: not listed, or outside the arrays.
  int number(const Cell& cell) const;
  /// Listed, and within two of one of mesh::CutInSpace.
  bool is_near(const Cell& cell) const;
  /// Whether it is one of mesh::CutInSpace.
  bool is_cut(const Cell& cell) const {
    const auto own = source(cell);
    return own && cut_cell(*own);
  }
  /// The cell that it is an image of, or itself; none outside the arrays.
  std::optional<Cell> source(Cell cell) const;

  double face(int axis, int k) const { return axes_[axis].faces[place(k)]; }
  double width(int axis, int k) const { return axes_[axis].widths[place(k)]; }
  Vector3 corner(const Cell& cell) const;
  Vector3 widths(const Cell& cell) const;
  double least_width(const Cell& cell) const;
  double whole_volume(const Cell& cell) const;
  double least_area(const Cell& cell) const;
  const Vector3& periods() const { return periods_; }  ///< 0 along an axis that has none

  double volume(const Cell& cell) const;
  Vector3 centre(const Cell& cell) const;
  /// Open area of the lower face across an axis, and its centroid; 0 outside the arrays.
  double open(int axis, const Cell& cell) const;
  Vector3 through(int axis, const Cell& cell) const;
  bool has_node(int axis, const Cell& cell) const { return open(axis, cell) > 0; }
  /// Whether gas touches the lower mesh edge along an axis.
  bool edge_in_gas(int axis, const Cell& cell) const;

  /// A piece of wall of a cell that is no image, and its number in mesh::CutInSpace; -1: a face to
  /// a solid cell next to a gas cell that no surface touches.
  struct Patch {
    mesh::WallPatch wall;
    int number = -1;
  };
  std::vector<Patch> patches(const Cell& cell) const;

 private:
  static std::size_t place(int k) {
    const int from_first = k + mesh::kPad;
    return static_cast<std::size_t>(from_first);
  }
  std::size_t at(const Cell& cell) const { return layout_.at(cell[0], cell[1], cell[2]); }
  void list_cells();
  const mesh::CutCell3* cut_cell(const Cell& own) const;
  bool is_solid(const Cell& own) const { return cut_.tags[at(own)] != 0; }
  double area(int axis, const Cell& cell) const;

  const Case& case_;
  const mesh::CutInSpace& cut_;
  mesh::Layout layout_;
  std::array<mesh::Axis, 3> axes_;
  Vector3 periods_{};
  std::vector<Cell> cells_;
  std::vector<int> number_;    // by Layout::at()
  std::vector<bool> is_near_;  // of the cells, by number - 1
  std::vector<int> in_cut_;    // likewise their numbers in CutInSpace::cells, or -1
};

/// The next cell along an axis, above (1) or below (-1).
inline ListedCells::Cell moved(ListedCells::Cell cell, int axis, int by) {
  cell[static_cast<std::size_t>(axis)] += by;
  return cell;
}

}  // namespace slipflow::simple_ts
