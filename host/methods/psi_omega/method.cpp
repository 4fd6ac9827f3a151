#include "slipflow/psi_omega/method.hpp"

#include "benchmark.hpp"
#include "slipflow/psi_omega/problem.hpp"

namespace slipflow::psi_omega {

namespace {
// With a body, a stretched axis, an inflow and an outflow.
std::unique_ptr<methods::Problem> make_test_problem(setup::Precision) {
  const char* text =
      "title = Self-test\nmethod = psi_omega\n[fluid]\nreynolds = 20\n"
      "[mesh]\nx = 0 6\ny = 0 3\ncells = 37 19\ny_stretch = geometric 1.05\n"
      "[body]\nrectangle = 1.5 1 2.5 2\n"
      "[boundary]\nwest = inflow\neast = outflow\nsouth = wall\nnorth = symmetry\n"
      "[scheme]\ntime = adi\n[time]\nstep = 0.01\nmax_steps = 1\n";
  return methods::test_problem<Problem>("psi_omega", keys(), text);
}
}  // namespace

methods::Method method() {
  return {.name = "psi_omega",
          .keys = keys(),
          .make = methods::make_problem<Problem>,
          .make_test_problem = make_test_problem,
          .benchmark = std::make_shared<Benchmark>(),
          .serial_build = "a compiler of version " __VERSION__};
}

}  // namespace slipflow::psi_omega
