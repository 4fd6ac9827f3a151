#include "slipflow/linear_solvers/device_face_solver.hpp"

#include <memory>
#include <utility>

#include "opencl/device_sparse_cycle.hpp"
#include "opencl/device_vectors.hpp"
#include "sparse_levels.hpp"

namespace slipflow::linear_solvers {

namespace {
// The operations of solve7.cpp on the rows of a system on polyhedra, on a device.

class DeviceSparseOperations : public DeviceVectors, public RowOperations7 {
 public:
  DeviceSparseOperations(opencl::Workspace& workspace, const FaceGraph& graph,
                         const FaceMatrix& matrix, const Choice7& choice);

  const DeviceSparseCycle& rows() const { return cycle_; }
  /// Queues the rows and coefficients of all levels.
  void set_coefficients();

  void take_mean_out(Vector7 a) override;
  void find_residual(Sum7 sum) override;
  void multiply(Part7 part, Vector7 x, Vector7 y, Vector7 with, Sum7 sum) override;
  void divide_by_diagonal(Vector7 r, Vector7 z) override;
  void cycle(Vector7 r, Vector7 z) override { cycle_.run(vector(r), vector(z)); }

 private:
  DeviceSparseOperations(std::unique_ptr<SparseKernels> kernels, const FaceGraph& graph,
                         const FaceMatrix& matrix, const Choice7& choice);
  Groups7 groups_of_rows() const;

  const std::unique_ptr<SparseKernels> kernels_;
  DeviceSparseCycle cycle_;
};

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
}  // namespace

class DeviceFaceSolver::Impl {
 public:
  Impl(opencl::Workspace& workspace, const FaceGraph& graph, const FaceMatrix& matrix,
       const Choice7& choice)
      : operations((check_system(graph, matrix, choice), workspace), graph, matrix, choice),
        iterations(operations, operations, choice, Coefficients7::symmetric, is_singular(matrix),
                   graph.cells) {}

  DeviceSparseOperations operations;
  Solve7 iterations;
};

DeviceFaceSolver::DeviceFaceSolver(opencl::Workspace& workspace, const FaceGraph& graph,
                                   const FaceMatrix& matrix, const Choice7& choice)
    : impl_(std::make_unique<Impl>(workspace, graph, matrix, choice)) {}
DeviceFaceSolver::~DeviceFaceSolver() = default;
DeviceFaceSolver::DeviceFaceSolver(DeviceFaceSolver&&) noexcept = default;
DeviceFaceSolver& DeviceFaceSolver::operator=(DeviceFaceSolver&&) noexcept = default;

const opencl::Array& DeviceFaceSolver::a() const { return impl_->operations.rows().a(); }
const opencl::Array& DeviceFaceSolver::b() const { return impl_->operations.rows().b(); }
void DeviceFaceSolver::set_coefficients() { impl_->operations.set_coefficients(); }
const opencl::Array& DeviceFaceSolver::f() const { return impl_->operations.vector(Vector7::f); }
const opencl::Array& DeviceFaceSolver::x() const { return impl_->operations.vector(Vector7::x); }
opencl::Arguments DeviceFaceSolver::rows() const { return impl_->operations.rows().finest_rows(); }
void DeviceFaceSolver::set_relative_tolerance(double tolerance) {
  impl_->iterations.set_relative_tolerance(tolerance);
}
void DeviceFaceSolver::set_max(int iterations) { impl_->iterations.set_max(iterations); }
Result7 DeviceFaceSolver::solve() { return impl_->iterations.run(); }
void DeviceFaceSolver::solve_unchecked() { impl_->iterations.run_unchecked(); }

}  // namespace slipflow::linear_solvers
