#include "slipflow/piso/method.hpp"

#include "benchmark.hpp"
#include "slipflow/piso/problem.hpp"

namespace slipflow::piso {

namespace {
// With a body, a stretched axis, and a wall that slips and moves.
std::unique_ptr<methods::Problem> make_test_problem(setup::Precision) {
  const char* text =
      "title = Self-test\nmethod = piso\n[flow]\nviscosity = 0.05\ngravity = 0 -1\n"
      "[mesh]\nx = 0 1\ny = 0 1\ncells = 13 9\ny_stretch = geometric 1.05\n"
      "[body]\nrectangle = 0.3 0.3 0.6 0.6\n"
      "[boundary]\nwest = inflow velocity=1,0\neast = outflow\nsouth = wall velocity=0.5,0\n"
      "north = wall slip_length=0.1\n"
      "[scheme]\nalgorithm = piso\n[time]\nstep = 0.05\nmax_steps = 1\n";
  return methods::test_problem<Problem>("piso", keys(), text);
}
}  // namespace

methods::Method method() {
  return {.name = "piso",
          .keys = keys(),
          .make = methods::make_problem<Problem>,
          .make_test_problem = make_test_problem,
          .benchmark = std::make_shared<Benchmark>(),
          .serial_build = "a compiler of version " __VERSION__};
}

}  // namespace slipflow::piso
