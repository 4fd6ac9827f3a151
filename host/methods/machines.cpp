#include "slipflow/methods/machines.hpp"

#include "slipflow/opencl/errors.hpp"

namespace slipflow::methods {

DeviceMachine::DeviceMachine(opencl::Workspace& workspace, const Launch& launch, int group,
                             double build_seconds)
    : workspace_(workspace),
      info_{.name = "opencl",
            .device = workspace.device().name,
            .driver = workspace.device().driver,
            .kernels = name_of(launch.kernels),
            .work_group_size = group,
            .rows = launch.rows,
            .build_seconds = build_seconds,
            .tuned = launch.tuned} {}

BackendInfo DeviceMachine::info() const {
  BackendInfo info = info_;
  info.bytes_allocated = workspace_.bytes();
  return info;
}

void DeviceMachine::finish() {
  opencl::guarded("waiting for " + info_.device, [&] { workspace_.finish(); });
}

void DeviceMachine::time_kernels(bool on) {
  opencl::guarded("timing kernels on " + info_.device, [&] { workspace_.time_launches(on); });
}

double DeviceMachine::kernel_seconds() {
  return opencl::guarded("timing kernels on " + info_.device,
                         [&] { return workspace_.launch_seconds(); });
}

}  // namespace slipflow::methods
