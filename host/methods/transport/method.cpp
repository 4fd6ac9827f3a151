#include "slipflow/transport/method.hpp"

#include "benchmark.hpp"
#include "slipflow/transport/problem.hpp"

namespace slipflow::transport {

namespace {
// With a body, a stretched axis, every kind of condition and a velocity.
std::unique_ptr<methods::Problem> make_test_problem(setup::Precision) {
  const char* text =
      "title = Self-test\nmethod = transport\n"
      "[equation]\ndiffusion = 1 2 1\nvelocity = rotation 3 0.5 0.5\nreaction = 1\nsource = 2\n"
      "[mesh]\nx = 0 1\ny = 0 1\nz = 0 0.5\ncells = 13 9 7\ny_stretch = geometric 1.05\n"
      "[body]\nrectangle = 0.3 0.3 0.6 0.6 z=0.1,0.3 exchange=2,1\n"
      "[boundary]\nwest = value 0\neast = flux 1\nsouth = exchange 3 1\nnorth = value 1\n"
      "bottom = flux 0\ntop = value 0\n"
      "[scheme]\ntime = crank_nicolson\n[time]\nstep = 0.01\nmax_steps = 1\n";
  return methods::test_problem<Problem>("transport", keys(), text);
}
}  // namespace

methods::Method method() {
  return {.name = "transport",
          .keys = keys(),
          .make = methods::make_problem<Problem>,
          .make_test_problem = make_test_problem,
          .benchmark = std::make_shared<Benchmark>(),
          .serial_build = "a compiler of version " __VERSION__};
}

}  // namespace slipflow::transport
