#include "slipflow/box/plain_problem.hpp"

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
                        const methods::Launch& wanted) {
  methods::Launch launch = methods::resolve_plain(method, device, wanted);
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
