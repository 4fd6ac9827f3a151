#include "slipflow/linear_solvers/host_face_solver.hpp"

#include <utility>

#include "check_system.hpp"
#include "serial/sparse_operations.hpp"

namespace slipflow::linear_solvers {

class HostFaceSolver::Impl {
 public:
  Impl(const FaceGraph& graph, FaceMatrix m, const Choice7& choice)
      : matrix((check_system(graph, m, choice), std::move(m))),
        operations(graph, matrix, choice),
        iterations(operations, operations, choice, Coefficients7::symmetric, is_singular(matrix),
                   graph.cells) {}

  FaceMatrix matrix;
  SparseOperations operations;
  Solve7 iterations;
};

HostFaceSolver::HostFaceSolver(const FaceGraph& graph, FaceMatrix matrix, const Choice7& choice)
    : impl_(std::make_unique<Impl>(graph, std::move(matrix), choice)) {}
HostFaceSolver::~HostFaceSolver() = default;
HostFaceSolver::HostFaceSolver(HostFaceSolver&&) noexcept = default;
HostFaceSolver& HostFaceSolver::operator=(HostFaceSolver&&) noexcept = default;

FaceMatrix& HostFaceSolver::matrix() { return impl_->matrix; }
void HostFaceSolver::set_coefficients() { impl_->operations.set_coefficients(); }
std::vector<double>& HostFaceSolver::f() { return impl_->operations.values(Vector7::f); }
std::vector<double>& HostFaceSolver::x() { return impl_->operations.values(Vector7::x); }
void HostFaceSolver::set_relative_tolerance(double tolerance) {
  impl_->iterations.set_relative_tolerance(tolerance);
}
void HostFaceSolver::set_max(int iterations) { impl_->iterations.set_max(iterations); }
Result7 HostFaceSolver::solve() { return impl_->iterations.run(); }
void HostFaceSolver::multiply(const std::vector<double>& x, std::vector<double>& y) const {
  y.resize(x.size());
  impl_->operations.rows().multiply(x.data(), y.data());
}
std::vector<int> HostFaceSolver::cells_of_levels() const {
  std::vector<int> cells;
  for (const SparseLevel& level : impl_->operations.levels()) cells.push_back(level.cells);
  return cells;
}
double HostFaceSolver::bytes() const { return impl_->operations.bytes(); }

}  // namespace slipflow::linear_solvers
