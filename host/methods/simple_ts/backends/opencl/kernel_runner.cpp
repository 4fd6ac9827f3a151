#include "kernel_runner.hpp"

#include <fmt/format.h>

#include "build_options.hpp"

namespace slipflow::simple_ts {

KernelRunner::KernelRunner(DeviceCase& device, const char* file)
    : device_(device), built_(device.build(file, kSmallestGroup)) {
  const int wanted = device.options.work_group_size;
  if (built_.group < wanted && !device.options.may_shrink)
    throw Error(
        ExitStatus::bad_input,
        fmt::format("a work-group size of {} is not possible on '{}': the largest in which it "
                    "can run the kernels of this case is {}",
                    wanted, device.device_name(), built_.group));
}

void KernelRunner::advance(const FieldRotation& rotation, double dt, double relaxation) {
  Prepared& prepared = prepared_[rotation.number()];
  if (prepared.launches.empty()) prepared.launches = prepare(rotation);
  if (prepared.dt != dt || prepared.relaxation != relaxation)
    for (KernelLaunch& launch : prepared.launches)
      device_.set_time_step(launch.kernel, dt, relaxation);
  prepared.dt = dt;
  prepared.relaxation = relaxation;
  for (const KernelLaunch& launch : prepared.launches)
    device_.workspace.launch_groups(launch.kernel, launch.groups);
}

}  // namespace slipflow::simple_ts
