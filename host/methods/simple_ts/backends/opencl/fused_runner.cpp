// The inner iteration in one fused kernel, launched once for all sub-domains.
#include "build_options.hpp"
#include "kernel_runner.hpp"
#include "shared_types.h"
#include "subdomains.hpp"

namespace slipflow::simple_ts {

namespace {
class FusedRunner : public KernelRunner {
 public:
  explicit FusedRunner(DeviceCase& device)
      : KernelRunner(device, "simple_ts/advance_inner_iteration.cl") {
    const Subdomains cut =
        cut_into_subdomains(device.c, group() - kHaloColumns, device.options.rows, Near::walls);
    groups_ = static_cast<int>(cut.all.size());
    near_walls_ = cut.near_walls;
    near_sides_ = cut.near_sides;
    subdomains_ = device.workspace.buffer(cut.all);
    partial_ = device.workspace.array(device.reals, cut.all.size() * SF_RESIDUALS);
  }

  std::pair<opencl::Array, int> partial_residuals() const override { return {partial_, groups_}; }

 private:
  std::vector<KernelLaunch> prepare(const FieldRotation& rotation) const override {
    const DeviceFields& next = device_.sets[rotation.next()];
    opencl::Kernel kernel(program(), "advance_inner_iteration", group());
    kernel.set(device_.context(rotation)
                   .with(next.named("_next"))
                   .with({{"subdomains", subdomains_},
                          {"near_walls", near_walls_},
                          {"near_sides", near_sides_},
                          {"partial", partial_},
                          {"progress", device_.progress}}));
    return {{kernel, groups_}};
  }

  cl::Buffer subdomains_;
  opencl::Array partial_;
  int groups_ = 0;
  int near_walls_ = 0;
  int near_sides_ = 0;
};
}  // namespace

std::unique_ptr<KernelRunner> make_fused_runner(DeviceCase& device) {
  return std::make_unique<FusedRunner>(device);
}

}  // namespace slipflow::simple_ts
