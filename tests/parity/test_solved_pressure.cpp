// Inner iterations that solve their pressures together give the same bits on a device.
#include <doctest/doctest.h>

#include "comparison.hpp"
#include "parity_cases.hpp"
#include "slipflow/run/time_loop.hpp"
#include "slipflow/simple_ts/simulation.hpp"

namespace slipflow::simple_ts::test_solved_pressure {

using enum KernelSet;

namespace {
const std::string multigrid = "inner.pressure=multigrid";
}  // namespace

TEST_CASE("solved pressures give the same bits too" * doctest::test_suite("full")) {
  SUBCASE("implicit upwind, no relaxation, on a mesh that stretches along both axes") {
    compare("upwind", "implicit", {{"inflows", plain, 64, 7}},
            {multigrid, "inner.relaxation=none", "mesh.y_stretch=geometric 0.98"}, brief);
  }
  SUBCASE("implicit TVD, from the previous time level, another gas") {
    compare("tvd", "implicit", {{"thin", plain, 64, 7}, {"edges", plain, 64, 7}},
            {multigrid, "inner.start=previous", "gas.viscosity_exponent=0.8125"}, brief);
  }
  SUBCASE("explicit TVD") {
    auto options = without_friction_heat;
    options.push_back(multigrid);
    compare("tvd", "explicit", {{"pressures", plain, 16, 7}}, options, brief);
  }
}

TEST_CASE("a device that chooses its pressures chooses as the serial reference" *
          doctest::test_suite("full")) {
  const Case c = case_from(parity_cases().at("box"),
                           {"inner.pressure=auto", "gas.knudsen=0.002", "time.step=0.8"});
  const auto final_state = [&](Operations& backend) {
    Simulation simulation(c, backend);
    simulation.start();
    for (int n = 1; n <= 3; ++n) CHECK(simulation.advance(0.8, 0.8 * n, kUnknownFactor).converged);
    CHECK(backend.solves_pressure());
    return backend.download();
  };
  const auto serial = make_serial_operations(c);
  const auto device = make_opencl_operations(c, test_queue(), {true, plain, 16, 7});
  CHECK(different_bits(final_state(*device), final_state(*serial)) == 0);
}

TEST_CASE("a device takes the steps of a steady march that the serial reference takes") {
  const Case c = case_from(
      parity_cases().at("box"),
      {"time.march=steady", "time.step=", "time.end=", "time.steady=1e-6", "time.max_steps=100"});
  const auto final_state = [&](Operations& backend) {
    Simulation simulation(c, backend);
    simulation.start();
    // One that is taken back leaves no trace.
    backend.begin_time_step(simulation.time_step());
    backend.iterate({0, 2});
    backend.take_back_step();
    const auto totals = run::run_time_loop(c, simulation, {}, {});
    CHECK(totals.stopped_by == "steady");
    CHECK(totals.step > 20);  // at least one is accelerated
    return backend.download();
  };
  const auto serial = make_serial_operations(c);
  const auto device = make_opencl_operations(c, test_queue(), {true, plain, 16, 7});
  CHECK(different_bits(final_state(*device), final_state(*serial)) == 0);
}

}  // namespace slipflow::simple_ts::test_solved_pressure
