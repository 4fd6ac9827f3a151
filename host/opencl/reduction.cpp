#include "slipflow/opencl/reduction.hpp"

#include <algorithm>
#include <bit>

#include "shared_types.h"

namespace slipflow::opencl {

namespace {
// As many loads at a time as possible: nothing else runs on the device meanwhile.
constexpr int kLargestGroup = 256;

int group_of(const Device& device) {
  const int group = std::min(device.largest_work_group, kLargestGroup);
  return static_cast<int>(std::bit_floor(static_cast<unsigned>(group)));
}
}  // namespace

Reduction::Reduction(Workspace& workspace, Numbers reals, const std::string& options, int axes)
    : workspace_(workspace),
      built_(build_for_groups(workspace.queue(), "common/reduce_residuals.cl",
                              options + (axes == 3 ? " -D SF_AXES=3" : ""),
                              group_of(workspace.device()))),
      reduce_(kernel("reduce_residuals")),
      largest_(workspace.array(reals, 2 + static_cast<std::size_t>(axes))) {}

std::vector<double> Reduction::largest(const Array& partial, int count) {
  queue_largest(partial, count, largest_);
  return workspace_.read(largest_);
}

void Reduction::queue_largest(const Array& partial, int count, const Array& largest) {
  reduce_.set({{"partial", partial}, {"count", count}, {"largest", largest}});
  launch(reduce_);
}

// Not by Workspace::launch(), which would time it.
void Reduction::launch(const Kernel& kernel) const {
  workspace_.queue().queue.enqueueNDRangeKernel(
      kernel.handle(), cl::NullRange, cl::NDRange(built_.group), cl::NDRange(built_.group));
}

}  // namespace slipflow::opencl
