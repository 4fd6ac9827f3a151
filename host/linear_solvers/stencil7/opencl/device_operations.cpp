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

int groups_of(int count, int group) { return (count + group - 1) / group; }
int partial_blocks_of(int count) { return groups_of(count, SF_PARTIAL_BLOCK); }

constexpr Groups7 kOneItem = {1, 1};
constexpr std::size_t kThens = 16;  // more than there are S7_THEN_*

// Whether an iteration queues the same launches with the same arguments each time.
bool is_repeated(const Choice7& choice) {
  return choice.solver == Solver7::cg && !choice.record &&
         choice.preconditioner != Preconditioner7::atm &&
         choice.preconditioner != Preconditioner7::lines;
}
}  // namespace

Groups7 DeviceOperations7::groups_of_vectors() const {
  return {groups_of(blocks(), kernels_.blocks_of_vectors()), kernels_.items_of_sums()};
}
Groups7 DeviceOperations7::groups_of_rows() const {
  return {groups_of(blocks(), kernels_.blocks_of_rows()), kernels_.items_of_sums()};
}

std::size_t DeviceOperations7::partial_sums() const {
  return static_cast<std::size_t>(groups_of_vectors().count) *
         static_cast<std::size_t>(kernels_.blocks_of_vectors());
}

int DeviceOperations7::blocks() const { return groups_of(count_, SF_SUM_BLOCK); }

DeviceOperations7::DeviceOperations7(opencl::Workspace& workspace, const Matrix7& matrix,
                                     const Choice7& choice)
    : workspace_(workspace),
      choice_(choice),
      count_(static_cast<int>(matrix.box.size())),
      plan_(make_levels7(matrix, mean_strengths(matrix))),
      kernels_(workspace, matrix.kind, matrix.box, choice.parity),
      box_(matrix.box) {
  kernels_.guarded("preparing", [&] { make_arrays(matrix); });
  matrix_.arguments = matrix_arguments(matrix);
  loop_.emplace(workspace, progress_, sizeof(S7Progress), 0);
  if (has_sweeps(choice))
    sweeps_.emplace(workspace, matrix.box, matrix.kind, choice.parity, choice.schedule);
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
  partial_[0] = workspace_.array(kReals7, partial_sums());
  partial_[1] = workspace_.array(kReals7, static_cast<std::size_t>(partial_blocks_of(blocks())));
  numbers_ = workspace_.array(kReals7, std::vector<double>(S7_NUMBERS));
  record_ = workspace_.array(kReals7, choice_.record ? 3 * recorded_iterations(choice_) : 3);
  progress_ = workspace_.buffer(std::vector<S7Progress>(1), CL_MEM_READ_WRITE);
}

Arguments DeviceOperations7::matrix_arguments(const Matrix7& matrix) const {
  const S7Level& own = plan_.levels[0];
  if (matrix.kind == Coefficients7::free)
    return kernels_.of_free(own, kReals7, matrix.constants, matrix_.codes, diagonals_);
  const char* const names[] = {"a0", "a1", "a2", "a3", "a4", "a5", "a6"};
  Arguments all = kernels_.of_level(own);
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
  return Arguments{{"progress", progress_}}.with(matrix_.arguments).with({{"count", count_}});
}

void DeviceOperations7::run_on_rows(const char* name, const Arguments& more) {
  kernels_.run(Rows7::system, name, 0, of_rows().with(more), count_);
}

void DeviceOperations7::run_on_vectors(const char* name, const Arguments& more) {
  kernels_.run(name, 0, of_vectors().with(more), (count_ + kEntriesOfItem7 - 1) / kEntriesOfItem7);
}

void DeviceOperations7::finish(Sum7 sum) {
  int count = blocks();
  std::size_t from = 0, stage = 0;
  for (; count > SF_PARTIAL_BLOCK; count = partial_blocks_of(count), from = 1 - from)
    kernels_.run_groups("add_partial_sums", stage++,
                        {{"count", count}, {"from", partial_[from]}, {"to", partial_[1 - from]}},
                        {partial_blocks_of(count), SF_PARTIAL_LANES});
  const auto slot =
      static_cast<std::size_t>(sum.number) * kThens + static_cast<std::size_t>(sum.then);
  kernels_.run_groups("finish_sum", slot,
                      {{"count", count},
                       {"sums", partial_[from]},
                       {"number", sum.number},
                       {"then", sum.then},
                       {"numbers", numbers_},
                       {"progress", progress_},
                       {"room", room_},
                       {"record", record_}},
                      {1, SF_PARTIAL_LANES});
}

void DeviceOperations7::begin() {
  last_.reset();
  kernels_.run_groups("begin_iterations", 0,
                      {{"progress", progress_},
                       {"outer", outer_ ? outer_->progress : progress_},
                       {"outer_at", outer_ ? outer_->outcome_at : -1}},
                      kOneItem);
}

void DeviceOperations7::set_number(int number, double value) {
  kernels_.run_groups("set_number", static_cast<std::size_t>(number),
                      {{"number", number}, {"value", kReals7.number(value)}, {"numbers", numbers_}},
                      kOneItem);
}

void DeviceOperations7::iterate(int max, const std::function<void()>& iteration) {
  kernels_.guarded("running", [&] {
    loop_->run(
        max, [&] { queue_iteration(iteration); },
        [&](const std::byte* bytes) {
          S7Progress& at = last_.emplace();
          std::memcpy(&at, bytes, sizeof at);
          return opencl::LoopProgress{at.count, at.outcome != S7_GOES_ON};
        });
  });
  room_ = 0;
}

void DeviceOperations7::queue_iteration(const std::function<void()>& iteration) {
  is_repeated(choice_) ? kernels_.repeat("iteration", iteration) : iteration();
}

void DeviceOperations7::queue(int iterations, const std::function<void()>& iteration) {
  for (int k = 0; k < iterations; ++k) queue_iteration(iteration);
}

S7Progress DeviceOperations7::progress() {
  if (!last_)
    last_ = kernels_.guarded("reading from",
                             [&] { return workspace_.read<S7Progress>(progress_, 1)[0]; });
  return *last_;
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

}  // namespace slipflow::linear_solvers
