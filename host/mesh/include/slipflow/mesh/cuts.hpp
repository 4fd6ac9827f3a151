// Cuts of a mesh into pieces that cost the same, or as much as their ranks can compute.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "slipflow/mesh/decomposition.hpp"

namespace slipflow::mesh {

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

}  // namespace slipflow::mesh
