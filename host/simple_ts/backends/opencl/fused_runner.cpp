// The inner iteration in one fused kernel, launched once for all sub-domains.
#include "build_options.hpp"
#include "device_case.hpp"
#include "subdomains.hpp"

namespace slipflow::simple_ts {

namespace {
class FusedRunner : public KernelRunner {
 public:
  explicit FusedRunner(DeviceCase& device) : device_(device) {
    const int columns = device.options.work_group_size - kHaloColumns;
    const Subdomains cut = cut_into_subdomains(device.c, columns, device.options.rows);
    const auto program = opencl::build_programs(
        device.queue, {"simple_ts/advance_inner_iteration.cl"},
        build_options(device.c, device.options))[0];
    advance_ = cl::Kernel(program, "advance_inner_iteration");
    groups_ = static_cast<int>(cut.all.size());
    near_walls_ = cut.near_walls;
    subdomains_ = device.filled_buffer(cut.all.data(), cut.all.size() * sizeof(SfSubdomain));
    partial_ = device.doubles(cut.all.size() * SF_RESIDUALS);
  }

  void advance(const DeviceFields& current, const DeviceFields& old, const DeviceFields& next,
               double dt) override {
    const cl_uint first = device_.set_context(advance_, current, old, dt);
    set_arguments(advance_, first, next.u, next.v, next.T, next.rho, subdomains_,
                  cl_int{near_walls_}, partial_);
    device_.launch(advance_, groups_ * device_.options.work_group_size);
  }

  std::pair<cl::Buffer, int> partial_residuals() override { return {partial_, groups_}; }

 private:
  DeviceCase& device_;
  cl::Kernel advance_;
  cl::Buffer subdomains_, partial_;
  int groups_ = 0;
  int near_walls_ = 0;
};
}  // namespace

std::unique_ptr<KernelRunner> make_fused_runner(DeviceCase& device) {
  return std::make_unique<FusedRunner>(device);
}

}  // namespace slipflow::simple_ts
