#include "opencl/device_sparse_operations.hpp"

#include <utility>

namespace slipflow::linear_solvers {

DeviceSparseOperations::DeviceSparseOperations(opencl::Workspace& workspace, const FaceGraph& graph,
                                               const FaceMatrix& matrix, const Choice7& choice)
    : DeviceSparseOperations(std::make_unique<SparseKernels>(workspace, choice.parity), graph,
                             matrix, choice) {}

DeviceSparseOperations::DeviceSparseOperations(std::unique_ptr<SparseKernels> kernels,
                                               const FaceGraph& graph, const FaceMatrix& matrix,
                                               const Choice7& choice)
    : DeviceVectors(*kernels, graph.cells, choice),
      kernels_(std::move(kernels)),
      cycle_(*kernels_, sparse_levels_for(graph, matrix, choice), matrix, progress_buffer(),
             choice) {
  set_coefficients();
}

void DeviceSparseOperations::set_coefficients() {
  begin();
  kernels_->repeat("coefficients", [&] { cycle_.set_coefficients(); });
}

Groups7 DeviceSparseOperations::groups_of_rows() const {
  return {(blocks() + kernels_->blocks_of_rows() - 1) / kernels_->blocks_of_rows(),
          kernels_->items_of_sums()};
}

void DeviceSparseOperations::take_mean_out(Vector7 a) {
  kernels_->run_on_rows("take_mean_out", 0,
                        cycle_.of_level(0).with({{"numbers", numbers()}, {"a", vector(a)}}),
                        count());
}

void DeviceSparseOperations::find_residual(Sum7 sum) {
  kernels_->run_on_rows("find_residual", 0,
                        cycle_.of_level(0)
                            .with(cycle_.matrices())
                            .with({{"f", vector(Vector7::f)},
                                   {"x", vector(Vector7::x)},
                                   {"r", vector(Vector7::r)},
                                   {"sums", block_sums()}}),
                        groups_of_rows());
  finish(sum);
}

void DeviceSparseOperations::multiply(Part7 /*part*/, Vector7 x, Vector7 y, Vector7 with,
                                      Sum7 sum) {
  kernels_->run_on_rows(
      "multiply", static_cast<std::size_t>(sum.number),
      cycle_.of_level(0)
          .with(cycle_.matrices())
          .with(
              {{"x", vector(x)}, {"y", vector(y)}, {"with", vector(with)}, {"sums", block_sums()}}),
      groups_of_rows());
  finish(sum);
}

void DeviceSparseOperations::divide_by_diagonal(Vector7 r, Vector7 z) {
  kernels_->run_on_rows("divide_by_diagonal", static_cast<std::size_t>(z),
                        cycle_.of_level(0).with(
                            {{"diagonal", cycle_.diagonal()}, {"r", vector(r)}, {"z", vector(z)}}),
                        count());
}

}  // namespace slipflow::linear_solvers
