// The levels of multigrid on a box: which cells are agglomerated, and the ratios that scale the
// coefficients between agglomerates. They depend on geometry alone.
#pragma once

#include <array>
#include <vector>

#include "linear_solvers/level7.h"
#include "slipflow/linear_solvers/stencil7.hpp"

namespace slipflow::linear_solvers {

struct Levels7 {
  std::vector<S7Level> levels;  ///< the finest first; the last has one cell
  std::vector<double> ratios;   ///< of all levels, by s7_ratio()
  std::size_t places = 0;       ///< of the arrays of all levels but the finest
};

/// Places of the arrays of a level.
std::size_t places_of(const S7Level& level);

/// Cells are paired along the axes whose coefficients are at least 0.3 of the largest.
/// `strengths`: mean coefficients along x, y and z.
Levels7 make_levels7(const Matrix7& matrix, const std::array<double, 3>& strengths);

/// Mean coefficients between cells along x, y and z.
std::array<double, 3> mean_strengths(const Matrix7& matrix);

}  // namespace slipflow::linear_solvers
