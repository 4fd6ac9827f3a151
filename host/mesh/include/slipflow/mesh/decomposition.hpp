// Pieces of a mesh for several ranks.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "slipflow/mesh/mesh.hpp"

namespace slipflow::mesh {

/// The number of pieces along x, y and z; 1 along an axis that the mesh has not.
struct Grid {
  int columns = 1, rows = 1, layers = 1;

  int along(int axis) const { return axis == 0 ? columns : axis == 1 ? rows : layers; }
  int size() const { return columns * rows * layers; }
  /// "2 x 3", on three axes "2 x 3 x 1"; with `by` between the numbers.
  std::string text(int axes, const char* by = " x ") const;
  bool operator==(const Grid&) const = default;
};

// Cuts of a mesh into pieces that cost the same, or as much as their ranks can compute.

/// Per axis, the first cell of each piece, then the number of cells; of an axis that the mesh has
/// not, those of one cell.
struct Cuts {
  std::vector<int> x{0}, y{0}, z{0, 1};

  const std::vector<int>& along(int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  Grid grid() const;
  bool operator==(const Cuts&) const = default;
};

/// By axis of the mesh, the cost of each layer of cells across it: on two axes of the columns and
/// of the rows. In halves of the cost of a cell away from solid cells. A cell within reach of a
/// solid cell costs 2.5 times as much; solid cells are computed too.
std::vector<std::vector<std::int64_t>> layer_costs(const Mesh& mesh);

/// Cuts layers of these costs into a piece for each weight. The costs of the pieces are in
/// proportion to the weights, as far as whole layers allow. If there are several pieces, each has
/// at least kLeastCells layers, which there must be. The weights must be positive and finite.
std::vector<int> cut_by_cost(std::span<const std::int64_t> costs, std::span<const double> weights);

/// Cuts the mesh into a grid that check_grid() accepts. `weights` has one for each piece of a grid
/// that cuts one axis; if it is empty, all are equal.
Cuts cut_mesh(const Mesh& mesh, const Grid& grid, const std::vector<double>& weights = {});

/// A mesh of two or three axes that is cut into a grid of pieces. Piece (p, q, r), p along x,
/// belongs to rank (r rows + q) columns + p and has the cells between cut p and cut p + 1 along x,
/// and so on.
class Decomposition {
 public:
  /// First cells of the pieces of each axis, and its number of cells; whether the axis is periodic.
  struct Axis {
    std::vector<int> cuts;
    bool periodic = false;
  };
  Decomposition(Axis x, Axis y);
  Decomposition(Axis x, Axis y, Axis z);

  int axes() const { return axes_count_; }
  Grid grid() const { return {pieces(0), pieces(1), pieces(2)}; }
  int size() const { return grid().size(); }
  CellBox cells(int rank) const;
  /// The layout of the arrays of a piece.
  Layout layout(int rank) const { return layout_of(cells(rank), axes_count_); }
  /// The rank that has the cells at this distance in pieces, each -1, 0 or 1; none outside the
  /// mesh. An axis of a single piece has none either: its ends are the piece's own.
  std::optional<int> neighbour(int rank, int dx, int dy, int dz = 0) const;
  /// Whether it has a neighbour at the low (step -1) or high (1) end of an axis.
  bool has_neighbour(int rank, int axis, int step) const {
    return next(axis, place(rank)[axis], step).has_value();
  }
  /// The nodes whose values belong to a rank, counted from its first cell: its cells and, where it
  /// has no neighbour, the ghost layers outside.
  CellBox owned(int rank) const;
  /// Whether the ghosts outside one end of an axis are cells of other ranks at the opposite end.
  bool wraps(int axis) const { return axes_[axis].periodic && pieces(axis) > 1; }

 private:
  int pieces(int axis) const { return static_cast<int>(axes_[axis].cuts.size()) - 1; }
  /// The place of a rank's piece along each axis.
  std::array<int, 3> place(int rank) const;
  std::optional<int> next(int axis, int piece, int step) const;

  std::array<Axis, 3> axes_;
  int axes_count_;
};

/// The fewest cells of a piece along an axis that is cut.
constexpr int kLeastCells = kPad;

/// The grid of that many pieces of a mesh of these cells that are exchanged fastest. A cut across x
/// counts as 16 times a cut of the same size across another axis: its columns are spread over
/// memory, and it leaves work-groups without work. Of equal grids the one that cuts the last axis
/// most. Throws Error(bad_input) if no grid has pieces of kLeastCells.
Grid choose_grid(const Layout& cells, int pieces);

/// Throws Error(bad_input) unless the grid has that many pieces of at least kLeastCells.
void check_grid(const Grid& grid, const Layout& cells, int pieces);

/// The cuts of n cells into that many pieces whose numbers of cells differ by at most 1.
std::vector<int> even_cuts(int n, int pieces);

}  // namespace slipflow::mesh
