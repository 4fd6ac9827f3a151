#include "slipflow/methods/machines.hpp"

#include <fmt/format.h>

#include "shared_types.h"

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
            .tuned = launch.tuned} {
  if (group < launch.work_group_size)
    info_.note = fmt::format(
        "'{}' can run the kernels of this case in work-groups of {} at most: these are taken "
        "instead of {}",
        info_.device, group, launch.work_group_size);
}

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

std::string build_options(setup::Precision precision, const Launch& launch) {
  return "-cl-std=CL1.2" + opencl::precision_options(precision, launch.exact_single) +
         (launch.parity ? " -DSF_PARITY" : "");
}

opencl::SizedProgram build_kernels(const opencl::Queue& queue, const std::string& file,
                                   setup::Precision precision, const Launch& launch) {
  const int smallest = launch.may_shrink ? kSmallestGroup : launch.work_group_size;
  return opencl::build_for_groups(queue, file, build_options(precision, launch),
                                  launch.work_group_size, smallest);
}

// Numbers of work-groups, and zeros behind them: the reduction takes SF_RESIDUALS at a time.
LargestChange::LargestChange(opencl::Workspace& workspace, setup::Precision precision,
                             const Launch& launch, int group, int nx, int ny) {
  const opencl::Numbers reals(bytes_computed(precision));
  const std::size_t groups = static_cast<std::size_t>((nx + group - 1) / group) * ny;
  const std::size_t count = (groups + SF_RESIDUALS - 1) / SF_RESIDUALS * SF_RESIDUALS;
  of_groups_ = workspace.array(reals, std::vector<double>(count));
  if (launch.diagnostics) reduction_.emplace(workspace, reals, build_options(precision, launch));
}

double LargestChange::largest() {
  const int count = static_cast<int>(of_groups_.count) / SF_RESIDUALS;
  return Changes{reduction_->largest(of_groups_, count)}.largest();
}

}  // namespace slipflow::methods
