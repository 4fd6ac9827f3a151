// The matrices of the multigrid for psi, on the mesh and on ever coarser ones.
#pragma once

#include <vector>

#include "case/nodes.hpp"

namespace slipflow::psi_omega {

/// One level, arrays by po_place(nx, i, j) for nodes 0 <= i < columns, 0 <= j < rows.
struct Level {
  int nx = 0, columns = 0, rows = 0;
  std::vector<double> west, south, sum, reciprocal;  ///< psi_omega/poisson.h

  std::size_t size() const { return sum.size(); }
};

/// The finest level first. The last has few unknowns, and the inverse of its matrix.
struct Levels {
  std::vector<Level> levels;
  std::vector<int> coarsest;    ///< places of the unknowns of the last level
  std::vector<double> inverse;  ///< of its matrix, by columns
};

/// Equations (13) and (14): finite volumes around the nodes; agglomerates of 2 x 2 nodes whose
/// links are the sums of the finer ones, scaled by the distances of the centres.
Levels make_levels(const Case& c, const Nodes& nodes);

}  // namespace slipflow::psi_omega
