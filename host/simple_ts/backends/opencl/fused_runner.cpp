// The inner iteration in one fused kernel, launched for sub-domains with and without walls.
#include "build_options.hpp"
#include "kernel_runner.hpp"
#include "subdomains.hpp"

namespace slipflow::simple_ts {

namespace {
class FusedRunner : public KernelRunner {
 public:
  explicit FusedRunner(DeviceCase& device) : KernelRunner(device) {
    const int columns = device.options.work_group_size - 3;
    const Subdomains subdomains = cut_into_subdomains(device.c, columns, device.options.rows);
    auto options = build_options(device.c, device.options);
    if (subdomains.open.empty()) options += " -DSF_WITHOUT_OPEN_SUBDOMAINS";
    if (subdomains.near_walls.empty()) options += " -DSF_WITHOUT_SUBDOMAINS_NEAR_WALLS";
    program_ = opencl::build_programs(
        device.queue, {"simple_ts/advance_inner_iteration.cl"}, options)[0];
    add("advance_inner_iteration_near_walls", subdomains.near_walls);
    add("advance_inner_iteration", subdomains.open);
    partial_ = device.doubles(static_cast<std::size_t>(count_) * SF_RESIDUALS);
  }

  std::pair<cl::Buffer, int> partial_residuals() const override { return {partial_, count_}; }

 private:
  struct Part {
    const char* kernel;
    cl::Buffer subdomains;
    int groups;
    int first;  // of its groups among the partial residuals
  };

  void add(const char* kernel, const std::vector<SfSubdomain>& list) {
    if (list.empty()) return;
    const int groups = static_cast<int>(list.size());
    parts_.push_back(
        {kernel, device_.filled_buffer(list.data(), list.size() * sizeof(SfSubdomain)), groups,
         count_});
    count_ += groups;
  }

  std::vector<Launch> prepare(const FieldRotation& rotation) const override {
    const DeviceFields& next = device_.sets[rotation.next()];
    std::vector<Launch> launches;
    for (const Part& part : parts_) {
      cl::Kernel kernel(program_, part.kernel);
      set_arguments(kernel, device_.set_context(kernel, rotation), next.u, next.v, next.T, next.rho,
                    part.subdomains, partial_, part.first, device_.progress);
      launches.push_back({kernel, part.groups * device_.options.work_group_size});
    }
    return launches;
  }

  cl::Program program_;
  std::vector<Part> parts_;
  cl::Buffer partial_;
  int count_ = 0;
};
}  // namespace

std::unique_ptr<KernelRunner> make_fused_runner(DeviceCase& device) {
  return std::make_unique<FusedRunner>(device);
}

}  // namespace slipflow::simple_ts
