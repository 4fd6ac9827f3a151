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
    subdomains_ = device.filled_buffer(cut.all.data(), cut.all.size() * sizeof(SfSubdomain));
    partial_ = device.buffer(device.reals, cut.all.size() * SF_RESIDUALS);
  }

  std::pair<cl::Buffer, int> partial_residuals() const override { return {partial_, groups_}; }

 private:
  std::vector<Launch> prepare(const FieldRotation& rotation) const override {
    const DeviceFields& next = device_.sets[rotation.next()];
    cl::Kernel kernel(program(), "advance_inner_iteration");
    set_arguments(kernel, device_.set_context(kernel, rotation), next.u, next.v, next.T, next.rho,
                  subdomains_, cl_int{near_walls_}, cl_int{near_sides_}, partial_,
                  device_.progress);
    return {{kernel, groups_, group()}};
  }

  cl::Buffer subdomains_, partial_;
  int groups_ = 0;
  int near_walls_ = 0;
  int near_sides_ = 0;
};
}  // namespace

std::unique_ptr<KernelRunner> make_fused_runner(DeviceCase& device) {
  return std::make_unique<FusedRunner>(device);
}

}  // namespace slipflow::simple_ts
