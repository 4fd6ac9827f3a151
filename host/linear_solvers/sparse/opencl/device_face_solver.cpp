#include "slipflow/linear_solvers/device_face_solver.hpp"

#include "check_system.hpp"
#include "opencl/device_sparse_operations.hpp"

namespace slipflow::linear_solvers {

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
