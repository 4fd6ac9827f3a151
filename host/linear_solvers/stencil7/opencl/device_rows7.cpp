#include "slipflow/linear_solvers/device_rows7.hpp"

#include "opencl/device_operations.hpp"

namespace slipflow::linear_solvers {

class DeviceRows7::Impl {
 public:
  Impl(opencl::Workspace& workspace, const Matrix7& matrix, bool parity)
      : operations((check(matrix, {.solver = Solver7::bicgstab}), workspace), matrix,
                   {.parity = parity}),
        count(static_cast<int>(matrix.box.size())),
        sums(workspace.array(kReals7, operations.partial_sums())) {
    operations.begin();
  }

  DeviceOperations7 operations;
  const int count;
  const opencl::Array sums;
};

DeviceRows7::DeviceRows7(opencl::Workspace& workspace, const Matrix7& matrix, bool parity)
    : impl_(std::make_unique<Impl>(workspace, matrix, parity)) {}
DeviceRows7::~DeviceRows7() = default;

void DeviceRows7::multiply(const opencl::Array& x, const opencl::Array& y) {
  impl_->operations.kernels().run_groups(
      Rows7::system, "multiply", 0,
      impl_->operations.of_rows().with(
          {{"symmetric", 0}, {"x", x}, {"y", y}, {"with", x}, {"sums", impl_->sums}}),
      impl_->operations.groups_of_rows());
}

void DeviceRows7::smooth(const SmootherVectors<const opencl::Array>& v) {
  impl_->operations.kernels().run(
      Rows7::finest, "smooth", 0,
      impl_->operations.of_rows()
          .with(arguments_of(smoothing_timed, kReals7))
          .with({{"from", v.from}, {"d", v.d}, {"r", v.r}, {"d_next", v.d_next}, {"x", v.x}}),
      impl_->count);
}

}  // namespace slipflow::linear_solvers
