// Which cells multigrid joins, and the coarser graph: linear-solvers.md, "Systems on polyhedra".
#pragma once

#include <vector>

#include "slipflow/linear_solvers/face_system.hpp"

namespace slipflow::linear_solvers {

/// A graph with coefficients, and its agglomerates.
struct Agglomerates {
  int count = 0;
  std::vector<int> of_cell;
  std::vector<mesh::Vector3> offset;  ///< from each cell's centre to that of its agglomerate
};

/// One cell after another joins the free neighbour with the largest coefficient; one without a free
/// neighbour joins the pair of the neighbour with the largest one.
Agglomerates pairs_of(const FaceGraph& graph, const FaceMatrix& matrix);

/// How coefficients of a coarser level come from those of a finer one: each coarse one is a sum of
/// fine ones, times ratios of lengths.
struct CoarseSums {
  std::vector<int> starts, faces;  ///< of each coarse face: the fine faces that it is made of
  std::vector<double> ratios;      ///< of these
  std::vector<int> member_starts, members;  ///< of each coarse cell: its cells
  std::vector<double> side_ratios;          ///< of each fine cell
};

/// The graph of the agglomerates. Ratios are those of the distances of centres, fine over coarse,
/// between 0.05 and 1, so that a linear function keeps its flux; `scaled` = false: all 1.
FaceGraph coarse_graph(const FaceGraph& graph, const FaceMatrix& matrix,
                       const Agglomerates& agglomerates, bool scaled, CoarseSums& sums);

/// The coefficients of the coarser level.
void sum_coefficients(const CoarseSums& sums, const FaceMatrix& fine, FaceMatrix& coarse);

}  // namespace slipflow::linear_solvers
