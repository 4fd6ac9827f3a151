// PoCL runs the work-items of a group in two ways: `loopvec`, its default, which all tests use, and
// `loops`, in which only these cases run: every kernel with a barrier. The equations make no
// difference to either way, and each builds all kernels again.
#include <doctest/doctest.h>

#include "comparison.hpp"
#include "parity_cases.hpp"

namespace slipflow::simple_ts::test_work_group_methods {

using enum KernelSet;

TEST_CASE("kernels that march, in groups of several widths" * doctest::test_suite("full, loops")) {
  compare("tvd", "implicit", {{"edges", fused, 32, 7}, {"thin", fused, 32, 16}});
  compare("tvd", "explicit", {{"inflows", fused, 64, 7}}, {}, brief);
  compare("upwind", "implicit", {{"box", fused, 256, 1}}, {"run.precision=mixed"}, brief);
}

TEST_CASE("kernels of tiles and of solved pressures" * doctest::test_suite("full, loops")) {
  compare("upwind", "implicit", {{"edges", tiles, 256, 7}}, {}, brief);
  compare("tvd", "implicit", {{"box", plain, 16, 7}}, {"inner.pressure=multigrid"}, brief);
}

}  // namespace slipflow::simple_ts::test_work_group_methods
