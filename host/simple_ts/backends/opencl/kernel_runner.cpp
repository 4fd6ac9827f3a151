#include "kernel_runner.hpp"

namespace slipflow::simple_ts {

void KernelRunner::advance(const FieldRotation& rotation, double dt, double relaxation) {
  Prepared& prepared = prepared_[rotation.number()];
  if (prepared.launches.empty()) prepared.launches = prepare(rotation);
  if (prepared.dt != dt || prepared.relaxation != relaxation)
    for (Launch& launch : prepared.launches) device_.set_time_step(launch.kernel, dt, relaxation);
  prepared.dt = dt;
  prepared.relaxation = relaxation;
  for (const Launch& launch : prepared.launches)
    device_.launch_groups(launch.kernel, launch.groups, launch.group_size);
}

}  // namespace slipflow::simple_ts
