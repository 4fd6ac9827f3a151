// On a mesh of three axes a device has the bits of the serial reference too.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "comparison.hpp"
#include "parity_cases.hpp"
#include "slipflow/simple_ts/simulation.hpp"
#include "two_stage_steps.hpp"

namespace slipflow::simple_ts::test_in_space {

using enum KernelSet;

namespace {
const Length few{{1e-6, 8}, {1, 3}};

void compare_second_order(const std::string& name, std::vector<std::string> set) {
  set.insert(set.end(), {"scheme.time=second_order"});
  const Case c = case_from(cases_in_space().at(name), set);
  const auto expected = record_second_order(c, *make_serial_operations(c));
  CHECK(std::isfinite(expected.back()));
  const auto device = make_opencl_operations(c, test_queue(), {.parity = true});
  CHECK(different_bits(record_second_order(c, *device), expected) == 0);
}
}  // namespace

TEST_CASE("in space a device has the bits of the serial reference") {
  // In work-groups of the kernels that the tests below build too; others are in the full tests.
  compare("tvd", "implicit", {{"room in space", plain, 64, 7}}, {}, few);
  compare("upwind", "implicit", {{"periodic in space", plain, 64, 16}}, {}, few);
}

TEST_CASE("in space a device has the bits of the serial reference: other schemes and boundaries" *
          doctest::test_suite("full")) {
  compare("upwind", "explicit", {{"room in space", plain, 32, 1}}, {}, few);
  compare("tvd_superbee", "explicit", {{"open in space", plain, 64, 16}}, {}, few);
  compare("tvd_minmod", "implicit", {{"open in space", plain, 32, 3}},
          {"inner.start=previous", "gas.viscosity_exponent=0.8125"}, few);
  compare("upwind", "implicit", {{"room in space", plain, 64, 16}},
          {"inner.diagonal=plain", "inner.relaxation=none", "scheme.wall_density=cell",
           "scheme.convex_corner=slip"},
          few);
  compare("tvd", "implicit", {{"periodic in space", plain, 64, 16}}, {}, few);
  for (const char* precision : {"run.precision=mixed", "run.precision=single"})
    compare("tvd", "implicit", {{"room in space", plain, 64, 16}}, {precision}, few);
}

TEST_CASE("in space a device solves pressures together with the bits of the serial reference" *
          doctest::test_suite("full")) {
  compare("tvd", "implicit", {{"room in space", plain, 64, 16}}, {"inner.pressure=multigrid"}, few);
  compare("upwind", "explicit", {{"room in space", plain, 64, 16}}, {"inner.pressure=multigrid"},
          few);
}

TEST_CASE("in space a device takes steps of second order as the serial reference") {
  compare_second_order("room in space", {"scheme.convection=tvd"});
}

TEST_CASE("in space a device measures what the serial reference measures") {
  const Case c = case_from(cases_in_space().at("room in space"),
                           {"scheme.convection=tvd", "output.averages=p T u w"});
  const auto device = make_opencl_operations(c, test_queue(), {.parity = true});
  const auto serial = make_serial_operations(c);
  const State s = state_after(c, 3);
  const auto layout = c.mesh.layout();
  const std::vector<int> places = {static_cast<int>(layout.at(0, 0, 7)),
                                   static_cast<int>(layout.at(20, 8, 3))};
  for (Operations* backend : {device.get(), serial.get()}) {
    backend->upload(s);
    backend->diagnostics().start_averages({});
    backend->diagnostics().add_to_averages(0.25);
    backend->diagnostics().add_to_averages(0.5);
  }
  ExactTotals of_device = device->diagnostics().totals();
  ExactTotals of_serial = serial->diagnostics().totals();
  CHECK(std::ranges::equal(limbs(of_device), limbs(of_serial)));
  CHECK(rounded(c, of_serial).contents.momentum_z != 0);
  ExactLoads loads_of_device = device->diagnostics().wall_loads();
  ExactLoads loads_of_serial = serial->diagnostics().wall_loads();
  CHECK(std::ranges::equal(limbs(loads_of_device), limbs(loads_of_serial)));
  const auto nodes = device->diagnostics().nodes(places);
  const auto expected = serial->diagnostics().nodes(places);
  for (std::size_t k = 0; k < places.size(); ++k) {
    CHECK(nodes[k].w == expected[k].w);
    CHECK(nodes[k].v == expected[k].v);
    CHECK(nodes[k].T == expected[k].T);
    CHECK(nodes[k].rho == s.rho[static_cast<std::size_t>(places[k])]);
  }
  const Averages a = device->diagnostics().averages(), b = serial->diagnostics().averages();
  REQUIRE(a.means.size() == 4);
  for (std::size_t k = 0; k < a.means.size(); ++k) {
    CHECK(different_bits(a.means[k], b.means[k]) == 0);
    CHECK(different_bits(a.squares[k], b.squares[k]) == 0);
  }
}

}  // namespace slipflow::simple_ts::test_in_space
