// The inner iteration in one fused kernel, launched for sub-domains with and without walls.
#include "build_options.hpp"
#include "device_case.hpp"
#include "subdomains.hpp"

namespace slipflow::simple_ts {

namespace {
class FusedRunner : public KernelRunner {
 public:
  explicit FusedRunner(DeviceCase& device) : device_(device) {
    const int columns = device.options.work_group_size - 3;
    const Subdomains subdomains = cut_into_subdomains(device.c, columns, device.options.rows);
    auto options = build_options(device.c, device.options);
    if (subdomains.open.empty()) options += " -DSF_WITHOUT_OPEN_SUBDOMAINS";
    if (subdomains.near_walls.empty()) options += " -DSF_WITHOUT_SUBDOMAINS_NEAR_WALLS";
    const auto program = opencl::build_programs(
        device.queue, {"simple_ts/advance_inner_iteration.cl"}, options)[0];
    count_ = static_cast<int>(subdomains.open.size() + subdomains.near_walls.size());
    partial_ = device.doubles(static_cast<std::size_t>(count_) * SF_RESIDUALS);
    add(program, "advance_inner_iteration_near_walls", subdomains.near_walls);
    add(program, "advance_inner_iteration", subdomains.open);
  }

  void advance(const DeviceFields& current, const DeviceFields& old, const DeviceFields& next,
               double dt) override {
    for (Launch& launch : launches_) {
      const cl_uint first = device_.set_context(launch.kernel, current, old, dt);
      set_arguments(launch.kernel, first, next.u, next.v, next.T, next.rho, launch.subdomains,
                    partial_, launch.first);
      device_.launch(launch.kernel, launch.groups * device_.options.work_group_size);
    }
  }

  std::pair<cl::Buffer, int> partial_residuals() override { return {partial_, count_}; }

 private:
  struct Launch {
    cl::Kernel kernel;
    cl::Buffer subdomains;
    int groups;
    int first;  // of its groups among the partial residuals
  };

  void add(const cl::Program& program, const char* name, const std::vector<SfSubdomain>& list) {
    if (list.empty()) return;
    int first = 0;
    for (const Launch& launch : launches_) first += launch.groups;
    launches_.push_back({cl::Kernel(program, name),
                         device_.filled_buffer(list.data(), list.size() * sizeof(SfSubdomain)),
                         static_cast<int>(list.size()), first});
  }

  DeviceCase& device_;
  std::vector<Launch> launches_;
  cl::Buffer partial_;
  int count_ = 0;
};
}  // namespace

std::unique_ptr<KernelRunner> make_fused_runner(DeviceCase& device) {
  return std::make_unique<FusedRunner>(device);
}

}  // namespace slipflow::simple_ts
