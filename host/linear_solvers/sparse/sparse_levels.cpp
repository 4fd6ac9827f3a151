#include "sparse_levels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "operations7.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::linear_solvers {

namespace {
void check_choice(const Choice7& choice) {
  if (choice.solver != Solver7::cg && choice.solver != Solver7::multigrid)
    throw Error(
        ExitStatus::bad_input,
        fmt::format("the solver {} is for boxes; systems on polyhedra have cg and multigrid",
                    text_of(kSolvers7, choice.solver)));
  if (uses(choice, Preconditioner7::atm) || uses(choice, Preconditioner7::lines))
    throw Error(ExitStatus::bad_input,
                fmt::format("the preconditioner {} is for boxes; systems on polyhedra have none, "
                            "jacobi and multigrid",
                            text_of(kPreconditioners7, choice.preconditioner)));
  if (choice.single_multigrid)
    throw Error(ExitStatus::bad_input,
                "multigrid in single precision is for boxes; systems on polyhedra have double");
}

void check_values(const std::vector<double>& values, const char* of) {
  for (std::size_t k = 0; k < values.size(); ++k)
    if (!(values[k] >= 0) || !std::isfinite(values[k]))
      throw Error(
          ExitStatus::bad_input,
          fmt::format("the coefficient of {} {} is {:g}; it must be finite and not negative", of, k,
                      values[k]));
}
}  // namespace

void check_system(const FaceGraph& graph, const FaceMatrix& matrix, const Choice7& choice) {
  const auto cells = static_cast<std::size_t>(std::max(graph.cells, 0));
  if (graph.neighbour.size() != graph.owner.size() || graph.across.size() != graph.owner.size() ||
      matrix.a.size() != graph.owner.size() || matrix.b.size() != cells ||
      graph.volumes.size() != cells || graph.to_boundary.size() != cells)
    throw std::logic_error("arrays of a system on polyhedra that do not fit its cells and faces");
  if (graph.cells < 1) throw Error(ExitStatus::bad_input, "a system needs at least one cell");
  check_choice(choice);
  check_values(matrix.a, "face");
  check_values(matrix.b, "cell");
  std::vector<double> diagonal = matrix.b;
  for (std::size_t f = 0; f < matrix.a.size(); ++f)
    for (const int cell : {graph.owner[f], graph.neighbour[f]})
      diagonal[static_cast<std::size_t>(cell)] += matrix.a[f];
  for (std::size_t cell = 0; cell < cells; ++cell)
    if (!(diagonal[cell] > 0))
      throw Error(ExitStatus::bad_input, fmt::format("cell {} has no coefficient", cell));
}

bool is_singular(const FaceMatrix& matrix) {
  return std::ranges::all_of(matrix.b, [](double b) { return b == 0; });
}

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
