#include "slipflow/simple_ts/method.hpp"

#include "benchmark.hpp"
#include "case/units.hpp"
#include "slipflow/simple_ts/keys.hpp"
#include "slipflow/simple_ts/operations.hpp"
#include "slipflow/simple_ts/problem.hpp"

namespace slipflow::simple_ts {

namespace {
// A disturbed stream with one outflow boundary, small enough for any device. It has no walls, whose
// code would double the time it takes to build the kernels, and no periodic boundaries, whose
// images add a third. Its steps start from the previous time level, which saves another kernel.
Case small_case(Precision precision) {
  Case c;
  c.run.precision = precision;
  c.time.step = 0.01;
  c.splitting.extrapolated_start = false;
  c.gas.knudsen = 0.05;
  c.gas.mach = 2.43;
  c.gas.u_stream = 2.2;
  c.initial.west.u = c.gas.u_stream;
  c.initial.perturbation = 0.1;
  c.mesh.x = mesh::uniform_axis(0, 4, 37);
  c.mesh.y = mesh::uniform_axis(0, 2, 17);
  c.sides.fill(BoundaryKind::stream);
  c.sides[mesh::east] = BoundaryKind::outflow;
  c.mesh.tags.assign(c.mesh.layout().size(), 0);
  return c;
}

std::unique_ptr<methods::Problem> make_problem(const config::Settings& settings,
                                               methods::Start start) {
  return std::make_unique<Problem>(settings, start);
}

std::unique_ptr<methods::Problem> make_test_problem(Precision precision) {
  return std::make_unique<Problem>(small_case(precision));
}
}  // namespace

methods::Method method() {
  return {.name = "simple_ts",
          .keys = keys(),
          .make = make_problem,
          .make_test_problem = make_test_problem,
          .benchmark = std::make_shared<Benchmark>(),
          .make_units = unit_system,
          .serial_build = serial_build()};
}

}  // namespace slipflow::simple_ts
