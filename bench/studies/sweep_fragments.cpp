#include "sweep_fragments.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace slipflow::bench::studies {

namespace {
opencl::SizedProgram build_fragments(const opencl::Queue& queue,
                                     const linear_solvers::SweepShape& s, bool parity) {
  const auto options = fmt::format(
      "-cl-std=CL1.2{} -DS7_KIND=S7_SYMMETRIC -DS7_ROWS_Y={} -DS7_ROWS_Z={} -DS7_RUN={}",
      parity ? " -DSF_PARITY" : "", s.rows_y, s.rows_z, s.run);
  return opencl::build_for_groups(queue, "sweep_fragments.cl", options, s.items, s.items);
}
}  // namespace

SweepFragments::SweepFragments(opencl::Workspace& workspace,
                               const linear_solvers::SweepShape& shape, bool parity)
    : workspace_(workspace),
      kernel_(build_fragments(workspace.queue(), shape, parity), "sweep_fragments") {}

void SweepFragments::lower(const SweepSystem& system, const SweepBlocks& blocks) {
  kernel_.set(system.arguments().with({{"fragments_x", blocks.fragments_x},
                                       {"fragments_z", blocks.fragments_z},
                                       {"blocks", blocks.blocks},
                                       {"turn", 0},
                                       {"first_block", 0}}));
  for (int turn = 0; turn < blocks.steps(); ++turn) {
    const int first = std::max(0, turn - blocks.fragments() + 1);
    const int last = std::min(turn, blocks.blocks - 1);
    kernel_.set({"turn", turn});
    kernel_.set({"first_block", first});
    workspace_.launch_groups(kernel_, last - first + 1);
  }
}

}  // namespace slipflow::bench::studies
