// Steps of second order in time have the same bits on a device as in the serial reference.
#include <doctest/doctest.h>

#include "comparison.hpp"
#include "parity_cases.hpp"
#include "slipflow/simple_ts/opencl_operations.hpp"
#include "two_stage_steps.hpp"

namespace slipflow::simple_ts::test_second_order {

namespace {
void compare_kernels(KernelSet kernels, const std::string& text,
                     std::vector<std::string> set = {}) {
  CAPTURE(name_of(kernels));
  set.insert(set.end(), {"scheme.convection=tvd", "scheme.time=second_order"});
  const Case c = case_from(text, set);
  const auto expected = record_second_order(c, *make_serial_operations(c));
  CHECK(std::isfinite(expected.back()));
  const auto device = make_opencl_operations(
      c, test_queue(), {.parity = true, .kernels = kernels, .work_group_size = 32, .rows = 7});
  CHECK(different_bits(record_second_order(c, *device), expected) == 0);
}
}  // namespace

TEST_CASE("steps of second order: fused kernels have the bits of the serial reference") {
  compare_kernels(KernelSet::fused, parity_cases().at("edges"));
}

TEST_CASE("steps of second order: all kernels and precisions, at inflows and prescribed pressures" *
          doctest::test_suite("full")) {
  const std::string box =
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 3\ny = 0 2\ncells = 37 19\nx_stretch = geometric 1.02\n"
      "[body]\nrectangle = 1 0.8 1.6 1.2 temperature=1.2\n"
      "[boundary]\nwest = inflow velocity=0.2\neast = pressure p=0.9\nsouth = wall\n"
      "north = pressure p=1 at=ghost\n[time]\nstep = 0.02\nmax_steps = 1\n";
  SUBCASE("tiles, mixed") { compare_kernels(KernelSet::tiles, box, {"run.precision=mixed"}); }
  SUBCASE("plain, single") { compare_kernels(KernelSet::plain, box, {"run.precision=single"}); }
  SUBCASE("solved pressures") {
    compare_kernels(KernelSet::plain, box, {"inner.pressure=multigrid"});
  }
}

}  // namespace slipflow::simple_ts::test_second_order
