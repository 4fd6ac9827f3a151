#include "opencl/device_vectors.hpp"

#include <algorithm>
#include <cstring>

#include "sums.h"

namespace slipflow::linear_solvers {

namespace {
using opencl::Arguments;
using opencl::Array;

int groups_of(int count, int group) { return (count + group - 1) / group; }
int partial_blocks_of(int count) { return groups_of(count, SF_PARTIAL_BLOCK); }

constexpr Groups7 kOneItem = {1, 1};
constexpr std::size_t kThens = 16;  // more than there are S7_THEN_*

// Whether an iteration queues the same launches with the same arguments each time, and no kernel
// with two sets of arguments in one slot.
bool is_repeated(const Choice7& choice) {
  using enum Preconditioner7;
  if (choice.record) return false;
  if (choice.solver == Solver7::bicgstab) return choice.preconditioner == jacobi;
  return choice.solver == Solver7::cg && choice.preconditioner != atm &&
         choice.preconditioner != lines;
}
}  // namespace

DeviceVectors::DeviceVectors(VectorKernels& kernels, int count, const Choice7& choice)
    : kernels_(kernels), workspace_(kernels.workspace()), choice_(choice), count_(count) {
  kernels_.guarded("preparing", [&] {
    partial_[0] = workspace_.array(kReals7, partial_sums());
    partial_[1] = workspace_.array(kReals7, static_cast<std::size_t>(partial_blocks_of(blocks())));
    numbers_ = workspace_.array(kReals7, std::vector<double>(S7_NUMBERS));
    record_ = workspace_.array(kReals7, choice_.record ? 3 * recorded_iterations(choice_) : 3);
    progress_ = workspace_.buffer(std::vector<S7Progress>(1), CL_MEM_READ_WRITE);
  });
  const bool is_long = has_multigrid(choice) || choice.solver != Solver7::cg;
  loop_.emplace(workspace_, progress_, sizeof(S7Progress), 0,
                is_long ? opencl::Superfluous::expensive : opencl::Superfluous::cheap);
}

Groups7 DeviceVectors::groups_of_vectors() const {
  return {groups_of(blocks(), kernels_.blocks_of_vectors()), kernels_.items_of_sums()};
}

std::size_t DeviceVectors::partial_sums() const {
  return static_cast<std::size_t>(groups_of_vectors().count) *
         static_cast<std::size_t>(kernels_.blocks_of_vectors());
}

int DeviceVectors::blocks() const { return groups_of(count_, SF_SUM_BLOCK); }

const Array& DeviceVectors::vector(Vector7 name) {
  Array& made = vectors_[static_cast<std::size_t>(name)];
  if (made.count == 0)
    kernels_.guarded("preparing", [&] {
      made = workspace_.array(kReals7, std::vector<double>(static_cast<std::size_t>(count_)));
    });
  return made;
}

Arguments DeviceVectors::of_vectors() const {
  return {{"progress", progress_}, {"numbers", numbers_}, {"count", count_}};
}

void DeviceVectors::run_on_vectors(const char* name, const Arguments& more) {
  kernels_.run(name, 0, of_vectors().with(more), (count_ + kEntriesOfItem7 - 1) / kEntriesOfItem7);
}

void DeviceVectors::finish(Sum7 sum) {
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

void DeviceVectors::begin() {
  last_.reset();
  kernels_.run_groups("begin_iterations", 0,
                      {{"progress", progress_},
                       {"outer", outer_ ? outer_->first : progress_},
                       {"outer_at", outer_ ? outer_->second : -1}},
                      kOneItem);
}

void DeviceVectors::set_number(int number, double value) {
  kernels_.run_groups("set_number", static_cast<std::size_t>(number),
                      {{"number", number}, {"value", kReals7.number(value)}, {"numbers", numbers_}},
                      kOneItem);
}

void DeviceVectors::iterate(int max, const std::function<void()>& iteration) {
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

void DeviceVectors::queue_iteration(const std::function<void()>& iteration) {
  is_repeated(choice_) ? kernels_.repeat("iteration", iteration) : iteration();
}

void DeviceVectors::queue(int iterations, const std::function<void()>& iteration) {
  for (int k = 0; k < iterations; ++k) queue_iteration(iteration);
  kernels_.run("discard_broken_solution", 0,
               {{"progress", progress_}, {"count", count_}, {"x", vector(Vector7::x)}}, count_);
}

S7Progress DeviceVectors::progress() {
  if (!last_)
    last_ = kernels_.guarded("reading from",
                             [&] { return workspace_.read<S7Progress>(progress_, 1)[0]; });
  return *last_;
}

double DeviceVectors::number(int number) {
  return kernels_.guarded("reading from", [&] { return workspace_.read(numbers_)[number]; });
}

void DeviceVectors::record(int most) {
  room_ = std::min(most, static_cast<int>(record_.count / 3));
}

std::vector<Iteration7> DeviceVectors::recorded() {
  const auto count = static_cast<std::size_t>(progress().count);
  if (count == 0) return {};
  const auto values = kernels_.guarded(
      "reading from", [&] { return workspace_.read(record_, std::min(record_.count, 3 * count)); });
  std::vector<Iteration7> record;
  for (std::size_t k = 0; k + 2 < values.size(); k += 3)
    record.push_back({values[k], values[k + 1], values[k + 2]});
  return record;
}

void DeviceVectors::copy(Vector7 from, Vector7 to) {
  run_on_vectors("copy_vector", {{"from", vector(from)}, {"to", vector(to)}});
}

void DeviceVectors::sum_products(Vector7 a, Vector7 b, Sum7 sum) {
  kernels_.run_groups(
      "sum_products", static_cast<std::size_t>(sum.number),
      of_vectors().with({{"a", vector(a)}, {"b", vector(b)}, {"sums", partial_[0]}}),
      groups_of_vectors());
  finish(sum);
}

void DeviceVectors::sum_values(Vector7 a, Sum7 sum) {
  kernels_.run_groups("sum_values", 0, of_vectors().with({{"a", vector(a)}, {"sums", partial_[0]}}),
                      groups_of_vectors());
  finish(sum);
}

void DeviceVectors::subtract(Vector7 a, Vector7 b, Vector7 r) {
  run_on_vectors("subtract", {{"a", vector(a)}, {"b", vector(b)}, {"to", vector(r)}});
}

void DeviceVectors::set_cg_direction() {
  run_on_vectors("set_cg_direction",
                 {{"z", vector(Vector7::z)}, {"direction", vector(Vector7::p)}});
}

void DeviceVectors::advance_cg(Sum7 sum) {
  kernels_.run_groups("advance_cg", 0,
                      of_vectors().with({{"direction", vector(Vector7::p)},
                                         {"q", vector(Vector7::q)},
                                         {"x", vector(Vector7::x)},
                                         {"r", vector(Vector7::r)},
                                         {"sums", partial_[0]}}),
                      groups_of_vectors());
  finish(sum);
}

void DeviceVectors::set_shadow_direction() {
  run_on_vectors(
      "set_shadow_direction",
      {{"r", vector(Vector7::r)}, {"v", vector(Vector7::v)}, {"direction", vector(Vector7::p)}});
}

void DeviceVectors::set_half_residual() {
  run_on_vectors("set_half_residual",
                 {{"r", vector(Vector7::r)}, {"v", vector(Vector7::v)}, {"s", vector(Vector7::s)}});
}

void DeviceVectors::advance_full_step(Sum7 sum) {
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

void DeviceVectors::add_scaled(Vector7 q, int number) {
  run_on_vectors("add_scaled", {{"number", number}, {"q", vector(q)}, {"x", vector(Vector7::x)}});
}

void DeviceVectors::add(Vector7 z) {
  run_on_vectors("add_vector", {{"z", vector(z)}, {"x", vector(Vector7::x)}});
}

}  // namespace slipflow::linear_solvers
