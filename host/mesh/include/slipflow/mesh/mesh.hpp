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

/// The cells [i0, i1) x [j0, j1).
struct CellBox {
  int i0 = 0, j0 = 0, i1 = 0, j1 = 0;
};

/// What is outside a boundary of the domain, as far as the mesh is concerned.
enum class SideKind { open_fixed, open_copy, wall, periodic, open_pressure, open_given };

/// The four boundaries in the order used everywhere: west, east, south, north.
enum Side { west = 0, east = 1, south = 2, north = 3 };
constexpr std::array<const char*, 4> side_names = {"west", "east", "south", "north"};

/// True for the west and east boundaries (normal along x).
constexpr bool across_x(int side) { return side == west || side == east; }

/// The mesh: axes and, per cell, 0 for gas or the number (from 1) of the wall that fills it.
struct Mesh {
  Axis x, y;
  std::vector<std::uint8_t> tags;  ///< Layout{nx, ny}.size() entries, ghost cells included

  Layout layout() const { return {x.cells(), y.cells()}; }
  long cells() const { return static_cast<long>(x.cells()) * y.cells(); }
  bool solid(int i, int j) const { return tags[layout().at(i, j)] != 0; }
  bool any_solid() const;  ///< ghost cells included
};

}  // namespace slipflow::mesh
