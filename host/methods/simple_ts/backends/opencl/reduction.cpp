#include "reduction.hpp"

#include <algorithm>
#include <bit>

#include "build_options.hpp"

namespace slipflow::simple_ts {

namespace {
// As many loads at a time as can be: nothing else runs on the device meanwhile.
constexpr int kLargestGroup = 256;

int group_of(const opencl::Device& device) {
  const int group = std::min(device.largest_work_group, kLargestGroup);
  return static_cast<int>(std::bit_floor(static_cast<unsigned>(group)));
}
}  // namespace

Reduction::Reduction(const DeviceCase& device)
    : device_(device),
      built_(opencl::build_for_groups(
          device.queue, "common/reduce_residuals.cl",
          "-cl-std=CL1.2" + precision_options(device.c.run.precision, device.options.exact_single),
          group_of(device.queue.device))) {}

void Reduction::launch(const cl::Kernel& kernel) const {
  device_.queue.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(built_.group),
                                           cl::NDRange(built_.group));
}

}  // namespace slipflow::simple_ts
