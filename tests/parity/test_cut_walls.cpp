// Bodies that cut the mesh give the same bits on a device too.
#include <doctest/doctest.h>

#include "comparison.hpp"
#include "parity_cases.hpp"

namespace slipflow::simple_ts::test_cut_walls_parity {

using enum KernelSet;

namespace {
/// The limbs of the loads on all walls after some steps.
std::vector<std::int64_t> loads_after(const Case& c, Operations& backend, int steps) {
  backend.upload(initial_state(c));
  advance_steps(backend, steps, *c.time.step, brief.control);
  ExactLoads loads = backend.diagnostics().wall_loads();
  const auto all = limbs(loads);
  return {all.begin(), all.end()};
}
}  // namespace

TEST_CASE("bodies that cut the mesh and reach its boundaries give the same bits too") {
  compare("upwind", "implicit", {{"cut walls at boundaries", plain, 64, 7}}, {},
          {brief.control, {1, 3}});
}

TEST_CASE("bodies that cut the mesh give the same bits with every kernel set" *
          doctest::test_suite("full")) {
  // With friction heat PoCL builds the plain kernels for a minute: Oclgrind compares those.
  SUBCASE("TVD") { compare("tvd", "implicit", {{"cut walls", plain, 64, 7}}, {}, brief); }
  SUBCASE("fused") {
    compare("tvd", "implicit", {{"cut walls at boundaries", fused, 32, 7}}, {}, brief);
  }
  SUBCASE("tiles, friction heat") {
    compare("upwind", "implicit", {{"cut walls, friction heat", tiles, 64, 4}}, {}, brief);
  }
}

TEST_CASE("loads on cut walls are the same exact sums on a device") {
  const Case c = case_from(case_with_cut_walls_at_boundaries());
  const auto device = make_opencl_operations(c, test_queue(), {true, plain, 64, 7});
  const auto serial = make_serial_operations(c), threads = make_threads_operations(c, 2, 20);
  const auto expected = loads_after(c, *serial, 3);
  CHECK(loads_after(c, *device, 3) == expected);
  CHECK(loads_after(c, *threads, 3) == expected);
}

}  // namespace slipflow::simple_ts::test_cut_walls_parity
