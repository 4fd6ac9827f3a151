#include "slipflow/linear_solvers/host_solver7.hpp"

#include "matrix7.hpp"
#include "serial/serial_operations.hpp"

namespace slipflow::linear_solvers {

class HostSolver7::Impl {
 public:
  Impl(Matrix7 m, const Choice7& choice)
      : matrix((check(m, choice), std::move(m))),
        operations(matrix, choice),
        iterations(operations, operations, choice, matrix.kind, matrix.singular, cells_of(matrix)) {
    iterations.set_coefficients();
  }

  Matrix7 matrix;
  SerialOperations operations;
  Solve7 iterations;
};

HostSolver7::HostSolver7(Matrix7 matrix, const Choice7& choice)
    : impl_(std::make_unique<Impl>(std::move(matrix), choice)) {}
HostSolver7::~HostSolver7() = default;
HostSolver7::HostSolver7(HostSolver7&&) noexcept = default;
HostSolver7& HostSolver7::operator=(HostSolver7&&) noexcept = default;

Matrix7& HostSolver7::matrix() { return impl_->matrix; }
void HostSolver7::set_coefficients() { impl_->iterations.set_coefficients(); }
std::vector<double>& HostSolver7::f() { return impl_->operations.values(Vector7::f); }
std::vector<double>& HostSolver7::x() { return impl_->operations.values(Vector7::x); }
void HostSolver7::set_relative_tolerance(double tolerance) {
  impl_->iterations.set_relative_tolerance(tolerance);
}
double HostSolver7::omega() const { return impl_->iterations.omega(); }
void HostSolver7::set_omega(double omega) { impl_->iterations.set_omega(omega); }
Result7 HostSolver7::solve() { return impl_->iterations.run(); }
void HostSolver7::solve_unchecked() { impl_->iterations.run_unchecked(); }
double HostSolver7::bytes() const { return impl_->operations.bytes(); }

}  // namespace slipflow::linear_solvers
