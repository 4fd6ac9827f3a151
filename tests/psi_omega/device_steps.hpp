// Steps on a device and on the host.
#pragma once

#include "flows.hpp"
#include "test_device.hpp"

namespace psi_tests {

inline std::unique_ptr<Simulation> on_device(const Flow& flow, const opencl::Queue& queue) {
  methods::Launch launch;
  launch.parity = true;
  launch.kernels = setup::KernelSet::plain;
  launch.work_group_size = 32;
  const auto make = [&](const psi_omega::FlowParts& parts) {
    return psi_omega::make_device_operations(parts, queue, launch);
  };
  return std::make_unique<Simulation>(flow.c, flow.nodes, make);
}

/// Steps on a device have the bits of the serial reference.
inline void check_same_bits(const std::string& text, const Overrides& overrides, int steps) {
  CAPTURE(text);
  const Flow flow(text, overrides);
  const auto queue = slipflow::test_queue();
  const auto host = flow.start(), device = on_device(flow, queue);
  device->start();
  double time = 0;
  for (int step = 0; step < steps; ++step) {
    const double dt = host->time_step();
    CHECK(device->time_step() == dt);
    time += dt;
    const auto expected = host->advance(dt, time, 1), result = device->advance(dt, time, 1);
    CHECK(result.inner == expected.inner);
    CHECK(result.last.values == expected.last.values);
  }
  for (const char* name : {"psi", "omega"})
    for (const auto level : {methods::Level::current, methods::Level::old})
      CHECK(values(*device, name, level) == values(*host, name, level));
}

inline Overrides operator+(Overrides a, const Overrides& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace psi_tests
