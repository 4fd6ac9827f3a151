// The levels of multigrid in the memory of a device: macros/linear_solvers/face_levels.h.
#pragma once

#include <optional>
#include <vector>

#include "linear_solvers/face_levels.h"
#include "opencl/vector_kernels.hpp"
#include "slipflow/opencl/workspace.hpp"
#include "sparse_levels.hpp"

namespace slipflow::linear_solvers {

// The kernels of systems on polyhedra on a device, by name.

class SparseKernels : public VectorKernels {
 public:
  SparseKernels(opencl::Workspace& workspace, bool parity);

  /// Blocks that a work-group adds in kernels of rows.
  int blocks_of_rows() const { return blocks_of_vectors(); }
  /// Kernels of rows, over `items` work-items or over `groups`.
  void run_on_rows(const char* name, std::size_t slot, const opencl::Arguments& arguments,
                   int items);
  void run_on_rows(const char* name, std::size_t slot, const opencl::Arguments& arguments,
                   Groups7 groups);
  /// Kernels of all small levels, which one work-group does.
  void run_on_small_levels(const char* name, const opencl::Arguments& arguments);

 private:
  Program rows_;
  std::optional<Program> small_levels_;  // built when it is first needed
};

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
