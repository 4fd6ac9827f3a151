// The pieces of a box, with ghosts from up to 26 neighbours to the depth of halo_depths() and NaN
// beyond, have the bits of the whole box.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "backends/opencl/march_blocks.hpp"
#include "parity_cases.hpp"
#include "played_pieces.hpp"
#include "slipflow/simple_ts/opencl_operations.hpp"
#include "test_device.hpp"

namespace test_pieces_in_space {

using namespace slipflow;
using namespace slipflow::simple_ts;

namespace {
using Set = std::vector<std::string>;

const MakeOperations serial = [](const Case& c) { return make_serial_operations(c); };
const MakeOperations threads = [](const Case& c) { return make_threads_operations(c, 2); };

/// Gas that flows to the lower ends of all axes, and so the depths at high ends matter.
const std::string kBackwards =
    "[gas]\nknudsen = 0.02\nmach = 0.5\n[mesh]\nx = 0 2\ny = 0 2\nz = 0 2\ncells = 12 13 11\n"
    "[body]\nbox = 0.6 0.6 0.6 1.2 1.2 1.2 temperature=1.2\n"
    "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\nnorth = periodic\n"
    "bottom = periodic\ntop = periodic\n"
    "[initial]\nstate = uniform velocity=-0.6,-0.3,-0.2\nperturbation = 0.3\n"
    "[time]\nstep = 0.01\nmax_steps = 100\n";

/// Gas creeps along walls with friction heat, across all cuts.
const std::string kCreeping =
    "[gas]\nknudsen = 0.05\nmach = 0.3\ngravity = 0.02 -0.03 0.05\n"
    "[mesh]\nx = 0 1\ny = 0 1\nz = 0 1\ncells = 12 11 10\nz_stretch = geometric 1.05\n"
    "[body]\nbox = 0.25 0.25 0.3 0.8 0.8 0.7 slip=creep flux=0.1\n"
    "[boundary]\nwest = pressure p=1.1\neast = pressure p=0.9\nsouth = wall slip=creep flux=0.05\n"
    "north = wall temperature=1.2\nbottom = symmetry\ntop = wall slip=creep jump=adiabatic\n"
    "[initial]\nperturbation = 0.2\n[time]\nstep = 0.01\nmax_steps = 100\n";

Agreement compare(const Case& c, const mesh::Decomposition& pieces, const MakeOperations& make) {
  return compare_with_whole(c, pieces, serial, make, halo_depths(c), {});
}
}  // namespace

TEST_CASE("pieces of a box on the host have the bits of the whole: each scheme, every boundary") {
  const auto& room = cases_in_space().at("room in space");
  const auto& open = cases_in_space().at("open in space");
  const auto& periodic = cases_in_space().at("periodic in space");
  for (const std::string convection : {"upwind", "tvd"})
    for (const std::string time : {"implicit", "explicit"}) {
      CAPTURE(convection);
      CAPTURE(time);
      const auto case_of = [&](const std::string& text) {
        return case_from(text, {"scheme.convection=" + convection, "scheme.time=" + time});
      };
      for (const mesh::Grid grid : {mesh::Grid{2, 1, 1}, {1, 2, 1}, {1, 1, 2}, {2, 2, 2}}) {
        CAPTURE(grid.text(3));
        const Case c = case_of(room);
        CHECK(compare(c, even_pieces(c, grid), serial).complete());
        const Case p = case_of(periodic);
        CHECK(compare(p, even_pieces(p, grid), serial).complete());
      }
      const Case c = case_of(room);
      CHECK(compare(c, pieces_of(c, {0, 4, 11, 21}, {0, 9}, {0, 4, 8}), serial).complete());
      CHECK(compare(c, even_pieces(c, {2, 2, 2}), threads).complete());
      const Case o = case_of(open);
      CHECK(compare(o, pieces_of(o, {0, 7, 11}, {0, 4, 9}, {0, 7}), serial).complete());
      const Case p = case_of(periodic);
      CHECK(compare(p, even_pieces(p, {1, 3, 2}), threads).complete());
    }
}

TEST_CASE("friction heat with thermal creep reaches over cuts in space") {
  for (const std::string density : {"wall", "cell"}) {
    const Case c = case_from(kCreeping, {"scheme.wall_density=" + density});
    REQUIRE(c.has_friction_heat());
    REQUIRE(c.has_slip_laws());
    CHECK(compare(c, even_pieces(c, {2, 2, 2}), serial).complete());
    CHECK(compare(c, even_pieces(c, {3, 1, 2}), serial).complete());
  }
}

TEST_CASE("every layer of the ghosts is needed in space") {
  const auto check = [&](const Set& scheme) {
    const Case c = case_from(kBackwards, scheme),
               p = case_from(cases_in_space().at("periodic in space"), scheme);
    const auto is_noticed = [&](std::size_t field, int axis, bool high) {
      for (const Case* of : {&c, &p}) {
        auto depths = halo_depths(*of);
        --(high ? depths[field][axis].high : depths[field][axis].low);
        const auto pieces = even_pieces(*of, {2, 2, 2});
        if (!compare_with_whole(*of, pieces, serial, serial, depths, {1, 3}).complete())
          return true;
      }
      return false;
    };
    for (std::size_t field = 0; field < 5; ++field)
      for (int axis = 0; axis < 3; ++axis)
        for (const bool high : {false, true}) {
          CAPTURE(scheme);
          CAPTURE(field);
          CAPTURE(axis);
          CAPTURE(high);
          CHECK(is_noticed(field, axis, high));
        }
  };
  check({"scheme.convection=upwind"});
  check({"scheme.convection=tvd"});
}

TEST_CASE("the march of a piece begins with the cells whose values other ranks need") {
  const Case whole = case_from(march_cases().at("gas in space"),
                               {"mesh.cells=64 44 40", "scheme.convection=upwind"});
  const mesh::Decomposition pieces = even_pieces(whole, {1, 1, 2});
  const Case c = piece_of(whole, pieces, 1);
  const MarchBlocks cut = cut_for_march(c, 14, 14, 6);
  const auto is_needed = [](const SfBlock& b) { return b.k0 < 3 || b.k1 > 20 - 3; };
  const auto end_of_border = cut.away.begin() + cut.border;
  REQUIRE(cut.border > 0);
  CHECK(cut.near.empty());
  CHECK(std::all_of(cut.away.begin(), end_of_border,
                    [](const SfBlock& b) { return b.k1 - b.k0 == kBorderOfMarch; }));
  CHECK(std::none_of(end_of_border, cut.away.end(), is_needed));
}

TEST_SUITE_BEGIN("opencl");

namespace {
void compare_on_device(const Case& c, const mesh::Decomposition& pieces, Length length,
                       const Launch& launch = {.parity = true, .work_group_size = 16, .rows = 5}) {
  // Kernels of several queues that run at once trip an assertion of PoCL 3.1 now and then.
  const opencl::Queue queue(test_device());
  const MakeOperations on_device = [&](const Case& piece) {
    return make_opencl_operations(piece, queue, launch);
  };
  CHECK(compare_with_whole(c, pieces, serial, on_device, halo_depths(c), length).complete());
}

/// A box whose pieces are so long along y and z that they have an inner part.
std::string long_box(const std::string& cells) {
  return "[gas]\nknudsen = 0.02\nmach = 0.5\ngravity = 0.05 -0.02 0.03\n"
         "[mesh]\nx = 0 1\ny = 0 4\nz = 0 4\ncells = " +
         cells +
         "\n[body]\nbox = 0.2 1.9 1.8 0.8 2.3 2.2 temperature=1.2\nbox = 0 3.5 3.6 0.4 4 4\n"
         "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\nnorth = periodic\n"
         "bottom = periodic\ntop = periodic\n"
         "[initial]\nperturbation = 0.3\n[time]\nstep = 0.01\nmax_steps = 100\n";
}
}  // namespace

// The pieces have one size, with other ranks at the same sides: they share their kernels.
TEST_CASE("pieces of a box on a device have the bits of the whole") {
  const Case c = case_from(long_box("5 46 48"), {"scheme.convection=tvd"});
  compare_on_device(c, even_pieces(c, {1, 2, 2}), {2, 3});
}

// Few of them differ in their kernels, which PoCL builds for minutes.
TEST_CASE("pieces of a box on a device have the bits of the whole: cuts, schemes and boundaries" *
          doctest::test_suite("opencl full")) {
  const auto of = [](const std::string& text, const std::string& convection,
                     const std::string& time, Set more = {}) {
    more.insert(more.end(), {"scheme.convection=" + convection, "scheme.time=" + time});
    return case_from(text, more);
  };
  // GPUs make most shared quantities of cases without walls where they are read.
  const Case blocks = of(long_box("8 8 10"), "upwind", "implicit", {"body.box="});
  REQUIRE(!blocks.mesh.any_solid());
  compare_on_device(blocks, even_pieces(blocks, {2, 2, 2}), {2, 3});
  const Case layers = of(long_box("6 8 48"), "tvd", "explicit", {"body.box="});
  compare_on_device(layers, even_pieces(layers, {1, 2, 2}), {2, 3});
  // Both pieces have other ranks below and above, and so share their kernels.
  const Case room = of(cases_in_space().at("room in space"), "tvd", "implicit",
                       {"boundary.bottom=periodic", "boundary.top=periodic"});
  compare_on_device(room, even_pieces(room, {1, 1, 2}), {2, 4});
  const Case open = of(cases_in_space().at("open in space"), "upwind", "implicit");
  compare_on_device(open, even_pieces(open, {1, 2, 1}), {2, 4});
}

// A body at the edge of all pieces leaves cells near it to the plain kernels.
TEST_CASE("the march has the bits of the whole in pieces that are cut across each axis" *
          doctest::test_suite("opencl full")) {
  const Launch march{.parity = true, .kernels = KernelSet::fused, .rows = 7};
  auto text = long_box("32 72 60");
  text.replace(text.find("[body]"), text.find("[boundary]") - text.find("[body]"),
               "[body]\nbox = 0.45 1.9 1.8 0.55 2.1 2.2 temperature=1.2\n");
  const Case body = case_from(text, {"scheme.convection=upwind"});
  compare_on_device(body, even_pieces(body, {1, 2, 2}), {2, 2}, march);
  text.erase(text.find("[body]"), text.find("[boundary]") - text.find("[body]"));
  const Case gas = case_from(text, {"scheme.convection=upwind", "mesh.cells=64 36 60"});
  compare_on_device(gas, even_pieces(gas, {2, 1, 2}), {2, 2}, march);
}

TEST_SUITE_END();

}  // namespace test_pieces_in_space
