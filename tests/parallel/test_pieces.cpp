// The pieces of a mesh, with ghosts from their neighbours to the depth of halo_depths() and NaN
// beyond, have the bits of the whole mesh.
#include <doctest/doctest.h>

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "parity_cases.hpp"
#include "played_pieces.hpp"
#include "slipflow/simple_ts/opencl_operations.hpp"
#include "test_device.hpp"

namespace test_pieces {

using namespace slipflow;
using namespace slipflow::simple_ts;

namespace {
using Set = std::vector<std::string>;

const std::vector<Set>& schemes() {
  static const std::vector<Set> all = {{"scheme.convection=upwind"},
                                       {"scheme.convection=tvd"},
                                       {"scheme.convection=upwind", "scheme.time=explicit"},
                                       {"scheme.convection=tvd", "scheme.time=explicit"}};
  return all;
}

Set with(Set set, const std::string& more) {
  set.push_back(more);
  return set;
}

/// All geometries but one that is too small to be cut.
std::map<std::string, std::string> geometries() {
  std::map<std::string, std::string> all = parity_cases();
  all.insert(side_cases().begin(), side_cases().end());
  all["shapes"] = shapes_case();
  all["no walls"] = case_without_walls();
  all.erase("box");
  return all;
}

/// Even cuts, the inner ones moved.
std::vector<int> cuts(int n, int pieces, int shift = 0) {
  auto at = mesh::even_cuts(n, pieces);
  for (std::size_t k = 1; k + 1 < at.size(); ++k) at[k] += shift;
  return at;
}

const MakeOperations serial = [](const Case& c) { return make_serial_operations(c); };

Agreement compare_serial(const Case& c, const mesh::Decomposition& pieces) {
  return compare_with_whole(c, pieces, serial, serial, halo_depths(c), {});
}
}  // namespace

TEST_CASE("pieces on the host have the bits of the whole mesh") {
  struct Cut {
    int columns, rows, shift;
  };
  int turn = 0;  // each geometry and each scheme with both densities
  for (const auto& [name, text] : geometries()) {
    for (const Set& scheme : schemes()) {
      const std::string density = ++turn % 2 ? "wall" : "cell";
      CAPTURE(name);
      CAPTURE(scheme);
      CAPTURE(density);
      const Case c = case_from(text, with(scheme, "scheme.wall_density=" + density));
      const int nx = c.mesh.x.cells(), ny = c.mesh.y.cells();
      for (const Cut cut : {Cut{2, 1, 0}, {1, 2, 0}, {3, 1, 1}, {1, 3, -1}, {2, 2, 3}, {3, 2, 0}}) {
        CAPTURE(cut.columns);
        CAPTURE(cut.rows);
        const auto pieces =
            pieces_of(c, cuts(nx, cut.columns, cut.shift), cuts(ny, cut.rows, cut.shift));
        CHECK(compare_serial(c, pieces).complete());
      }
      // The thinnest pieces that are allowed.
      CHECK(compare_serial(c, pieces_of(c, {0, 4, 8, nx - 4, nx}, {0, 4, ny - 4, ny})).complete());
    }
    ++turn;
  }
}

TEST_CASE("every layer of the ghosts is needed") {
  // Gas that flows to the south-west: the depths at high ends matter.
  auto texts = geometries();
  texts["flow to the south-west"] =
      "[gas]\nknudsen = 0.02\nmach = 0.5\n[mesh]\nx = 0 5\ny = 0 3\ncells = 41 23\n"
      "[body]\nrectangle = 1 1 1.7 1.8 temperature=1.2\n"
      "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\nnorth = periodic\n"
      "[initial]\nstate = uniform velocity=-0.6,-0.2\nperturbation = 0.3\n"
      "[time]\nstep = 0.01\nmax_steps = 100\n";
  const auto is_noticed = [&](const Set& scheme, std::size_t field, int axis, bool high) {
    for (const std::string name : {"flow to the south-west", "periodic", "oblique", "shapes"}) {
      const Case c = case_from(texts[name], scheme);
      auto depths = halo_depths(c);
      --(high ? depths[field][axis].high : depths[field][axis].low);
      const auto pieces = pieces_of(c, cuts(c.mesh.x.cells(), 2), cuts(c.mesh.y.cells(), 2));
      if (!compare_with_whole(c, pieces, serial, serial, depths, {}).complete()) return true;
    }
    return false;
  };
  for (const Set& scheme : schemes())
    for (std::size_t field = 0; field < 4; ++field)
      for (int axis = 0; axis < 2; ++axis)
        for (const bool high : {false, true}) {
          CAPTURE(scheme);
          CAPTURE(field);
          CAPTURE(axis);
          CAPTURE(high);
          CHECK(is_noticed(scheme, field, axis, high));
        }
}

TEST_CASE("friction heat with thermal creep needs the temperature one layer deeper") {
  const Case c = case_from(side_cases().at("pressures"), {"scheme.convection=upwind"});
  REQUIRE(c.has_friction_heat());
  // Cuts through the body, along whose walls gas creeps.
  const auto pieces = pieces_of(c, {0, 20, 43}, {0, 14, 27});
  CHECK(compare_serial(c, pieces).complete());
  for (const int axis : {0, 1})
    for (const bool high : {false, true}) {
      CAPTURE(axis);
      CAPTURE(high);
      auto depths = halo_depths(c);
      --(high ? depths[2][axis].high : depths[2][axis].low);
      CHECK(!compare_with_whole(c, pieces, serial, serial, depths, {}).complete());
    }
}

namespace {
/// Bodies that cut the mesh between walls, with friction heat and creep, in a periodic domain, and
/// at open boundaries.
std::map<std::string, std::string> cut_wall_cases() {
  std::string periodic = case_with_cut_walls();
  const std::string sides = "south = wall\nnorth = wall velocity=0.2,0";
  periodic.replace(periodic.find(sides), sides.size(), "south = periodic\nnorth = periodic");
  return {{"walls", case_with_cut_walls("flux=0.01 slip=creep")},
          {"periodic", periodic},
          {"sides", case_with_cut_walls_at_boundaries()}};
}

/// A circle in the 15th to the 25th column, and one up to the 52nd.
std::string case_with_two_circles() {
  return "[gas]\nknudsen = 0.05\nmach = 0.3\n[mesh]\nx = 0 8\ny = 0 1.4\ncells = 80 14\n"
         "walls = cut\n[body]\ncircle = 2 0.7 0.5 temperature=1.3\ncircle = 4.85 0.6 0.4\n"
         "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\nnorth = periodic\n"
         "[initial]\nperturbation = 0.2\n[time]\nstep = 0.01\nmax_steps = 100\n";
}
}  // namespace

TEST_CASE("a piece far from cut walls has none") {
  const Case c = case_from(case_with_two_circles(), {"scheme.convection=upwind"});
  const auto pieces = pieces_of(c, {0, 62, 80}, {0, 14});
  CHECK(piece_of(c, pieces, 0).cut);
  CHECK(!piece_of(c, pieces, 1).cut);
  CHECK(compare_serial(c, pieces).complete());
}

TEST_CASE("pieces with cut walls have the bits of the whole mesh on threads") {
  const Case c = case_from(cut_wall_cases().at("periodic"), {"scheme.convection=tvd"});
  const MakeOperations threads = [](const Case& piece) {
    return make_threads_operations(piece, 2, 11);
  };
  const auto pieces = pieces_of(c, {0, 13, 44}, {0, 13, 28});
  CHECK(compare_with_whole(c, pieces, serial, threads, halo_depths(c), {}).complete());
}

TEST_CASE("pieces with cut walls have the bits of the whole mesh") {
  for (const auto& [name, text] : cut_wall_cases())
    for (const Set& scheme : {schemes()[0], schemes()[1]}) {
      CAPTURE(name);
      CAPTURE(scheme);
      const Case c = case_from(text, scheme);
      REQUIRE(c.cut);
      // All cuts cross bodies; the last ones make the thinnest pieces that are allowed.
      for (const auto& pieces :
           {pieces_of(c, {0, 13, 44}, {0, 28}), pieces_of(c, {0, 44}, {0, 13, 28}),
            pieces_of(c, {0, 13, 29, 44}, {0, 4, 19, 28}), pieces_of(c, cuts(44, 11), cuts(28, 7))})
        CHECK(compare_serial(c, pieces).complete());
    }
}

TEST_CASE("cut walls need the density in all layers of the ghosts") {
  const Case c = case_from(cut_wall_cases().at("periodic"), {"scheme.convection=upwind"});
  for (const int axis : {0, 1}) {
    CAPTURE(axis);
    auto depths = halo_depths(c);
    --depths[3][axis].low;
    const auto pieces = pieces_of(c, cuts(44, 11), cuts(28, 7));
    CHECK(!compare_with_whole(c, pieces, serial, serial, depths, {}).complete());
  }
}

TEST_SUITE_BEGIN("opencl");

namespace {
/// Each piece on the device against the whole mesh on the host.
void compare_on_device(const Case& c, const mesh::Decomposition& pieces, KernelSet kernels) {
  const auto queue = test_queue();
  Launch launch;
  launch.parity = true;
  launch.kernels = kernels;
  if (kernels == KernelSet::fused) {
    launch.work_group_size = 16;
    launch.rows = 9;
  }
  if (kernels == KernelSet::tiles) launch.rows = 5;
  const MakeOperations on_device = [&](const Case& piece) {
    return make_opencl_operations(piece, queue, launch);
  };
  const Agreement agreement =
      compare_with_whole(c, pieces, serial, on_device, halo_depths(c), {2, 4});
  CHECK(agreement.differing_values == 0);
  CHECK(agreement.complete());
}
}  // namespace

/// Both kernel sets with every scheme take PoCL four minutes to build: each test below has a
/// selection, SLIPFLOW_PARITY=full all of them.
bool is_wanted(bool selected) {
  const char* wanted = std::getenv("SLIPFLOW_PARITY");
  return selected || (wanted && std::string(wanted) == "full");
}

// Four pieces of one size, with other ranks all around: they share their kernels.
void compare_even_pieces(const Set& scheme, KernelSet kernels) {
  const std::string text =
      "[gas]\nknudsen = 0.02\nmach = 0.5\ngravity = 0.05 -0.02\n"
      "[mesh]\nx = 0 5\ny = 0 3\ncells = 42 24\n"
      "[body]\nrectangle = 2.2 1.2 3 2 temperature=1.2\nrectangle = 4.4 2.5 5 3\n"
      "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\nnorth = periodic\n"
      "[initial]\nperturbation = 0.3\n[time]\nstep = 0.01\nmax_steps = 100\n";
  CAPTURE(scheme);
  CAPTURE(name_of(kernels));
  const Case c = case_from(text, scheme);
  compare_on_device(c, pieces_of(c, {0, 21, 42}, {0, 12, 24}), kernels);
}

TEST_CASE("pieces on a device have the bits of the whole mesh") {
  compare_even_pieces(schemes()[0], KernelSet::fused);
  compare_even_pieces(schemes()[2], KernelSet::plain);
}

TEST_CASE("pieces on a device have the bits of the whole mesh with each scheme" *
          doctest::test_suite("opencl full")) {
  for (std::size_t scheme = 0; scheme < schemes().size(); ++scheme)
    for (const KernelSet kernels : {KernelSet::fused, KernelSet::plain}) {
      const bool fused = kernels == KernelSet::fused;
      if (is_wanted(fused == (scheme == 0 || scheme == 3)))
        compare_even_pieces(schemes()[scheme], kernels);
    }
}

TEST_CASE("pieces on a device have the bits of the whole mesh next to boundaries" *
          doctest::test_suite("opencl full")) {
  for (const KernelSet kernels : {KernelSet::fused, KernelSet::plain}) {
    const bool fused = kernels == KernelSet::fused;
    CAPTURE(name_of(kernels));
    if (is_wanted(!fused)) {
      const Case inflows = case_from(side_cases().at("inflows"), schemes()[2]);
      compare_on_device(inflows, pieces_of(inflows, cuts(45, 2), {0, 23}), kernels);
    }
    if (is_wanted(fused)) {
      auto options = without_friction_heat;
      options.insert(options.end(), schemes()[0].begin(), schemes()[0].end());
      const Case pressures = case_from(side_cases().at("pressures"), options);
      compare_on_device(pressures, pieces_of(pressures, {0, 43}, cuts(27, 2)), kernels);
    }
  }
  // Friction heat with the kernels that PoCL builds in the shortest time.
  const Case pressures = case_from(side_cases().at("pressures"), schemes()[0]);
  compare_on_device(pressures, pieces_of(pressures, {0, 43}, cuts(27, 2)), KernelSet::tiles);
  if (is_wanted(false)) {
    const Case tvd = case_from(side_cases().at("inflows"), schemes()[1]);
    compare_on_device(tvd, pieces_of(tvd, cuts(45, 2), cuts(23, 2)), KernelSet::tiles);
  }
}

namespace {
/// Pieces of one size share their kernels. The last one has cells near a wall, but no wall.
void compare_cut_walls_on_device(const Set& scheme, KernelSet kernels) {
  CAPTURE(scheme);
  CAPTURE(name_of(kernels));
  const Case c = case_from(case_with_two_circles(), scheme);
  compare_on_device(c, pieces_of(c, cuts(80, 4), {0, 14}), kernels);
}
}  // namespace

TEST_CASE("pieces with cut walls have the bits of the whole mesh with every kernel set" *
          doctest::test_suite("opencl full")) {
  compare_cut_walls_on_device(schemes()[0], KernelSet::tiles);
  compare_cut_walls_on_device(schemes()[1], KernelSet::plain);
  compare_cut_walls_on_device(schemes()[0], KernelSet::fused);
}

TEST_SUITE_END();

}  // namespace test_pieces
