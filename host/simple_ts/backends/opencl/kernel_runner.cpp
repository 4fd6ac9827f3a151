#include "kernel_runner.hpp"

namespace slipflow::simple_ts {

void KernelRunner::advance(const FieldRotation& rotation, double dt) {
  Prepared& prepared = prepared_[rotation.number()];
  if (prepared.launches.empty()) prepared.launches = prepare(rotation);
  if (prepared.dt != dt)
    for (Launch& launch : prepared.launches) device_.set_time_step(launch.kernel, dt);
  prepared.dt = dt;
  for (const Launch& launch : prepared.launches)
    device_.launch_groups(launch.kernel, launch.groups, launch.group_size);
}

}  // namespace slipflow::simple_ts
