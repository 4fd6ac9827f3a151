// Pieces of a mesh for several ranks.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "slipflow/mesh/mesh.hpp"

namespace slipflow::mesh {

/// The number of pieces along x and y.
struct Grid {
  int columns = 1, rows = 1;
  bool operator==(const Grid&) const = default;
};

// Cuts of a mesh into pieces that cost the same, or as much as their ranks can compute.

/// Per axis, the first cell of each piece, then the number of cells.
struct Cuts {
  std::vector<int> x{0}, y{0};
  Grid grid() const { return {static_cast<int>(x.size()) - 1, static_cast<int>(y.size()) - 1}; }
  bool operator==(const Cuts&) const = default;
};

/// Cost of the columns and of the rows of a mesh, in halves of the cost of a cell away from solid
/// cells. A cell within reach of a solid cell costs 2.5 times as much; solid cells are computed
/// too.
struct LineCosts {
  std::vector<std::int64_t> columns, rows;
};
LineCosts line_costs(const Mesh& mesh);

/// Cuts lines of these costs into a piece for each weight. The costs of the pieces are in
/// proportion to the weights, as far as whole lines allow. If there are several pieces, each has at
/// least kLeastCells lines, which there must be. The weights must be positive and finite.
std::vector<int> cut_by_cost(std::span<const std::int64_t> costs, std::span<const double> weights);

/// Cuts the mesh into a grid that check_grid() accepts. `weights` has one for each piece of a grid
/// of one row or one column; if it is empty, all are equal.
Cuts cut_mesh(const Mesh& mesh, const Grid& grid, const std::vector<double>& weights = {});

/// A mesh cut along both axes into a grid of pieces. Piece (p,q), p along x, belongs to rank
/// q columns + p and has the cells between cut p and cut p + 1 along x, cut q and cut q + 1 along
/// y.
class Decomposition {
 public:
  /// First cells of the pieces of each axis, and its number of cells; whether the axis is periodic.
  struct Axis {
    std::vector<int> cuts;
    bool periodic = false;
  };
  Decomposition(Axis x, Axis y);

  Grid grid() const { return {pieces(0), pieces(1)}; }
  int size() const { return pieces(0) * pieces(1); }
  CellBox cells(int rank) const;
  /// The rank that has the cells at a distance of (dx, dy) pieces, each -1, 0 or 1; none outside
  /// the mesh. An axis of a single piece has none either: its ends are the piece's own.
  std::optional<int> neighbour(int rank, int dx, int dy) const;
  /// The nodes whose values belong to a rank, counted from its first cell: its cells and, where it
  /// has no neighbour, the ghost layers outside.
  CellBox owned(int rank) const;

 private:
  int pieces(int axis) const { return static_cast<int>(axes_[axis].cuts.size()) - 1; }
  std::optional<int> next(int axis, int piece, int step) const;

  std::array<Axis, 2> axes_;
};

/// The fewest cells of a piece along an axis that is cut.
constexpr int kLeastCells = kPad;

/// The grid of that many pieces that are exchanged fastest. A cut across x counts as 16 times a cut
/// of the same length across y: its columns are spread over memory, and it leaves work-groups
/// without work. Throws Error(bad_input) if no grid has pieces of kLeastCells.
Grid choose_grid(int nx, int ny, int pieces);

/// Throws Error(bad_input) unless the grid has that many pieces of at least kLeastCells.
void check_grid(const Grid& grid, int nx, int ny, int pieces);

/// The cuts of n cells into that many pieces whose numbers of cells differ by at most 1.
std::vector<int> even_cuts(int n, int pieces);

}  // namespace slipflow::mesh
