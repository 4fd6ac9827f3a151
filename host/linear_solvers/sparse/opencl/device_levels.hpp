// The levels of multigrid in the memory of a device: macros/linear_solvers/face_levels.h.
#pragma once

#include <vector>

#include "linear_solvers/face_levels.h"
#include "slipflow/opencl/workspace.hpp"
#include "sparse_levels.hpp"

namespace slipflow::linear_solvers {

/// The entries of a row that are stored next to those of other rows: as many as suffice for nine of
/// ten rows. The others are long rows.
int width_of_rows(const SparseRows& rows);

/// The indices of all levels, one level after the other.
struct FaceTables {
  std::vector<SfFaceLevel> levels;
  std::vector<int> columns, faces;  ///< of each entry
  std::vector<int> long_starts;     ///< slots; of each level one more than it has long rows
  std::vector<int> coarse_of;       ///< of each cell
  std::vector<int> member_starts, members;
  std::vector<int> sum_starts, sum_faces;
  std::vector<double> sum_ratios, side_ratios;
};
FaceTables tables_of(const std::vector<SparseLevel>& levels);

/// What the small levels do in a cycle, from the first of them on.
std::vector<SfFaceStep> steps_of_small_levels(int first, int last);

}  // namespace slipflow::linear_solvers
