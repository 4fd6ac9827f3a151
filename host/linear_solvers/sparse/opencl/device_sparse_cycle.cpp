#include "opencl/device_sparse_cycle.hpp"

#include <algorithm>

#include "linear_solvers/level7.h"

namespace slipflow::linear_solvers {

namespace {
using opencl::Arguments;
using opencl::Array;

/// OpenCL has no buffers without values.
template <class Value>
std::vector<Value> not_empty(std::vector<Value> values) {
  if (values.empty()) values.resize(1);
  return values;
}
}  // namespace

DeviceSparseCycle::DeviceSparseCycle(SparseKernels& kernels, const std::vector<SparseLevel>& levels,
                                     const FaceMatrix& matrix, const cl::Buffer& progress,
                                     const Choice7& choice)
    : kernels_(kernels), progress_(progress), degree_(choice.degree) {
  const FaceTables tables = tables_of(levels);
  levels_ = tables.levels;
  first_small_ = 1;
  while (first_small_ < levels_.size() && levels_[first_small_].cells >= choice.twice_below)
    ++first_small_;
  // The coarsest one in any case.
  if (levels_.size() > 1) first_small_ = std::min(first_small_, levels_.size() - 1);
  if (levels_.size() > 1 && levels_.back().cells <= kCoarsest) inverted_ = levels_.back().cells;
  kernels_.guarded("preparing", [&] {
    make_tables(tables);
    make_vectors(matrix);
  });
}

void DeviceSparseCycle::make_tables(const FaceTables& tables) {
  opencl::Workspace& workspace = kernels_.workspace();
  const auto buffer = [&](const auto& values) { return workspace.buffer(not_empty(values)); };
  level_table_ = buffer(tables.levels);
  columns_ = buffer(tables.columns);
  faces_ = buffer(tables.faces);
  long_starts_ = buffer(tables.long_starts);
  coarse_of_ = buffer(tables.coarse_of);
  member_starts_ = buffer(tables.member_starts);
  members_ = buffer(tables.members);
  sum_starts_ = buffer(tables.sum_starts);
  sum_faces_ = buffer(tables.sum_faces);
  sum_ratios_ = workspace.array(kReals7, not_empty(tables.sum_ratios));
  side_ratios_ = workspace.array(kReals7, not_empty(tables.side_ratios));
  entries_ = workspace.array(kReals7, std::vector<double>(tables.columns.size()));
  const int last = static_cast<int>(levels_.size()) - 1, first = static_cast<int>(first_small_);
  const auto steps = first <= last ? steps_of_small_levels(first, last) : std::vector<SfFaceStep>{};
  steps_of_small_ = static_cast<int>(steps.size());
  steps_ = buffer(steps);
}

void DeviceSparseCycle::make_vectors(const FaceMatrix& matrix) {
  opencl::Workspace& workspace = kernels_.workspace();
  const SfFaceLevel& last = levels_.back();
  const auto zeros = [](int count) {
    return std::vector<double>(static_cast<std::size_t>(std::max(count, 1)));
  };
  std::vector<double> a = zeros(last.face + last.faces), b = zeros(last.cell + last.cells);
  std::ranges::copy(matrix.a, a.begin());
  std::ranges::copy(matrix.b, b.begin());
  a_ = workspace.array(kReals7, a);
  b_ = workspace.array(kReals7, b);
  diagonal_ = workspace.array(kReals7, b);
  if (levels_.size() == 1) return;
  for (Array* vector : {&r_, &d_, &d_next_})
    *vector = workspace.array(kReals7, zeros(last.cell + last.cells));
  for (Array* vector : {&f_, &x_})
    *vector = workspace.array(kReals7, zeros(last.cell + last.cells - levels_[0].cells));
  for (Array* vector : {&inverse_, &spare_})
    *vector = workspace.array(kReals7, zeros(inverted_ * inverted_));
}

Arguments DeviceSparseCycle::of_level(std::size_t level) const {
  return {{"progress", progress_}, {"levels", level_table_}, {"level", static_cast<int>(level)}};
}

Arguments DeviceSparseCycle::matrices() const {
  return {{"columns", columns_},
          {"long_starts", long_starts_},
          {"entries", entries_},
          {"diagonal", diagonal_}};
}

Arguments DeviceSparseCycle::members() const {
  return {{"member_starts", member_starts_}, {"members", members_}};
}

void DeviceSparseCycle::set_rows(std::size_t level) {
  kernels_.run_on_rows("set_rows", level,
                       of_level(level).with({{"columns", columns_},
                                             {"long_starts", long_starts_},
                                             {"faces", faces_},
                                             {"a", a_},
                                             {"b", b_},
                                             {"entries", entries_},
                                             {"diagonal", diagonal_}}),
                       levels_[level].cells);
}

void DeviceSparseCycle::set_coefficients() {
  set_rows(0);
  const std::size_t last = levels_.size() - 1;
  const Arguments sums = {
      {"sum_starts", sum_starts_}, {"sum_faces", sum_faces_}, {"sum_ratios", sum_ratios_}};
  std::size_t level = 0;
  for (; level < last && !is_small(level + 1); ++level) {
    kernels_.run_on_rows("sum_faces", level, of_level(level).with(sums).with({{"a", a_}}),
                         levels_[level + 1].faces);
    kernels_.run_on_rows(
        "sum_sides", level,
        of_level(level).with(members()).with({{"side_ratios", side_ratios_}, {"b", b_}}),
        levels_[level + 1].cells);
    set_rows(level + 1);
  }
  if (level == last) return;
  kernels_.run_on_small_levels("set_small_levels", Arguments{{"progress", progress_},
                                                             {"levels", level_table_},
                                                             {"first", static_cast<int>(level)},
                                                             {"last", static_cast<int>(last)},
                                                             {"columns", columns_},
                                                             {"long_starts", long_starts_},
                                                             {"faces", faces_}}
                                                       .with(sums)
                                                       .with(members())
                                                       .with({{"side_ratios", side_ratios_},
                                                              {"a", a_},
                                                              {"b", b_},
                                                              {"entries", entries_},
                                                              {"diagonal", diagonal_}}));
  if (inverted_ > 0)
    kernels_.run_on_small_levels(
        "invert_coarsest", of_level(last)
                               .with(matrices())
                               .with({{"n", inverted_}, {"inverse", inverse_}, {"spare", spare_}}));
}

DeviceSparseCycle::Place DeviceSparseCycle::coarse(const Array& array, std::size_t level) const {
  return {array, levels_[level].cell - levels_[0].cells};
}

void DeviceSparseCycle::run(const Array& r, const Array& z) {
  if (levels_.size() == 1)
    return kernels_.run_on_rows("divide_by_diagonal", 1,
                                of_level(0).with({{"diagonal", diagonal_}, {"r", r}, {"z", z}}),
                                levels_[0].cells);
  cycle(0, {r, 0}, {z, 0});
}

// Steps of the smoother swap the directions, an odd number of them even twice in a cycle.
void DeviceSparseCycle::smooth(std::size_t level, Place from, Place x, bool from_zero) {
  for (int step = 0; step < degree_; ++step) {
    const S7Chebyshev factors = s7_chebyshev(step);
    const std::size_t slot =
        2 * (level * 16 + static_cast<std::size_t>(step)) + (from_zero ? 1 : 0);
    const bool even = step % 2 == 0;
    kernels_.run_on_rows("smooth", slot,
                         of_level(level)
                             .with(matrices())
                             .with({{"number", step},
                                    {"from_zero", from_zero ? 1 : 0},
                                    {"factor_before", kReals7.number(factors.before)},
                                    {"factor_residual", kReals7.number(factors.residual)},
                                    {"from", step > 0 ? r_ : from.array},
                                    {"from_begin", step > 0 ? levels_[level].cell : from.begin},
                                    {"d", even ? d_ : d_next_},
                                    {"r", r_},
                                    {"d_next", even ? d_next_ : d_},
                                    {"x", x.array},
                                    {"x_begin", x.begin}}),
                         levels_[level].cells);
  }
}

void DeviceSparseCycle::cycle(std::size_t level, Place f, Place x) {
  if (is_small(level)) return run_small_levels();
  smooth(level, f, x, true);
  kernels_.run_on_rows(
      "leave_residual", level,
      of_level(level).with(matrices()).with({{"d", degree_ % 2 == 0 ? d_ : d_next_}, {"r", r_}}),
      levels_[level].cells);
  const Place next_f = coarse(f_, level + 1), next_x = coarse(x_, level + 1);
  kernels_.run_on_rows(
      "restrict_residual", level,
      of_level(level).with(members()).with({{"r", r_}, {"f", f_}, {"f_begin", next_f.begin}}),
      levels_[level + 1].cells);
  cycle(level + 1, next_f, next_x);
  kernels_.run_on_rows("prolong", level,
                       of_level(level).with({{"coarse_of", coarse_of_},
                                             {"coarse", x_},
                                             {"coarse_begin", next_x.begin},
                                             {"x", x.array},
                                             {"x_begin", x.begin}}),
                       levels_[level].cells);
  kernels_.run_on_rows("find_level_residual", level,
                       of_level(level)
                           .with(matrices())
                           .with({{"f", f.array},
                                  {"f_begin", f.begin},
                                  {"x", x.array},
                                  {"x_begin", x.begin},
                                  {"r", r_}}),
                       levels_[level].cells);
  smooth(level, {r_, levels_[level].cell}, x, false);
}

void DeviceSparseCycle::run_small_levels() {
  kernels_.run_on_small_levels("cycle_small_levels",
                               Arguments{{"progress", progress_}, {"levels", level_table_}}
                                   .with(matrices())
                                   .with({{"steps", steps_},
                                          {"count", steps_of_small_},
                                          {"degree", degree_},
                                          {"inverted", inverted_},
                                          {"coarse_of", coarse_of_}})
                                   .with(members())
                                   .with({{"inverse", inverse_},
                                          {"r", r_},
                                          {"d", d_},
                                          {"d_next", d_next_},
                                          {"f", f_},
                                          {"x", x_}}));
}

}  // namespace slipflow::linear_solvers
