#include "kernel_runner.hpp"

#include <fmt/format.h>

#include "build_options.hpp"

namespace slipflow::simple_ts {

namespace {
constexpr InnerKernel kFused = {"simple_ts/advance_inner_iteration.cl", "advance_inner_iteration",
                                Near::walls, kHaloColumns};
constexpr InnerKernel kPlain = {"simple_ts/plain_kernels.cl", "advance_inner_iteration_by_rows",
                                Near::walls_and_ends, 0};

opencl::SizedProgram build(const DeviceCase& device, const char* file) {
  opencl::SizedProgram built = device.build(file, kSmallestGroup);
  const int wanted = device.options.work_group_size;
  if (built.group < wanted && !device.options.may_shrink)
    throw Error(
        ExitStatus::bad_input,
        fmt::format("a work-group size of {} is not possible on '{}': the largest in which it "
                    "can run the kernels of this case is {}",
                    wanted, device.device_name(), built.group));
  return built;
}
}  // namespace

KernelRunner::KernelRunner(DeviceCase& device)
    : device_(device),
      kernel_(device.options.kernels == KernelSet::fused ? kFused : kPlain),
      built_(build(device, kernel_.file)),
      subdomains_(device.cut(group() - kernel_.halo, kernel_.near)),
      partial_(device.workspace.array(
          device.reals, static_cast<std::size_t>(subdomains_.count) * SF_RESIDUALS)) {}

opencl::Kernel KernelRunner::prepare(const FieldRotation& rotation) const {
  const bool marches = kernel_.near == Near::walls;
  opencl::Arguments arguments = device_.context(rotation)
                                    .with(device_.sets[rotation.next()].named("_next"))
                                    .with(subdomains_.named());
  if (marches) arguments = arguments.with({{"near_sides", subdomains_.near_sides}});
  opencl::Kernel kernel(built_.program, kernel_.name, marches ? group() : 1);
  kernel.set(arguments.with({{"partial", partial_}, {"progress", device_.progress}}));
  return kernel;
}

void KernelRunner::advance(const FieldRotation& rotation, double dt, double relaxation) {
  auto& prepared = prepared_[rotation.number()];
  if (!prepared) prepared = Prepared{prepare(rotation)};
  if (prepared->dt != dt || prepared->relaxation != relaxation)
    device_.set_time_step(prepared->kernel, dt, relaxation);
  prepared->dt = dt;
  prepared->relaxation = relaxation;
  device_.workspace.launch_groups(prepared->kernel, subdomains_.count);
}

}  // namespace slipflow::simple_ts
