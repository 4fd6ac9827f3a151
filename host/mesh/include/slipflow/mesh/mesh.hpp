// The staggered rectilinear mesh: face positions, widths and which cells are solid.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "slipflow/mesh/layout.hpp"

namespace slipflow::mesh {

/// Positions of the cell faces along one axis and the widths between them (unit: reference length).
struct Axis {
  std::vector<double> faces;   ///< n + 1 increasing positions
  std::vector<double> widths;  ///< n widths; all the same double when uniform
  bool uniform = false;

  int cells() const { return static_cast<int>(widths.size()); }
  double centre(int k) const { return 0.5 * (faces[k] + faces[k + 1]); }
  /// The cell that contains x: the upper one of two, the outermost one for x outside the axis.
  int cell_at(double x) const;
};

/// n equal cells of one width, (hi - lo) / n. Throws Error(bad_input) when rounding makes faces
/// meet.
Axis uniform_axis(double lo, double hi, int n);

/// n cells from lo to hi, each `ratio` times as wide as the one before it.
Axis geometric_axis(double lo, double hi, int n, double ratio);

/// The axis with the given face positions. Throws Error(bad_input) unless there are at least two
/// finite, strictly increasing positions.
Axis axis_from_faces(std::vector<double> faces);

/// The cells [first, end) of an axis.
struct CellRange {
  int first = 0, end = 1;
  int count() const { return end - first; }
};

/// The cells [i0, i1) x [j0, j1) x [k0, k1).
struct CellBox {
  int i0 = 0, j0 = 0, i1 = 0, j1 = 0;
  int k0 = 0, k1 = 1;

  CellRange along(int axis) const {
    return axis == 0 ? CellRange{i0, i1} : axis == 1 ? CellRange{j0, j1} : CellRange{k0, k1};
  }
  bool has(int i, int j, int k) const {
    return i >= i0 && i < i1 && j >= j0 && j < j1 && k >= k0 && k < k1;
  }
  std::size_t count() const { return static_cast<std::size_t>(i1 - i0) * (j1 - j0) * (k1 - k0); }
};

/// The box of these ranges, by axis.
inline CellBox box_of(const std::array<CellRange, 3>& ranges) {
  const auto& [x, y, z] = ranges;
  return {x.first, y.first, x.end, y.end, z.first, z.end};
}

/// Calls act(i, j, k) for every cell of a box, in the order of the arrays.
template <class Act>
void for_cells(const CellBox& box, Act act) {
  for (int k = box.k0; k < box.k1; ++k)
    for (int j = box.j0; j < box.j1; ++j)
      for (int i = box.i0; i < box.i1; ++i) act(i, j, k);
}

/// "29 x 17", the cells along each axis.
std::string size_text(const Layout& cells);

/// The layout of the arrays of these cells, a part of a mesh of two or three axes.
Layout layout_of(const CellBox& cells, int axes);

/// All cells of a layout, and those with the ghost cells.
CellBox cells_of(const Layout& layout);
CellBox padded_cells_of(const Layout& layout);

/// The boundaries in the order used everywhere, two for each axis: a mesh of two axes has the first
/// four.
enum Side { west = 0, east = 1, south = 2, north = 3, bottom = 4, top = 5 };
constexpr std::array<const char*, 6> side_names = {"west",  "east",   "south",
                                                   "north", "bottom", "top"};

/// The axis along which flow passes the boundary: 0 is x.
constexpr int axis_across(int side) { return side / 2; }
constexpr bool across_x(int side) { return axis_across(side) == 0; }

/// The mesh: one to three axes and, per cell, 0 for gas or the number (from 1) of the wall that
/// fills it.
struct Mesh {
  Axis x, y, z;                    ///< those that it has not are without cells
  std::vector<std::uint8_t> tags;  ///< layout().size() entries, ghost cells included

  Layout layout() const { return {x.cells(), y.cells(), z.cells()}; }
  const Axis& axis(int number) const { return number == 0 ? x : number == 1 ? y : z; }
  int axes() const { return 1 + (y.cells() > 0) + (z.cells() > 0); }
  std::int64_t cells() const;
  bool solid(int i, int j, int k = 0) const { return tags[layout().at(i, j, k)] != 0; }
  bool any_solid() const;         ///< ghost cells included
  std::string size_text() const;  ///< of its layout
};

/// The axes along a plane of a mesh of three axes, by the one across it: those of (x, y) for 2.
constexpr std::array<std::array<int, 2>, 3> axes_of_planes = {{{1, 2}, {0, 2}, {0, 1}}};

/// The first layer of ghost cells outside a boundary, without those of edges.
CellBox first_ghosts(const Layout& layout, int side);

/// The axes along a boundary of a mesh of two or three axes.
inline std::vector<int> axes_along(int side, int axes) {
  const auto& both = axes_of_planes[static_cast<std::size_t>(axis_across(side))];
  if (axes == 2) return {1 - axis_across(side)};
  return {both[0], both[1]};
}

/// Area of the face of a cell that looks to a side; on two axes its length.
double area_of_face(const Mesh& mesh, const std::array<int, 3>& cell, int side);

/// The layer of cells number `cell` of a mesh of three axes, across an axis: a mesh of two axes.
Mesh plane_of(const Mesh& mesh, int axis, int cell);

}  // namespace slipflow::mesh
