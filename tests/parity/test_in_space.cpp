// On a mesh of three axes a device has the bits of the serial reference too.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "comparison.hpp"
#include "march_blocks.hpp"
#include "parity_cases.hpp"
#include "slipflow/simple_ts/simulation.hpp"
#include "two_stage_steps.hpp"

namespace slipflow::simple_ts::test_in_space {

using enum KernelSet;

namespace {
const Length few{{1e-6, 8}, {1, 3}};

void compare_second_order(const std::string& text, std::vector<std::string> set,
                          KernelSet kernels) {
  set.insert(set.end(), {"scheme.time=second_order"});
  const Case c = case_from(text, set);
  const auto expected = record_second_order(c, *make_serial_operations(c));
  CHECK(std::isfinite(expected.back()));
  const auto device = make_opencl_operations(c, test_queue(), {.parity = true, .kernels = kernels});
  CHECK(different_bits(record_second_order(c, *device), expected) == 0);
}
}  // namespace

TEST_CASE("in space a device has the bits of the serial reference") {
  // In work-groups of the kernels that the tests below build too; others are in the full tests.
  compare("tvd", "implicit", {{"room in space", plain, 64, 7}}, {}, few);
  compare("upwind", "implicit", {{"periodic in space", plain, 64, 16}}, {}, few);
}

TEST_CASE("bodies that cut a mesh of three axes give the same bits too") {
  compare("upwind", "implicit", {{"cut walls in space", plain, 64, 7}}, {}, few);
}

TEST_CASE("in space the march has the bits of the serial reference") {
  compare("upwind", "implicit", {{"walls of a march", fused, 512, 6}}, {}, few);
}

TEST_CASE("in space the march has the bits of the serial reference: other boundaries and gases" *
          doctest::test_suite("full")) {
  compare("upwind", "implicit", {{"gas in space", fused, 512, 5}, {"gas in space", fused, 512, 7}},
          {}, few);
  compare("upwind", "implicit", {{"gas in space", fused, 512, 3}},
          {"mesh.z_stretch=geometric 1.05", "gas.viscosity_exponent=0.8125", "inner.diagonal=plain",
           "inner.relaxation=none", "inner.start=previous"},
          few);
  compare("upwind", "implicit", {{"boundaries of a march", fused, 512, 8}}, {}, few);
  compare_second_order(march_cases().at("gas in space"), {"scheme.convection=upwind"}, fused);
}

TEST_CASE("auto takes the march where a device has the means and the mesh is large") {
  opencl::Device device;
  device.gpu = true;
  device.double_precision = true;
  device.compute_units = 8;
  device.largest_work_group = 1024;
  device.local_memory = 256 * 1024;
  const auto kernels = [&](const std::vector<std::string>& set) {
    return resolve_options(case_from(march_cases().at("gas in space"), set), device, {}).kernels;
  };
  const std::string large = "mesh.cells=56 42 64";
  CHECK(kernels({large}) == fused);
  CHECK(kernels({large, "mesh.z_stretch=geometric 1.01"}) == plain);
  CHECK(kernels({large, "scheme.convection=tvd"}) == plain);
  CHECK(kernels({"mesh.cells=16 16 16"}) == plain);
  CHECK(kernels({"mesh.cells=512 16 8"}) == plain);
  device.largest_work_group = 256;
  CHECK(kernels({large}) == plain);
  device.largest_work_group = 1024;
  device.local_memory = 64 * 1024;
  CHECK(kernels({large}) == plain);
}

TEST_CASE("the march refuses cases that it cannot advance") {
  const auto refuses = [](const std::vector<std::string>& set) {
    const Case c = case_from(march_cases().at("gas in space"), set);
    CHECK_THROWS_WITH_AS(make_opencl_operations(c, test_device(), {.kernels = fused}),
                         doctest::Contains("choose run.kernels = auto or plain"), Error);
  };
  refuses({"scheme.convection=tvd"});
  refuses({"scheme.time=explicit"});
  refuses({"mesh.cells=31 18 14"});
  refuses({"run.precision=mixed"});
}

TEST_CASE("each cell is either marched over or left to the plain kernels") {
  const Case c = case_from(march_cases().at("walls of a march"));
  const MarchBlocks cut = cut_for_march(c, 14, 14, 6);
  const auto layout = c.mesh.layout();
  std::vector<int> marched(layout.size()), left(layout.size());
  const auto count = [&](const std::vector<SfBlock>& blocks, std::vector<int>& cells) {
    for (const SfBlock& b : blocks)
      for (int k = b.k0; k < b.k1; ++k)
        for (int j = b.j0; j < b.j1; ++j)
          for (int i = b.i0; i < b.i1; ++i) ++cells[layout.at(i, j, k)];
  };
  count(cut.away, marched);
  count(cut.near, left);
  std::vector<char> listed(layout.size());
  for (const auto& [i, j, k, selected] : segments_around(c, cut.near, 1))
    for (int place = 0; place < SF_SEGMENT; ++place)
      if (selected >> place & 1) listed[layout.at(i + place, j, k)] = 1;
  int some = 0;
  for (int k = 0; k < layout.nz; ++k)
    for (int j = 0; j < layout.ny; ++j)
      for (int i = 0; i < layout.nx; ++i) {
        const auto at = layout.at(i, j, k);
        CHECK(marched[at] + left[at] == 1);
        some += marched[at];
        bool wall = j < 4 || j >= layout.ny - 4, adjacent = false;
        for (int c2 = -4; c2 <= 4; ++c2)
          for (int b = -4; b <= 4; ++b)
            for (int a = -4; a <= 4; ++a) {
              const auto other = layout.at(i + a, std::clamp(j + b, -4, layout.ny + 3), k + c2);
              wall = wall || c.mesh.tags[other] != 0;
              const auto near = [](int x) { return std::abs(x) <= 1; };
              const auto inside = [](int x, int n) { return (x + n) % n; };
              if (near(a) && near(b) && near(c2) && j + b >= 0 && j + b < layout.ny)
                adjacent =
                    adjacent ||
                    left[layout.at(inside(i + a, layout.nx), j + b, inside(k + c2, layout.nz))];
            }
        CHECK(!(wall && marched[at]));
        CHECK(!(adjacent && !listed[at]));
      }
  CHECK(some > layout.nx * layout.ny * layout.nz / 10);
}

TEST_CASE(
    "bodies that cut a mesh of three axes give the same bits with the march, TVD and friction" *
    doctest::test_suite("full")) {
  compare("upwind", "implicit", {{"cut walls of a march", fused, 512, 5}}, {}, few);
  compare("tvd", "implicit", {{"cut walls in space", plain, 64, 7}},
          {"boundary.bottom=wall jump=adiabatic slip=creep"}, few);
}

TEST_CASE("in space a device has the bits of the serial reference: other schemes and boundaries" *
          doctest::test_suite("full")) {
  // The quick tests have "room in space", double precision and the default iteration. One build
  // differs from theirs in several options.
  compare("tvd_superbee", "explicit", {{"open in space", plain, 32, 1}}, {}, few);
  compare("tvd_minmod", "implicit", {{"open in space", plain, 32, 3}},
          {"inner.start=previous", "gas.viscosity_exponent=0.8125", "run.precision=mixed"}, few);
  compare("tvd", "implicit", {{"room in space", plain, 64, 16}},
          {"inner.diagonal=plain", "inner.relaxation=none", "scheme.wall_density=cell",
           "scheme.convex_corner=slip", "run.precision=single"},
          few);
}

TEST_CASE("in space a device solves pressures together with the bits of the serial reference" *
          doctest::test_suite("full")) {
  compare("tvd", "implicit", {{"room in space", plain, 64, 16}}, {"inner.pressure=multigrid"}, few);
  compare("upwind", "explicit", {{"room in space", plain, 64, 16}}, {"inner.pressure=multigrid"},
          few);
}

TEST_CASE("in space a device takes steps of second order as the serial reference") {
  compare_second_order(cases_in_space().at("room in space"), {"scheme.convection=tvd"}, plain);
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
