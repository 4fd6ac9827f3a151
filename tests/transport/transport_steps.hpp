// Steps of method transport on a device and on the host.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "slipflow/transport/problem.hpp"
#include "test_device.hpp"

namespace transport_tests {

inline slipflow::transport::Problem problem_from(const std::string& text,
                                                 const std::vector<std::string>& overrides) {
  using namespace slipflow;
  static const auto tables = config::make_key_tables({{"transport", transport::keys()}});
  return transport::Problem(
      config::parse_case("method = transport\n" + text, "case.cfg", overrides, tables));
}

inline slipflow::methods::Launch parity_launch() {
  slipflow::methods::Launch launch;
  launch.parity = true;
  launch.kernels = slipflow::setup::KernelSet::plain;
  launch.work_group_size = 32;
  return launch;
}

/// Steps on a device, each time in a context of its own (Oclgrind 21.10 takes freed memory for
/// memory that nothing wrote), have the bits and iterations of the serial reference.
inline void check_same_bits(const std::string& text, const std::vector<std::string>& overrides,
                            int steps) {
  using namespace slipflow;
  CAPTURE(text);
  CAPTURE(overrides);
  const auto problem = problem_from(text, overrides);
  const opencl::Queue queue = test_queue();
  const auto host = problem.backends().on_host(),
             device = problem.backends().on_device(queue, parity_launch());
  host->state().start();
  device->state().start();
  double time = 0;
  for (int step = 0; step < steps; ++step) {
    const double dt = host->stepper().time_step();
    time += dt;
    const auto expected = host->stepper().advance(dt, time, 1),
               result = device->stepper().advance(dt, time, 1);
    CHECK(result.inner == expected.inner);
    CHECK(result.last.values == expected.last.values);
    CHECK(device->stepper().change_rate(dt) == host->stepper().change_rate(dt));
  }
  for (const auto level : {methods::Level::current, methods::Level::old}) {
    const auto a = host->state().download(level), b = device->state().download(level);
    CHECK(methods::values_named(b, "phi") == methods::values_named(a, "phi"));
  }
}

/// A box with a body, every kind of condition, a source and a stretched axis.
inline const char* const kBox =
    "[equation]\ndiffusion = 1 2 0.5\nreaction = 1\nsource = 2\nsource = 30 box=0,0,0,0.4,0.5,0.6\n"
    "[mesh]\nx = 0 1\ny = 0 1\nz = 0 1\ncells = 13 11 7\ny_stretch = geometric 1.1\n"
    "[body]\nrectangle = 0.3 0.3 0.6 0.7 z=0.2,0.6 value=2\ncircle = 0.8 0.8 0.1 exchange=3,1\n"
    "[boundary]\nwest = value 0\neast = flux 1\nsouth = exchange 2 1\nnorth = value 1\n"
    "bottom = flux 0\ntop = value 0\n[scheme]\ntime = crank_nicolson\n[time]\nstep = 0.02\n"
    "max_steps = 3\n[initial]\nphi = 1 box=0.5,0.5,0.5,1,1,1\n";

inline const char* const kPlane =
    "[equation]\ndiffusion = 1\nsource = 3\n[mesh]\nx = 0 1\ny = 0 1\ncells = 37 19\n"
    "[body]\ncircle = 0.5 0.5 0.2 flux=1\n"
    "[boundary]\nwest = value 0\neast = value 1\nsouth = flux 0\nnorth = exchange 1 2\n"
    "[scheme]\ntime = euler\n[time]\nstep = 0.05\nmax_steps = 3\n";

}  // namespace transport_tests
