// Pressure boundaries, inflows, walls of every kind and other gases give the same bits on a device
// too.
#include <doctest/doctest.h>

#include "comparison.hpp"
#include "parity_cases.hpp"
#include "simple_ts/boundary/slip_laws.h"

namespace slipflow::simple_ts::test_sides_and_walls {

using enum KernelSet;

TEST_CASE("sides that impose something and walls of every kind give the same bits too" *
          doctest::test_suite("full")) {
  const Length length{{1e-9, 30}, {1, 30}};
  const auto check = [&](const char* convection, const char* time, const Combination& k,
                         const std::vector<std::string>& options = {}) {
    compare(convection, time, {k}, options, length);
  };
  SUBCASE("implicit upwind") {
    check("upwind", "implicit", {"pressures", fused, 32, 7}, without_friction_heat);
  }
  SUBCASE("explicit upwind, in mixed precision") {
    check("upwind", "explicit", {"inflows", plain, 64, 7}, {"run.precision=mixed"});
  }
  SUBCASE("implicit TVD, in single precision") {
    check("tvd", "implicit", {"inflows", fused, 64, kWhole}, {"run.precision=single"});
  }
  SUBCASE("explicit TVD") {
    check("tvd", "explicit", {"pressures", plain, 16, 16}, without_friction_heat);
  }
  SUBCASE("pressures at the ends of a periodic axis, another gas, the density of the cell") {
    check("tvd", "explicit", {"pressures, periodic", fused, 32, 1},
          {"gas.viscosity_exponent=0.8125", "scheme.wall_density=cell"});
  }
}

namespace {
/// Five steps with factors of their own.
State with_changing_sides(const Case& c, Operations& backend) {
  backend.upload(initial_state(c));
  for (int step = 1; step <= 5; ++step) {
    backend.impose(imposed_velocities(c, {1 + 0.1 * step, 1, 1, 1 / (1.0 + step)}));
    advance_time_step(backend, *c.time.step, {1e-5, 30});
  }
  return backend.download();
}

void check_changing_sides(const std::string& text, int group, const std::string& time,
                          const std::string& precision) {
  CAPTURE(time);
  CAPTURE(precision);
  const Case c = case_from(
      text, {"scheme.convection=tvd", "scheme.time=" + time, "run.precision=" + precision});
  const State expected = with_changing_sides(c, *make_serial_operations(c));
  CHECK(expected.u[c.mesh.layout().at(0, 11)] ==
        doctest::Approx(1.5 * c.side_values[mesh::west].across[11]).epsilon(1e-6));
  const auto device = make_opencl_operations(c, test_queue(), {true, fused, group, 7});
  CHECK(different_bits(with_changing_sides(c, *device), expected) == 0);
}
}  // namespace

TEST_CASE("inflows whose velocities change from step to step give the same bits too" *
          doctest::test_suite("full")) {
  // With kernels that other tests build too.
  check_changing_sides(wide_cases().at("wide inflow"), 32, "implicit", "double");
  check_changing_sides(side_cases().at("inflows"), 64, "explicit", "mixed");
  check_changing_sides(side_cases().at("inflows"), 64, "implicit", "single");
}

TEST_CASE("the other slip laws, in single precision, give the same bits too" *
          doctest::test_suite("full")) {
  auto options = without_friction_heat;
  options.insert(options.end(), {"gas.creep_coefficient=1.018", "run.precision=single"});
#define SF_COMPARE(name, number, velocity)                                                      \
  if (number > 0) {                                                                             \
    options.push_back("boundary.south=wall temperature=1,1.5 accommodation=0.7,1 slip=" #name); \
    compare("tvd", "explicit", {{"pressures", plain, 16, 1}}, options, brief);                  \
    options.pop_back();                                                                         \
  }
  SF_SLIP_LAWS(SF_COMPARE)
#undef SF_COMPARE
}

}  // namespace slipflow::simple_ts::test_sides_and_walls
