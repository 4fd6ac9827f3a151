#include "rows7.hpp"

namespace slipflow::bench::studies {

using linear_solvers::kReals7;
using linear_solvers::Matrix7;
using linear_solvers::Rows7;

namespace {
constexpr S7Smoothing kStepOfAllVectors = {3, 5, 0};  // stores all of them

const Matrix7& checked(const Matrix7& matrix) {
  check(matrix, {.solver = linear_solvers::Solver7::bicgstab});
  return matrix;
}
}  // namespace

HostRows7::HostRows7(const Matrix7& matrix) : operations_(checked(matrix), {}) {}

void HostRows7::multiply(const std::vector<double>& x, std::vector<double>& y) const {
  operations_.rows().multiply(x.data(), y.data());
}

void HostRows7::smooth(const SmootherVectors<std::vector<double>>& v) const {
  operations_.rows().smooth({v.from.data(), v.r.data(), v.d.data(), v.d_next.data(), v.x.data()},
                            kStepOfAllVectors);
}

DeviceRows7::DeviceRows7(opencl::Workspace& workspace, const Matrix7& matrix, bool parity)
    : operations_(workspace, checked(matrix), {.parity = parity}),
      count_(static_cast<int>(matrix.box.size())),
      sums_(workspace.array(kReals7, operations_.partial_sums())) {
  operations_.begin();
}

void DeviceRows7::multiply(const opencl::Array& x, const opencl::Array& y) {
  operations_.kernels().run_groups(
      Rows7::system, "multiply", 0,
      operations_.of_rows().with(
          {{"symmetric", 0}, {"x", x}, {"y", y}, {"with", x}, {"sums", sums_}}),
      operations_.groups_of_rows());
}

void DeviceRows7::smooth(const SmootherVectors<const opencl::Array>& v) {
  operations_.kernels().run(
      Rows7::finest, "smooth", 0,
      operations_.of_rows()
          .with(linear_solvers::arguments_of(kStepOfAllVectors, kReals7))
          .with({{"from", v.from}, {"d", v.d}, {"r", v.r}, {"d_next", v.d_next}, {"x", v.x}}),
      count_);
}

}  // namespace slipflow::bench::studies
