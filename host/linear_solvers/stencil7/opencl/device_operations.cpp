#include "opencl/device_operations.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "matrix7.hpp"
#include "sums.h"

namespace slipflow::linear_solvers {

namespace {
using opencl::Arguments;
using opencl::Array;
const opencl::Numbers kReals7(sizeof(double));
}  // namespace

int DeviceOperations7::blocks_of(int count) { return (count + SF_SUM_BLOCK - 1) / SF_SUM_BLOCK; }

DeviceOperations7::DeviceOperations7(opencl::Workspace& workspace, const Matrix7& matrix,
                                     const Choice7& choice)
    : workspace_(workspace),
      choice_(choice),
      count_(static_cast<int>(matrix.box.size())),
      plan_(make_levels7(matrix.box, mean_strengths(matrix), matrix.widths)),
      kernels_(workspace, matrix.kind, matrix.box, choice.parity),
      box_(matrix.box) {
  kernels_.guarded("preparing", [&] { make_arrays(matrix); });
  matrix_ = matrix_arguments(matrix);
  loop_.emplace(workspace, progress_, sizeof(S7Progress), 0);
  if (has_sweeps(choice))
    sweeps_.emplace(workspace, matrix.box, matrix.kind, choice.parity, choice.schedule);
}

void DeviceOperations7::make_arrays(const Matrix7& matrix) {
  const std::vector<double> zeros(matrix.box.size());
  for (int k = 0; k < 7; ++k)
    if (has_coefficient(matrix, k))
      a_[k] = workspace_.array(kReals7, matrix.a[k].empty() ? zeros : matrix.a[k]);
  sides_.given = matrix.kind == Coefficients7::free;
  for (int axis = 0; axis < (matrix.box.flat() ? 2 : 3); ++axis)
    if (!matrix.sides[axis].empty() || is_left_open(matrix)) {
      sides_.given = true;
      sides_.along[axis] =
          workspace_.array(kReals7, matrix.sides[axis].empty() ? zeros : matrix.sides[axis]);
    }
  if (matrix.kind == Coefficients7::free) {
    codes_ = workspace_.buffer(matrix.codes);
    diagonals_ = workspace_.array(kReals7, diagonals_of_codes(matrix.constants));
  }
  partial_[0] = workspace_.array(kReals7, static_cast<std::size_t>(blocks()));
  partial_[1] = workspace_.array(kReals7, static_cast<std::size_t>(blocks_of(blocks())));
  numbers_ = workspace_.array(kReals7, std::vector<double>(S7_NUMBERS));
  record_ = workspace_.array(kReals7, choice_.record ? 3 * recorded_iterations(choice_) : 3);
  progress_ = workspace_.buffer(std::vector<S7Progress>(1), CL_MEM_READ_WRITE);
}

Arguments DeviceOperations7::matrix_arguments(const Matrix7& matrix) const {
  const S7Level& own = plan_.levels[0];
  const Arguments box = kernels_.of_level(own);
  if (matrix.kind == Coefficients7::free)
    return box.with({{"c1", kReals7.number(matrix.constants[0])},
                     {"c3", kReals7.number(matrix.constants[1])},
                     {"c5", kReals7.number(matrix.constants[2])},
                     {"codes", codes_},
                     {"diagonals", diagonals_}});
  const char* const names[] = {"a0", "a1", "a2", "a3", "a4", "a5", "a6"};
  Arguments all = box;
  for (int k = 0; k < 7; ++k)
    if (has_coefficient(matrix, k)) all = all.with({{names[k], a_[k]}});
  return all;
}

const Array& DeviceOperations7::vector(Vector7 name) {
  Array& made = vectors_[static_cast<std::size_t>(name)];
  if (made.count == 0)
    kernels_.guarded("preparing", [&] {
      made = workspace_.array(kReals7, std::vector<double>(static_cast<std::size_t>(count_)));
    });
  return made;
}

Arguments DeviceOperations7::of_vectors() const {
  return {{"progress", progress_}, {"numbers", numbers_}, {"count", count_}};
}

Arguments DeviceOperations7::of_rows() const {
  return Arguments{{"progress", progress_}}.with(*matrix_).with({{"count", count_}});
}

void DeviceOperations7::run_on_rows(const char* name, const Arguments& more) {
  kernels_.run(Rows7::system, name, 0, of_rows().with(more), count_);
}

void DeviceOperations7::run_on_vectors(const char* name, const Arguments& more) {
  kernels_.run(name, 0, of_vectors().with(more), count_);
}

void DeviceOperations7::finish(Sum7 sum) {
  int count = blocks();
  std::size_t from = 0;
  for (; count > SF_SUM_BLOCK; count = blocks_of(count), from = 1 - from)
    kernels_.run_groups("sum_values", 1 + from,
                        {{"progress", progress_},
                         {"numbers", numbers_},
                         {"count", count},
                         {"a", partial_[from]},
                         {"sums", partial_[1 - from]}},
                        blocks_of(count));
  kernels_.run_groups("finish_sum", static_cast<std::size_t>(sum.number),
                      {{"count", count},
                       {"sums", partial_[from]},
                       {"number", sum.number},
                       {"then", sum.then},
                       {"numbers", numbers_},
                       {"progress", progress_},
                       {"room", room_},
                       {"record", record_}},
                      1);
}

void DeviceOperations7::begin() {
  kernels_.run_groups("begin_iterations", 0, {{"progress", progress_}}, 1);
}

void DeviceOperations7::set_number(int number, double value) {
  kernels_.run_groups("set_number", static_cast<std::size_t>(number),
                      {{"number", number}, {"value", kReals7.number(value)}, {"numbers", numbers_}},
                      1);
}

void DeviceOperations7::iterate(int max, const std::function<void()>& iteration) {
  kernels_.guarded("running", [&] {
    loop_->run(max, iteration, [](const std::byte* bytes) {
      S7Progress at;
      std::memcpy(&at, bytes, sizeof at);
      return opencl::LoopProgress{at.count, at.outcome != S7_GOES_ON};
    });
  });
  room_ = 0;
}

S7Progress DeviceOperations7::progress() {
  return kernels_.guarded("reading from",
                          [&] { return workspace_.read<S7Progress>(progress_, 1)[0]; });
}

double DeviceOperations7::number(int number) {
  return kernels_.guarded("reading from", [&] { return workspace_.read(numbers_)[number]; });
}

void DeviceOperations7::record(int most) {
  room_ = std::min(most, static_cast<int>(record_.count / 3));
}

std::vector<Iteration7> DeviceOperations7::recorded() {
  const auto count = static_cast<std::size_t>(progress().count);
  if (count == 0) return {};
  const auto values = kernels_.guarded(
      "reading from", [&] { return workspace_.read(record_, std::min(record_.count, 3 * count)); });
  std::vector<Iteration7> record;
  for (std::size_t k = 0; k + 2 < values.size(); k += 3)
    record.push_back({values[k], values[k + 1], values[k + 2]});
  return record;
}

void DeviceOperations7::copy(Vector7 from, Vector7 to) {
  run_on_vectors("copy_vector", {{"from", vector(from)}, {"to", vector(to)}});
}

void DeviceOperations7::sum_products(Vector7 a, Vector7 b, Sum7 sum) {
  kernels_.run_groups(
      "sum_products", static_cast<std::size_t>(sum.number),
      of_vectors().with({{"a", vector(a)}, {"b", vector(b)}, {"sums", partial_[0]}}), blocks());
  finish(sum);
}

void DeviceOperations7::sum_values(Vector7 a, Sum7 sum) {
  kernels_.run_groups("sum_values", 0, of_vectors().with({{"a", vector(a)}, {"sums", partial_[0]}}),
                      blocks());
  finish(sum);
}

void DeviceOperations7::sum_weighted(Vector7 a, bool inverse, Sum7 sum) {
  kernels_.run_groups(
      Rows7::system, "sum_weighted", inverse ? 1 : 0,
      of_rows().with({{"inverse", inverse ? 1 : 0}, {"a", vector(a)}, {"sums", partial_[0]}}),
      blocks());
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
                      blocks());
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
                      blocks());
  finish(sum);
}

void DeviceOperations7::add_scaled(Vector7 q, int number) {
  run_on_vectors("add_scaled", {{"number", number}, {"q", vector(q)}, {"x", vector(Vector7::x)}});
}

void DeviceOperations7::add(Vector7 z) {
  run_on_vectors("add_vector", {{"z", vector(z)}, {"x", vector(Vector7::x)}});
}

void DeviceOperations7::find_residual(Sum7 sum) {
  kernels_.run_groups(Rows7::system, "find_residual", 0,
                      of_rows().with({{"f", vector(Vector7::f)},
                                      {"x", vector(Vector7::x)},
                                      {"r", vector(Vector7::r)},
                                      {"sums", partial_[0]}}),
                      blocks());
  finish(sum);
}

void DeviceOperations7::multiply(Part7 part, Vector7 x, Vector7 y, Vector7 with, Sum7 sum) {
  kernels_.run_groups(Rows7::system, "multiply", static_cast<std::size_t>(sum.number),
                      of_rows().with({{"symmetric", part == Part7::symmetric ? 1 : 0},
                                      {"x", vector(x)},
                                      {"y", vector(y)},
                                      {"with", vector(with)},
                                      {"sums", partial_[0]}}),
                      blocks());
  finish(sum);
}

void DeviceOperations7::multiply_upper(Vector7 x, Vector7 y) {
  run_on_rows("multiply_upper", {{"x", vector(x)}, {"y", vector(y)}});
}

void DeviceOperations7::divide_by_diagonal(Vector7 r, Vector7 z) {
  run_on_rows("divide_by_diagonal", {{"r", vector(r)}, {"z", vector(z)}});
}

void DeviceOperations7::sweep_lower(Vector7 r, Vector7 y) {
  kernels_.guarded("running",
                   [&] { sweeps_->lower(*matrix_, numbers_, progress_, vector(r), vector(y)); });
}

void DeviceOperations7::sweep_upper(Vector7 y, Vector7 q) {
  kernels_.guarded("running",
                   [&] { sweeps_->upper(*matrix_, numbers_, progress_, vector(y), vector(q)); });
}

void DeviceOperations7::solve_lines(Vector7 r, Vector7 z) {
  lines_->solve(vector(r), vector(z), progress_);
}

void DeviceOperations7::cycle(Vector7 r, Vector7 z) { cycle_->run(vector(r), vector(z)); }

void DeviceOperations7::set_coarse_levels() {
  begin();
  if (!cycle_)
    cycle_ =
        std::make_unique<DeviceCycle>(kernels_, plan_, choice_.degree, *matrix_, sides_, progress_);
  cycle_->set_coefficients();
}

void DeviceOperations7::set_lines() {
  begin();
  if (!lines_) lines_.emplace(kernels_, box_, choice_.line_axes, choice_.parity);
  lines_->set_coefficients(*matrix_, progress_);
}

}  // namespace slipflow::linear_solvers
