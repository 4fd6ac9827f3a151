#include "flow_kernels.hpp"

#include "piso/sums.h"
#include "sums.h"

namespace slipflow::piso {

using linear_solvers::Groups7;
using linear_solvers::kReals7;
using opencl::Arguments;
using opencl::Array;

namespace {
constexpr int kUsualGroup = 64;
constexpr std::size_t kStages = 4;  // of sums over more cells than an int counts

int groups_of(int count, int group) { return (count + group - 1) / group; }
}  // namespace

FlowKernels::FlowKernels(opencl::Workspace& workspace, bool parity, int group)
    : VectorKernels(workspace, parity),
      group_(group > 0 ? group : kUsualGroup),
      momentum_(build("piso/momentum.cl", "", group_)),
      pressure_(build("piso/pressure.cl", "", group_)),
      sums_(build("piso/flow_sums.cl", sums_options(blocks_of_vectors(), items_of_sums()),
                  kUsualGroup)) {}

void FlowKernels::run_momentum(const char* name, const Arguments& arguments, int items,
                               std::size_t slot) {
  if (items > 0) run(momentum_, name, slot, arguments, items, 1);
}

void FlowKernels::run_pressure(const char* name, const Arguments& arguments, int items,
                               std::size_t slot) {
  if (items > 0) run(pressure_, name, slot, arguments, items, 1);
}

void FlowKernels::run_sums(const char* name, const Arguments& arguments, Groups7 groups,
                           std::size_t slot) {
  run_groups(sums_, name, slot, arguments, groups);
}

Groups7 FlowKernels::groups_of_sums(int blocks) const {
  return {groups_of(blocks, blocks_of_vectors()), items_of_sums()};
}

FlowSums::FlowSums(FlowKernels& kernels, int cells) : kernels_(kernels), cells_(cells) {
  opencl::Workspace& workspace = kernels.workspace();
  const Groups7 groups = kernels.groups_of_sums(groups_of(cells, SF_SUM_BLOCK));
  kernels.guarded("preparing", [&] {
    values_ = workspace.array(kReals7, std::vector<double>(SF_FLOW_SUMS));
    // All blocks of the last work-group are stored.
    for (Array& partial : partial_)
      partial = workspace.array(kReals7, static_cast<std::size_t>(groups.count) *
                                             static_cast<std::size_t>(kernels.blocks_of_vectors()));
  });
}

void FlowSums::add(const Array& of, int first, int number) {
  const int blocks = groups_of(cells_, SF_SUM_BLOCK);
  kernels_.run_sums("sum_cells",
                    {{"first", first}, {"count", cells_}, {"from", of}, {"blocks", partial_[0]}},
                    kernels_.groups_of_sums(blocks), static_cast<std::size_t>(number));
  reduce("sum_blocks", blocks, &partial_[0], number);
}

void FlowSums::find_largest(const Array& of, int number) {
  reduce("find_largest", cells_, &of, number);
}

void FlowSums::reduce(const char* name, int count, const Array* from, int number) {
  for (std::size_t stage = 0;; ++stage) {
    const int groups = groups_of(count, SF_PARTIAL_BLOCK);
    const Array& to = groups == 1 ? values_ : from == &partial_[0] ? partial_[1] : partial_[0];
    kernels_.run_sums(
        name, {{"count", count}, {"from", *from}, {"to", to}, {"at", groups == 1 ? number : 0}},
        {groups, SF_PARTIAL_LANES}, static_cast<std::size_t>(number) * kStages + stage);
    if (groups == 1) return;
    count = groups;
    from = &to;
  }
}

std::vector<double> FlowSums::read() const {
  return kernels_.guarded("reading from", [&] { return kernels_.workspace().read(values_); });
}

}  // namespace slipflow::piso
