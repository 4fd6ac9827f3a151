#include "slipflow/simple_ts/device_test.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "slipflow/opencl/errors.hpp"
#include "slipflow/opencl/self_test.hpp"
#include "slipflow/simple_ts/compare.hpp"
#include "slipflow/simple_ts/opencl_backend.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::simple_ts {

namespace {
// A disturbed stream that leaves through one side, small enough for any device. It has no walls,
// whose code would double the time it takes to build the kernels, and no periodic sides, whose
// images add a third. Its steps start from the previous level, which saves another kernel.
Case small_case(Precision precision) {
  Case c;
  c.run.precision = precision;
  c.splitting.extrapolated_start = false;
  c.gas.knudsen = 0.05;
  c.gas.mach = 2.43;
  c.gas.u_stream = 2.2;
  c.initial.west.u = c.gas.u_stream;
  c.initial.perturbation = 0.1;
  c.mesh.x = mesh::uniform_axis(0, 4, 37);
  c.mesh.y = mesh::uniform_axis(0, 2, 17);
  c.sides.fill(mesh::SideKind::open_fixed);
  c.sides[mesh::east] = mesh::SideKind::open_copy;
  c.mesh.tags.assign(c.mesh.layout().size(), 0);
  return c;
}

State after_some_iterations(const Case& c, Backend& backend) {
  backend.upload(initial_state(c));
  for (int step = 0; step < 2; ++step) {
    backend.begin_time_step(0.01);
    for (int k = 0; k < 4; ++k) backend.advance_inner_iteration();
  }
  return backend.download();
}

std::optional<Error> find_kernel_fault(const opencl::Queue& queue, Precision precision) {
  const Case c = small_case(precision);
  const bool exact = needs_double(precision) || queue.device.exact_single;
  const State expected = after_some_iterations(c, *make_serial_backend(c));
  const auto backend = make_opencl_backend(
      c, queue,
      {.parity = exact, .work_group_size = 32, .rows = 8, .measures = false, .may_shrink = true});
  for (const auto& f : compare_states(c, after_some_iterations(c, *backend), expected))
    if (!f.agrees(exact, precision))
      return Error(ExitStatus::no_device,
                   fmt::format("the solver's kernel gives {} = {:.17g} instead of {:.17g} in cell "
                               "({}, {}) of a small case",
                               f.name, f.a, f.b, f.i, f.j));
  return std::nullopt;
}
}  // namespace

std::optional<Error> find_device_fault(const opencl::Device& device, Precision precision) {
  const bool in_double = needs_double(precision);
  if (const std::string reason = device.unusable(in_double); !reason.empty())
    return Error(ExitStatus::no_device, reason);
  try {
    // One context for both: PoCL takes a third of a second to prepare each for compiling.
    const opencl::Queue queue(device);
    if (auto fault = opencl::find_arithmetic_fault(queue, in_double)) return fault;
    return find_kernel_fault(queue, precision);
  } catch (const cl::Error& failure) {
    return opencl::to_error(failure, "the self-test");
  } catch (const Error& failure) {
    return failure;
  }
}

opencl::Device choose_tested_device(const std::string& wanted, bool trust, Precision precision) {
  auto devices = opencl::list_devices();
  const bool may_take_another = wanted.empty() || wanted == "auto";
  while (true) {
    const auto device = opencl::choose_device(devices, wanted, needs_double(precision));
    const auto fault = trust ? std::nullopt : find_device_fault(device, precision);
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

}  // namespace slipflow::simple_ts
