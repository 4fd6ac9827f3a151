#include "opencl/device_operations.hpp"

#include <utility>

#include "matrix7.hpp"
#include "sums.h"

namespace slipflow::linear_solvers {

using opencl::Arguments;

Groups7 DeviceOperations7::groups_of_rows() const {
  return {(blocks() + kernels_->blocks_of_rows() - 1) / kernels_->blocks_of_rows(),
          kernels_->items_of_sums()};
}

DeviceOperations7::DeviceOperations7(opencl::Workspace& workspace, const Matrix7& matrix,
                                     const Choice7& choice)
    : DeviceOperations7(
          std::make_unique<Kernels7>(workspace, matrix.kind, matrix.box, choice.parity), matrix,
          choice) {}

DeviceOperations7::DeviceOperations7(std::unique_ptr<Kernels7> kernels, const Matrix7& matrix,
                                     const Choice7& choice)
    : DeviceVectors(*kernels, static_cast<int>(matrix.box.size()), choice),
      workspace_(kernels->workspace()),
      choice_(choice),
      plan_(make_levels7(matrix, mean_strengths(matrix))),
      kernels_(std::move(kernels)),
      box_(matrix.box) {
  kernels_->guarded("preparing", [&] { make_arrays(matrix); });
  matrix_.arguments = matrix_arguments(matrix);
  if (has_sweeps(choice))
    sweeps_.emplace(workspace_, checked(workspace_.device(),
                                        {matrix.box, matrix.kind, choice.parity, choice.schedule}));
}

void DeviceOperations7::make_arrays(const Matrix7& matrix) {
  const std::vector<double> zeros(matrix.box.size());
  for (int k = 0; k < 7; ++k)
    if (has_coefficient(matrix, k))
      a_[k] = workspace_.array(kReals7, matrix.a[k].empty() ? zeros : matrix.a[k]);
  matrix_.kind = matrix.kind;
  matrix_.constants = matrix.constants;
  matrix_.has_sides = matrix.kind == Coefficients7::free;
  for (int axis = 0; axis < (matrix.box.flat() ? 2 : 3); ++axis)
    if (!matrix.sides[axis].empty() || is_left_open(matrix)) {
      matrix_.has_sides = true;
      matrix_.sides[axis] =
          workspace_.array(kReals7, matrix.sides[axis].empty() ? zeros : matrix.sides[axis]);
    }
  if (matrix.kind == Coefficients7::free) {
    matrix_.codes = workspace_.buffer(matrix.codes);
    diagonals_ = workspace_.array(kReals7, diagonals_of_codes(matrix.constants));
  }
}

Arguments DeviceOperations7::matrix_arguments(const Matrix7& matrix) const {
  const S7Level& own = plan_.levels[0];
  if (matrix.kind == Coefficients7::free)
    return kernels_->of_free(own, kReals7, matrix.constants, matrix_.codes, diagonals_);
  const char* const names[] = {"a0", "a1", "a2", "a3", "a4", "a5", "a6"};
  Arguments all = kernels_->of_level(own);
  for (int k = 0; k < 7; ++k)
    if (has_coefficient(matrix, k)) all = all.with({{names[k], a_[k]}});
  return all;
}

Arguments DeviceOperations7::of_rows() const {
  return Arguments{{"progress", progress_buffer()}}
      .with(matrix_.arguments)
      .with({{"count", count()}});
}

void DeviceOperations7::run_on_rows(const char* name, const Arguments& more, std::size_t slot) {
  kernels_->run(Rows7::system, name, slot, of_rows().with(more), count());
}

}  // namespace slipflow::linear_solvers
