// The steps of the iterations on a device: each queues its kernels.
#include "opencl/device_operations.hpp"

namespace slipflow::linear_solvers {

void DeviceOperations7::copy(Vector7 from, Vector7 to) {
  run_on_vectors("copy_vector", {{"from", vector(from)}, {"to", vector(to)}});
}

void DeviceOperations7::sum_products(Vector7 a, Vector7 b, Sum7 sum) {
  kernels_.run_groups(
      "sum_products", static_cast<std::size_t>(sum.number),
      of_vectors().with({{"a", vector(a)}, {"b", vector(b)}, {"sums", partial_[0]}}),
      groups_of_vectors());
  finish(sum);
}

void DeviceOperations7::sum_values(Vector7 a, Sum7 sum) {
  kernels_.run_groups("sum_values", 0, of_vectors().with({{"a", vector(a)}, {"sums", partial_[0]}}),
                      groups_of_vectors());
  finish(sum);
}

void DeviceOperations7::sum_weighted(Vector7 a, bool inverse, Sum7 sum) {
  kernels_.run_groups(
      Rows7::system, "sum_weighted", inverse ? 1 : 0,
      of_rows().with({{"inverse", inverse ? 1 : 0}, {"a", vector(a)}, {"sums", partial_[0]}}),
      groups_of_rows());
  finish(sum);
}

void DeviceOperations7::take_mean_out(Vector7 a) {
  run_on_rows("take_mean_out", {{"numbers", numbers_}, {"a", vector(a)}});
}

void DeviceOperations7::subtract(Vector7 a, Vector7 b, Vector7 r) {
  run_on_vectors("subtract", {{"a", vector(a)}, {"b", vector(b)}, {"to", vector(r)}});
}

void DeviceOperations7::set_cg_direction() {
  run_on_vectors("set_cg_direction",
                 {{"z", vector(Vector7::z)}, {"direction", vector(Vector7::p)}});
}

void DeviceOperations7::advance_cg(Sum7 sum) {
  kernels_.run_groups("advance_cg", 0,
                      of_vectors().with({{"direction", vector(Vector7::p)},
                                         {"q", vector(Vector7::q)},
                                         {"x", vector(Vector7::x)},
                                         {"r", vector(Vector7::r)},
                                         {"sums", partial_[0]}}),
                      groups_of_vectors());
  finish(sum);
}

void DeviceOperations7::set_shadow_direction() {
  run_on_vectors(
      "set_shadow_direction",
      {{"r", vector(Vector7::r)}, {"v", vector(Vector7::v)}, {"direction", vector(Vector7::p)}});
}

void DeviceOperations7::set_half_residual() {
  run_on_vectors("set_half_residual",
                 {{"r", vector(Vector7::r)}, {"v", vector(Vector7::v)}, {"s", vector(Vector7::s)}});
}

void DeviceOperations7::advance_full_step(Sum7 sum) {
  kernels_.run_groups("advance_full_step", 0,
                      of_vectors().with({{"y", vector(Vector7::y)},
                                         {"z", vector(Vector7::z)},
                                         {"s", vector(Vector7::s)},
                                         {"t", vector(Vector7::t)},
                                         {"x", vector(Vector7::x)},
                                         {"r", vector(Vector7::r)},
                                         {"sums", partial_[0]}}),
                      groups_of_vectors());
  finish(sum);
}

void DeviceOperations7::add_scaled(Vector7 q, int number) {
  run_on_vectors("add_scaled", {{"number", number}, {"q", vector(q)}, {"x", vector(Vector7::x)}});
}

void DeviceOperations7::add(Vector7 z) {
  run_on_vectors("add_vector", {{"z", vector(z)}, {"x", vector(Vector7::x)}});
}

void DeviceOperations7::discard_broken_solution() {
  kernels_.run("discard_broken_solution", 0,
               {{"progress", progress_}, {"count", count_}, {"x", vector(Vector7::x)}}, count_);
}

void DeviceOperations7::find_residual(Sum7 sum) {
  kernels_.run_groups(Rows7::system, "find_residual", 0,
                      of_rows().with({{"f", vector(Vector7::f)},
                                      {"x", vector(Vector7::x)},
                                      {"r", vector(Vector7::r)},
                                      {"sums", partial_[0]}}),
                      groups_of_rows());
  finish(sum);
}

void DeviceOperations7::multiply(Part7 part, Vector7 x, Vector7 y, Vector7 with, Sum7 sum) {
  kernels_.run_groups(Rows7::system, "multiply", static_cast<std::size_t>(sum.number),
                      of_rows().with({{"symmetric", part == Part7::symmetric ? 1 : 0},
                                      {"x", vector(x)},
                                      {"y", vector(y)},
                                      {"with", vector(with)},
                                      {"sums", partial_[0]}}),
                      groups_of_rows());
  finish(sum);
}

void DeviceOperations7::multiply_upper(Vector7 x, Vector7 y) {
  run_on_rows("multiply_upper", {{"x", vector(x)}, {"y", vector(y)}});
}

void DeviceOperations7::divide_by_diagonal(Vector7 r, Vector7 z) {
  run_on_rows("divide_by_diagonal", {{"r", vector(r)}, {"z", vector(z)}});
}

void DeviceOperations7::sweep_lower(Vector7 r, Vector7 y) {
  kernels_.guarded("running", [&] {
    sweeps_->lower(matrix_.arguments, numbers_, progress_, vector(r), vector(y));
  });
}

void DeviceOperations7::sweep_upper(Vector7 y, Vector7 q) {
  kernels_.guarded("running", [&] {
    sweeps_->upper(matrix_.arguments, numbers_, progress_, vector(y), vector(q));
  });
}

void DeviceOperations7::solve_lines(Vector7 r, Vector7 z) {
  lines_->solve(vector(r), vector(z), progress_);
}

void DeviceOperations7::cycle(Vector7 r, Vector7 z) { cycle_->run(vector(r), vector(z)); }

void DeviceOperations7::set_coarse_levels() {
  begin();
  if (!cycle_)
    cycle_ = std::make_unique<DeviceCycle>(kernels_, plan_, choice_, matrix_, progress_, numbers_);
  kernels_.repeat("coarse levels", [&] { cycle_->set_coefficients(); });
}

void DeviceOperations7::set_lines() {
  begin();
  if (!lines_) lines_.emplace(kernels_, box_, choice_.line_axes, choice_.parity);
  lines_->set_coefficients(matrix_.arguments, progress_);
}

}  // namespace slipflow::linear_solvers
