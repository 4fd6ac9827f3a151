#include "slipflow/methods/tested_device.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "slipflow/opencl/errors.hpp"
#include "slipflow/opencl/self_test.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::methods {

namespace {
constexpr int kSteps = 2, kIterations = 4;

Arrays after_some_iterations(double dt, Simulation& simulation) {
  simulation.state().start();
  for (int step = 0; step < kSteps; ++step) {
    simulation.stepper().begin_step(dt);
    for (int k = 0; k < kIterations; ++k) simulation.stepper().iterate();
  }
  return simulation.state().download(Level::current);
}

std::optional<Error> find_kernel_fault(const Method& method, const opencl::Queue& queue,
                                       TestedFor tested) {
  const auto problem = method.make_test_problem(tested);
  const double dt = problem->backends().first_time_step();
  const bool exact = needs_double(tested.precision) || queue.device.exact_single;
  const Arrays expected = after_some_iterations(dt, *problem->backends().on_host());
  const auto on_device = problem->backends().on_device(queue, {.parity = exact,
                                                               .work_group_size = 32,
                                                               .rows = 8,
                                                               .diagnostics = false,
                                                               .may_shrink = true});
  for (const auto& f : compare(*problem, after_some_iterations(dt, *on_device), expected))
    if (!f.agrees(exact, tested.precision))
      return Error(ExitStatus::no_device,
                   fmt::format("the solver's kernel gives {} = {:.17g} instead of {:.17g} in cell "
                               "({}, {}{}) of a small case",
                               f.name, f.a, f.b, f.i, f.j,
                               tested.axes == 3 ? fmt::format(", {}", f.k) : ""));
  return std::nullopt;
}
}  // namespace

std::optional<Error> find_device_fault(const Method& method, const opencl::Device& device,
                                       TestedFor tested) {
  const bool in_double = needs_double(tested.precision);
  if (const std::string reason = device.unusable(in_double); !reason.empty())
    return Error(ExitStatus::no_device, reason);
  try {
    return opencl::guarded("the self-test", [&]() -> std::optional<Error> {
      // One context for both: PoCL takes a third of a second to prepare each for compiling.
      const opencl::Queue queue(device);
      if (auto fault = opencl::find_arithmetic_fault(queue, in_double)) return fault;
      return find_kernel_fault(method, queue, tested);
    });
  } catch (const Error& failure) {
    return failure;
  }
}

opencl::Device choose_tested_device(const Method& method, const std::string& wanted, bool trust,
                                    TestedFor tested) {
  auto devices = opencl::list_devices();
  const bool may_take_another = wanted.empty() || wanted == "auto";
  while (true) {
    auto device = opencl::choose_device(devices, wanted, needs_double(tested.precision));
    const auto fault = trust ? std::nullopt : find_device_fault(method, device, tested);
    if (!fault) return device;
    std::erase_if(devices, [&](const auto& d) { return d.index == device.index; });
    if (may_take_another && !devices.empty()) continue;
    if (fault->status() == ExitStatus::kernel_build_failed) throw *fault;
    throw Error(ExitStatus::no_device,
                fmt::format("device {} '{}' fails the self-test: {}; take another device, or "
                            "--trust-device to run on it all the same",
                            device.index, device.name, fault->what()));
  }
}

}  // namespace slipflow::methods
