// The steps of the iterations on rows of a box on a device: each queues its kernels.
#include "opencl/device_operations.hpp"

namespace slipflow::linear_solvers {

void DeviceOperations7::sum_weighted(Vector7 a, bool inverse, Sum7 sum) {
  kernels_->run_groups(
      Rows7::system, "sum_weighted", inverse ? 1 : 0,
      of_rows().with({{"inverse", inverse ? 1 : 0}, {"a", vector(a)}, {"sums", block_sums()}}),
      groups_of_rows());
  finish(sum);
}

void DeviceOperations7::take_mean_out(Vector7 a) {
  run_on_rows("take_mean_out", {{"numbers", numbers()}, {"a", vector(a)}});
}

void DeviceOperations7::find_residual(Sum7 sum) {
  kernels_->run_groups(Rows7::system, "find_residual", 0,
                       of_rows().with({{"f", vector(Vector7::f)},
                                       {"x", vector(Vector7::x)},
                                       {"r", vector(Vector7::r)},
                                       {"sums", block_sums()}}),
                       groups_of_rows());
  finish(sum);
}

void DeviceOperations7::multiply(Part7 part, Vector7 x, Vector7 y, Vector7 with, Sum7 sum) {
  kernels_->run_groups(Rows7::system, "multiply", static_cast<std::size_t>(sum.number),
                       of_rows().with({{"symmetric", part == Part7::symmetric ? 1 : 0},
                                       {"x", vector(x)},
                                       {"y", vector(y)},
                                       {"with", vector(with)},
                                       {"sums", block_sums()}}),
                       groups_of_rows());
  finish(sum);
}

void DeviceOperations7::multiply_upper(Vector7 x, Vector7 y) {
  run_on_rows("multiply_upper", {{"x", vector(x)}, {"y", vector(y)}});
}

void DeviceOperations7::divide_by_diagonal(Vector7 r, Vector7 z) {
  run_on_rows("divide_by_diagonal", {{"r", vector(r)}, {"z", vector(z)}},
              static_cast<std::size_t>(z));
}

void DeviceOperations7::sweep_lower(Vector7 r, Vector7 y) {
  kernels_->guarded("running", [&] {
    sweeps_->sweep(false, matrix_.arguments, numbers(), progress_buffer(), vector(r), vector(y));
  });
}

void DeviceOperations7::sweep_upper(Vector7 y, Vector7 q) {
  kernels_->guarded("running", [&] {
    sweeps_->sweep(true, matrix_.arguments, numbers(), progress_buffer(), vector(y), vector(q));
  });
}

void DeviceOperations7::solve_lines(Vector7 r, Vector7 z) {
  lines_->solve(vector(r), vector(z), progress_buffer());
}

void DeviceOperations7::cycle(Vector7 r, Vector7 z) { cycle_->run(vector(r), vector(z)); }

void DeviceOperations7::set_coarse_levels() {
  begin();
  if (!cycle_)
    cycle_ = std::make_unique<DeviceCycle>(*kernels_, plan_, choice_, matrix_, progress_buffer(),
                                           numbers());
  kernels_->repeat("coarse levels", [&] { cycle_->set_coefficients(); });
}

void DeviceOperations7::set_lines() {
  begin();
  if (!lines_) lines_.emplace(*kernels_, box_, choice_.line_axes, choice_.parity);
  lines_->set_coefficients(matrix_.arguments, progress_buffer());
}

}  // namespace slipflow::linear_solvers
