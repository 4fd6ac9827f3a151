// Triangular sweeps on Oclgrind's device. Not by pipeline: what its work-groups hand over to one
// another within a launch is a data race to Oclgrind, which knows nothing of fences.
#include <doctest/doctest.h>

#include "device_checks.hpp"
#include "sweep_checks.hpp"

namespace slipflow::linear_solvers::test_sweeps {

TEST_CASE("sweeps by planes and by tiles, with holes and rows that end within tiles") {
  const SweepShape lanes{3, 2, 6, 2, 5}, flat_lanes{4, 1, 4, 2, 6}, alone{3, 2, 1, 2, 5};
  for (const SweptBox& s : {SweptBox{{7, 4, 5}, Coefficients7::symmetric, true, lanes},
                            {{7, 4, 5}, Coefficients7::general, false, lanes},
                            {{7, 4, 5}, Coefficients7::free, true, alone},
                            {{9, 7, 1}, Coefficients7::symmetric, true, flat_lanes}})
    for (const auto schedule : {Schedule7::planes, Schedule7::tiles}) {
      opencl::Workspace workspace{opencl::Queue(test_device())};
      CHECK(check_sweeps(workspace, s, schedule) == schedule);
    }
}

}  // namespace slipflow::linear_solvers::test_sweeps
