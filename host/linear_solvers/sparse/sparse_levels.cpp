#include "sparse_levels.hpp"

#include <utility>

namespace slipflow::linear_solvers {

namespace {
// A level that is hardly smaller is not worth its work.
constexpr double kLeastGain = 0.9;

/// Pairs of pairs: four cells each, as a rule.
Agglomerates fours_of(const FaceGraph& graph, const FaceMatrix& matrix) {
  Agglomerates all = pairs_of(graph, matrix);
  CoarseSums sums;
  const FaceGraph between = coarse_graph(graph, matrix, all, false, sums);
  FaceMatrix of_pairs;
  sum_coefficients(sums, matrix, of_pairs);
  const Agglomerates next = pairs_of(between, of_pairs);
  for (std::size_t i = 0; i < all.of_cell.size(); ++i) {
    const auto pair = static_cast<std::size_t>(all.of_cell[i]);
    all.of_cell[i] = next.of_cell[pair];
    for (std::size_t k = 0; k < 3; ++k) all.offset[i][k] += next.offset[pair][k];
  }
  all.count = next.count;
  return all;
}
}  // namespace

std::vector<SparseLevel> make_sparse_levels(const FaceGraph& graph, const FaceMatrix& matrix) {
  std::vector<SparseLevel> levels;
  FaceGraph own = graph;
  FaceMatrix coefficients = matrix;
  for (;;) {
    SparseLevel& level = levels.emplace_back();
    level.cells = own.cells;
    level.rows = rows_of(own.cells, own.owner, own.neighbour);
    if (own.cells <= kCoarsest) return levels;
    const Agglomerates agglomerates = fours_of(own, coefficients);
    if (agglomerates.count > kLeastGain * own.cells) return levels;
    FaceGraph next = coarse_graph(own, coefficients, agglomerates, true, level.sums);
    level.coarse_of = agglomerates.of_cell;
    FaceMatrix sums;
    sum_coefficients(level.sums, coefficients, sums);
    own = std::move(next);
    coefficients = std::move(sums);
  }
}

std::vector<SparseLevel> sparse_levels_for(const FaceGraph& graph, const FaceMatrix& matrix,
                                           const Choice7& choice) {
  if (has_multigrid(choice)) return make_sparse_levels(graph, matrix);
  return {{graph.cells, rows_of(graph.cells, graph.owner, graph.neighbour), {}, {}}};
}

}  // namespace slipflow::linear_solvers
