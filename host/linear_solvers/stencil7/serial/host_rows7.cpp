#include "slipflow/linear_solvers/host_rows7.hpp"

#include "serial/serial_operations.hpp"

namespace slipflow::linear_solvers {

class HostRows7::Impl {
 public:
  explicit Impl(const Matrix7& matrix)
      : operations((check(matrix, {.solver = Solver7::bicgstab}), matrix), {}) {}

  const SerialOperations operations;
};

HostRows7::HostRows7(const Matrix7& matrix) : impl_(std::make_unique<Impl>(matrix)) {}
HostRows7::~HostRows7() = default;

void HostRows7::multiply(const std::vector<double>& x, std::vector<double>& y) const {
  impl_->operations.rows().multiply(x.data(), y.data());
}

void HostRows7::smooth(const SmootherVectors<std::vector<double>>& v) const {
  impl_->operations.rows().smooth(
      {v.from.data(), v.r.data(), v.d.data(), v.d_next.data(), v.x.data()}, smoothing_timed);
}

}  // namespace slipflow::linear_solvers
