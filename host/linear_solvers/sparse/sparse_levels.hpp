// The levels of multigrid for a system on polyhedra, made once on the host.
#pragma once

#include <vector>

#include "agglomerates.hpp"
#include "slipflow/linear_solvers/face_system.hpp"
#include "slipflow/linear_solvers/stencil7.hpp"

namespace slipflow::linear_solvers {

// What the solvers of systems on polyhedra refuse.

/// Throws what the constructors of the solvers throw.
void check_system(const FaceGraph& graph, const FaceMatrix& matrix, const Choice7& choice);

/// Whether all b are 0.
bool is_singular(const FaceMatrix& matrix);

struct SparseLevel {
  int cells = 0;
  SparseRows rows;
  /// For each cell its cell of the next coarser level; empty on the coarsest one.
  std::vector<int> coarse_of;
  CoarseSums sums;
};

/// From the finest level to one of at most kCoarsest cells, or whose cells cannot be joined any
/// more. Each level joins two pairs of cells, by the coefficients of `matrix`.
std::vector<SparseLevel> make_sparse_levels(const FaceGraph& graph, const FaceMatrix& matrix);

/// The levels that a choice needs: without multigrid the finest one alone.
std::vector<SparseLevel> sparse_levels_for(const FaceGraph& graph, const FaceMatrix& matrix,
                                           const Choice7& choice);

/// Systems of at most that many cells are solved by the inverse of their matrix.
constexpr int kCoarsest = 64;

}  // namespace slipflow::linear_solvers
