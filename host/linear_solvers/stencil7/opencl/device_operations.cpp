#include "opencl/device_operations.hpp"

#include <utility>

#include "matrix7.hpp"
#include "sums.h"

namespace slipflow::linear_solvers {

DeviceLines::DeviceLines(Kernels7& kernels, const Box7& box, const std::array<bool, 3>& axes,
                         bool parity)
    : kernels_(kernels), box_(box) {
  opencl::Workspace& workspace = kernels.workspace();
  LineChoice choice;
  choice.algorithm = LineAlgorithm::pta;
  choice.parity = parity;
  for (int axis = 0; axis < (box.flat() ? 2 : 3); ++axis) {
    if (!axes[axis]) continue;
    const auto lines = Lines::interleaved(box.cells() / box.cells(axis), box.cells(axis));
    const auto array = [&] {
      return workspace.array(kReals7, static_cast<std::size_t>(box.cells()));
    };
    families_.push_back(
        {axis, array(), array(), array(), array(), LineSolver(workspace, lines, choice)});
  }
}

opencl::Arguments DeviceLines::of_lines(const cl::Buffer& progress, int axis) const {
  return {
      {"progress", progress}, {"axis", axis}, {"n1", box_.n1}, {"n2", box_.n2}, {"n3", box_.n3}};
}

void DeviceLines::set_coefficients(const opencl::Arguments& matrix, const cl::Buffer& progress) {
  for (const Family& family : families_)
    kernels_.run(Rows7::system, "set_line_rows", static_cast<std::size_t>(family.axis),
                 of_lines(progress, family.axis)
                     .with(matrix)
                     .with({{"low", family.a}, {"middle", family.b}, {"high", family.c}}),
                 box_.n1, box_.n2 * box_.n3);
}

void DeviceLines::solve(const opencl::Array& r, const opencl::Array& z,
                        const cl::Buffer& progress) {
  bool add = false;
  for (Family& family : families_) {
    const auto slot = static_cast<std::size_t>(family.axis);
    kernels_.run(Rows7::system, "gather_lines", slot,
                 of_lines(progress, family.axis).with({{"r", r}, {"right", family.d}}), box_.n1,
                 box_.n2 * box_.n3);
    family.solver.solve(family.a, family.b, family.c, family.d, family.d);
    kernels_.run(Rows7::system, "scatter_lines", slot,
                 of_lines(progress, family.axis)
                     .with({{"add", add ? 1 : 0}, {"solution", family.d}, {"z", z}}),
                 box_.n1, box_.n2 * box_.n3);
    add = true;
  }
}

using opencl::Arguments;

Groups7 DeviceOperations7::groups_of_rows() const {
  return {(blocks() + kernels_->blocks_of_rows() - 1) / kernels_->blocks_of_rows(),
          kernels_->items_of_sums()};
}

DeviceOperations7::DeviceOperations7(opencl::Workspace& workspace, const Matrix7& matrix,
                                     const Choice7& choice)
    : DeviceOperations7(
          std::make_unique<Kernels7>(workspace, matrix.kind, matrix.box, choice.parity), matrix,
          choice) {}

DeviceOperations7::DeviceOperations7(std::unique_ptr<Kernels7> kernels, const Matrix7& matrix,
                                     const Choice7& choice)
    : DeviceVectors(*kernels, static_cast<int>(matrix.box.size()), choice),
      workspace_(kernels->workspace()),
      choice_(choice),
      plan_(make_levels7(matrix, mean_strengths(matrix))),
      kernels_(std::move(kernels)),
      box_(matrix.box) {
  kernels_->guarded("preparing", [&] { make_arrays(matrix); });
  matrix_.arguments = matrix_arguments(matrix);
  if (has_sweeps(choice))
    sweeps_.emplace(workspace_, checked(workspace_.device(),
                                        {matrix.box, matrix.kind, choice.parity, choice.schedule}));
}

void DeviceOperations7::make_arrays(const Matrix7& matrix) {
  const std::vector<double> zeros(matrix.box.size());
  for (int k = 0; k < 7; ++k)
    if (has_coefficient(matrix, k))
      a_[k] = workspace_.array(kReals7, matrix.a[k].empty() ? zeros : matrix.a[k]);
  matrix_.kind = matrix.kind;
  matrix_.constants = matrix.constants;
  matrix_.has_sides = matrix.kind == Coefficients7::free;
  for (int axis = 0; axis < (matrix.box.flat() ? 2 : 3); ++axis)
    if (!matrix.sides[axis].empty() || is_left_open(matrix)) {
      matrix_.has_sides = true;
      matrix_.sides[axis] =
          workspace_.array(kReals7, matrix.sides[axis].empty() ? zeros : matrix.sides[axis]);
    }
  if (matrix.kind == Coefficients7::free) {
    matrix_.codes = workspace_.buffer(matrix.codes);
    diagonals_ = workspace_.array(kReals7, diagonals_of_codes(matrix.constants));
  }
}

Arguments DeviceOperations7::matrix_arguments(const Matrix7& matrix) const {
  const S7Level& own = plan_.levels[0];
  if (matrix.kind == Coefficients7::free)
    return kernels_->of_free(own, kReals7, matrix.constants, matrix_.codes, diagonals_);
  const char* const names[] = {"a0", "a1", "a2", "a3", "a4", "a5", "a6"};
  Arguments all = kernels_->of_level(own);
  for (int k = 0; k < 7; ++k)
    if (has_coefficient(matrix, k)) all = all.with({{names[k], a_[k]}});
  return all;
}

Arguments DeviceOperations7::of_rows() const {
  return Arguments{{"progress", progress_buffer()}}
      .with(matrix_.arguments)
      .with({{"count", count()}});
}

void DeviceOperations7::run_on_rows(const char* name, const Arguments& more, std::size_t slot) {
  kernels_->run(Rows7::system, name, slot, of_rows().with(more), count());
}

// The steps of the iterations on rows of a box on a device: each queues its kernels.

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
