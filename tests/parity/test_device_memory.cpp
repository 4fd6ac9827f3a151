// The device memory that `slipflow check` and `bench` announce is the allocated one, to 1 %.
#include <doctest/doctest.h>

#include "comparison.hpp"
#include "parity_cases.hpp"
#include "slipflow/simple_ts/opencl_operations.hpp"

namespace slipflow::simple_ts::test_device_memory {

TEST_CASE("a backend allocates the device memory that was announced" *
          doctest::test_suite("full")) {
  const std::string text =
      "[gas]\nknudsen = 0.05\nmach = 2.43\n[mesh]\nx = 0 20\ny = 0 10\ncells = 200 100\n"
      "[body]\nrectangle = 8 4.5 9 5.5\n"
      "[boundary]\nwest = stream\neast = outflow\n"
      "south = wall velocity=free_stream\nnorth = wall velocity=free_stream\n"
      "[time]\nstep = 0.01\nmax_steps = 1\n";
  const auto queue = test_queue();
  const Case fused = case_from(text, {"scheme.time=explicit"});
  const auto in_doubles = make_opencl_operations(fused, queue, {.kernels = KernelSet::fused});
  CHECK(device_bytes(fused) ==
        doctest::Approx(in_doubles->machine().info().bytes_allocated).epsilon(0.01));
  for (const char* precision : {"mixed", "single"}) {
    CAPTURE(precision);
    const Case c =
        case_from(text + "[output]\naverages = p T u\n",
                  {std::string("run.precision=") + precision, "scheme.time=second_order"});
    const auto backend =
        make_opencl_operations(c, queue, {.kernels = KernelSet::plain, .diagnostics = false});
    backend->diagnostics().start_averages({});
    CHECK(device_bytes(c) ==
          doctest::Approx(backend->machine().info().bytes_allocated).epsilon(0.01));
  }
  // Levels of multigrid depend on the bodies.
  const Case solved = case_from(text, {"inner.pressure=multigrid"});
  const auto backend = make_opencl_operations(solved, queue, {.kernels = KernelSet::plain});
  CHECK(device_bytes(solved) ==
        doctest::Approx(backend->machine().info().bytes_allocated).epsilon(0.05));
}

TEST_CASE("a backend in space allocates the device memory that was announced" *
          doctest::test_suite("full")) {
  const auto queue = test_queue();
  for (const std::vector<std::string>& set : {std::vector<std::string>{},
                                              {"scheme.convection=tvd", "output.averages=p"},
                                              {"scheme.time=explicit", "run.precision=mixed"}}) {
    CAPTURE(set.empty() ? "" : set.front());
    const Case c = case_from(cases_in_space().at("periodic in space"), set);
    const auto backend = make_opencl_operations(c, queue, {.diagnostics = false});
    backend->diagnostics().start_averages({});
    CHECK(device_bytes(c, queue.device.cpu) ==
          doctest::Approx(backend->machine().info().bytes_allocated).epsilon(0.05));
  }
}

}  // namespace slipflow::simple_ts::test_device_memory
