#include "opencl/sparse_kernels.hpp"

#include <algorithm>

namespace slipflow::linear_solvers {

namespace {
constexpr int kGroupOfRows = 64;
constexpr int kGroupOfSmallLevels = 512;
}  // namespace

SparseKernels::SparseKernels(opencl::Workspace& workspace, bool parity)
    : VectorKernels(workspace, parity),
      rows_(build("linear_solvers/face_rows.cl", sums_options(blocks_of_rows(), items_of_sums()),
                  kGroupOfRows)) {}

void SparseKernels::run_on_rows(const char* name, std::size_t slot,
                                const opencl::Arguments& arguments, int items) {
  run(rows_, name, slot, arguments, items, 1);
}

void SparseKernels::run_on_rows(const char* name, std::size_t slot,
                                const opencl::Arguments& arguments, Groups7 groups) {
  run_groups(rows_, name, slot, arguments, groups);
}

void SparseKernels::run_on_small_levels(const char* name, const opencl::Arguments& arguments) {
  const opencl::Device& device = workspace().device();
  if (!small_levels_)
    small_levels_ =
        build("linear_solvers/small_face_levels.cl", "",
              device.cpu ? 1 : std::min(kGroupOfSmallLevels, device.largest_work_group));
  run(*small_levels_, name, 0, arguments, 1, 1);
}

}  // namespace slipflow::linear_solvers
