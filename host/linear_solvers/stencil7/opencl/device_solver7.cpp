#include "slipflow/linear_solvers/device_solver7.hpp"

#include <fmt/format.h>

#include "matrix7.hpp"
#include "opencl/device_operations.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::linear_solvers {

namespace {
void check_all(const Matrix7& matrix, const Choice7& choice, const opencl::Device& device) {
  check(matrix, choice);
  if (choice.parity && choice.single_multigrid && !device.exact_single)
    throw Error(ExitStatus::bad_input,
                fmt::format("parity needs another device, or multigrid in double precision: '{}' "
                            "does not round every division of single precision correctly",
                            device.name));
}
}  // namespace

class DeviceSolver7::Impl {
 public:
  Impl(opencl::Workspace& workspace, const Matrix7& matrix, const Choice7& choice)
      : operations((check_all(matrix, choice, workspace.device()), workspace), matrix, choice),
        iterations(operations, operations, choice, matrix.kind, matrix.singular, cells_of(matrix)) {
  }

  DeviceOperations7 operations;
  Solve7 iterations;
};

DeviceSolver7::DeviceSolver7(opencl::Workspace& workspace, const Matrix7& matrix,
                             const Choice7& choice)
    : impl_(std::make_unique<Impl>(workspace, matrix, choice)) {
  if (!is_left_open(matrix)) set_coefficients();
}
DeviceSolver7::~DeviceSolver7() = default;
DeviceSolver7::DeviceSolver7(DeviceSolver7&&) noexcept = default;
DeviceSolver7& DeviceSolver7::operator=(DeviceSolver7&&) noexcept = default;

const opencl::Array& DeviceSolver7::coefficient(int number) const {
  return impl_->operations.coefficient(number);
}
const opencl::Array& DeviceSolver7::side(int axis) const { return impl_->operations.side(axis); }
void DeviceSolver7::set_coefficients() { impl_->iterations.set_coefficients(); }
const opencl::Array& DeviceSolver7::f() const { return impl_->operations.vector(Vector7::f); }
const opencl::Array& DeviceSolver7::x() const { return impl_->operations.vector(Vector7::x); }
void DeviceSolver7::set_relative_tolerance(double tolerance) {
  impl_->iterations.set_relative_tolerance(tolerance);
}
double DeviceSolver7::omega() const { return impl_->iterations.omega(); }
void DeviceSolver7::set_omega(double omega) { impl_->iterations.set_omega(omega); }
Result7 DeviceSolver7::solve() { return impl_->iterations.run(); }
void DeviceSolver7::solve_unchecked() { impl_->iterations.run_unchecked(); }
void DeviceSolver7::stop_with(const opencl::Buffer& progress, int outcome_at) {
  impl_->operations.stop_with(progress, outcome_at);
}
std::string DeviceSolver7::warning() const { return impl_->operations.warning(); }

}  // namespace slipflow::linear_solvers
