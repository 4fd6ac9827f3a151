// The first ten steps of a supersonic case against another program's fields and drag.
#include <doctest/doctest.h>

#include "reference_fields.hpp"
#include "slipflow/simple_ts/forces.hpp"
#include "slipflow/simple_ts/opencl_operations.hpp"
#include "test_cases.hpp"
#include "test_device.hpp"

namespace slipflow::simple_ts::test_reference_fields {

namespace {
void check_ten_steps(Operations& backend, const Case& c) {
  backend.upload(initial_state(c));
  advance_steps(backend, 10, 0.01, {1e-13, 200});
  const State s = backend.download();
  const auto d = differences_from_file(c, s, SLIPFLOW_SOURCE_DIR "/tests/data/kn005_10_steps.f64");
  CHECK(d.p < 1e-9);
  CHECK(d.T < 1e-9);
  CHECK(d.u < 1e-9);
  CHECK(d.v < 1e-9);
  const auto forces = body_forces(c, rounded(c, backend.diagnostics().wall_loads())).at(0);
  CHECK(std::abs(forces.drag_friction - 0.42223102451) < 1e-8);
  CHECK(std::abs(forces.drag_pressure - 1.5368748590) < 1e-8);
  CHECK(std::abs(forces.drag() - 1.9591058835) < 1e-8);
}

Case square_in_channel() {
  return case_from(channel_text(200, 100, 0.1, body_line(0.1, 50, 45, 60, 55)),
                   {"scheme.wall_density=cell", "scheme.convex_corner=slip"});
}

void check_kernels(KernelSet kernels) {
  const Case c = square_in_channel();
  check_ten_steps(*make_opencl_operations(c, test_queue(), {false, kernels, 0, 0}), c);
}
}  // namespace

TEST_CASE("ten steps past a square agree with another program's fields and drag" *
          doctest::test_suite("opencl")) {
  SUBCASE("serial") {
    const Case c = square_in_channel();
    check_ten_steps(*make_serial_operations(c), c);
  }
  SUBCASE("plain kernels") { check_kernels(KernelSet::plain); }
}

// The quick tests of parity compare the fused kernel with the serial reference.
TEST_CASE("ten steps past a square: the fused kernel" * doctest::test_suite("opencl full")) {
  check_kernels(KernelSet::fused);
}

}  // namespace slipflow::simple_ts::test_reference_fields
