#include "slipflow/box/plain_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "slipflow/methods/launch.hpp"
#include "slipflow/opencl/errors.hpp"
#include "slipflow/setup/shared_keys.hpp"

namespace slipflow::boxes {

std::vector<config::KeySpec> run_keys(const std::vector<std::string>& precisions) {
  auto rows = setup::run_keys();
  for (config::KeySpec& row : rows) {
    if (row.name == "run.precision") {
      row.allowed = precisions;
      if (precisions.size() == 1) row.meaning = "What is computed with.";
    }
    if (row.name == "run.kernels") row.allowed = {"auto", "plain"};
  }
  return rows;
}

methods::Launch resolve(const std::string& method, const opencl::Device& device,
                        methods::Launch launch) {
  constexpr int usual_group = 64, largest_group = 1024;
  if (launch.kernels == setup::KernelSet::fused || launch.kernels == setup::KernelSet::tiles)
    throw Error(ExitStatus::bad_input,
                fmt::format("method {} has no {} kernels; take plain or auto", method,
                            setup::name_of(launch.kernels)));
  launch.kernels = setup::KernelSet::plain;
  const auto most = static_cast<unsigned>(std::min(device.largest_work_group, largest_group));
  const int largest = static_cast<int>(std::bit_floor(most));
  if (launch.work_group_size == 0) {
    launch.work_group_size = std::min(usual_group, largest);
    launch.may_shrink = true;
  }
  methods::check_work_group_size(launch.work_group_size, methods::kSmallestGroup, largest, device);
  launch.rows = 1;
  launch.exact_single = device.exact_single;
  return launch;
}

std::unique_ptr<methods::Simulation> on_device(const methods::Problem& problem, double largest,
                                               const opencl::Queue& queue,
                                               const methods::Launch& launch,
                                               const MakeOnDevice& make) {
  const auto resolved = problem.backends().resolve(queue.device, launch);
  methods::check_parity(problem.controls().run.precision, resolved, queue.device);
  methods::check_fits(queue.device, problem.mesh(), problem.costs().device_bytes(), largest);
  return opencl::guarded("preparing " + queue.device.name, [&] { return make(resolved); });
}

}  // namespace slipflow::boxes
