// The inner iteration in one plain kernel, a sub-domain per work-item.
#include "kernel_runner.hpp"
#include "shared_types.h"
#include "subdomains.hpp"

namespace slipflow::simple_ts {

namespace {
class PlainRunner : public KernelRunner {
 public:
  explicit PlainRunner(DeviceCase& device) : KernelRunner(device, "simple_ts/plain_kernels.cl") {
    const Subdomains cut =
        cut_into_subdomains(device.c, group(), device.options.rows, Near::walls_and_ends);
    groups_ = static_cast<int>(cut.all.size());
    near_walls_ = cut.near_walls;
    subdomains_ = device.workspace.buffer(cut.all);
    partial_ = device.workspace.array(device.reals, cut.all.size() * SF_RESIDUALS);
  }

  std::pair<opencl::Array, int> partial_residuals() const override { return {partial_, groups_}; }

 private:
  std::vector<KernelLaunch> prepare(const FieldRotation& rotation) const override {
    const DeviceFields& next = device_.sets[rotation.next()];
    opencl::Kernel kernel(program(), "advance_inner_iteration_by_rows", 1);
    kernel.set(device_.context(rotation)
                   .with(next.named("_next"))
                   .with({{"subdomains", subdomains_},
                          {"near_walls", near_walls_},
                          {"partial", partial_},
                          {"progress", device_.progress}}));
    return {{kernel, groups_}};
  }

  cl::Buffer subdomains_;
  opencl::Array partial_;
  int groups_ = 0;
  int near_walls_ = 0;
};
}  // namespace

std::unique_ptr<KernelRunner> make_plain_runner(DeviceCase& device) {
  return std::make_unique<PlainRunner>(device);
}

}  // namespace slipflow::simple_ts
