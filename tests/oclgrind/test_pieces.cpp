// The kernels of a piece of a mesh, which other ranks surround, under Oclgrind.
#include <doctest/doctest.h>

#include "played_pieces.hpp"
#include "slipflow/simple_ts/opencl_operations.hpp"
#include "test_device.hpp"

namespace slipflow::simple_ts::test_pieces {

// Two pieces of one size share their kernels.
TEST_CASE("promise 8: pieces of a mesh and the exchange of their borders") {
  const std::string text =
      "[gas]\nknudsen = 0.02\nmach = 0.5\n[mesh]\nx = 0 1\ny = 0 1\ncells = 12 6\n"
      "[boundary]\nwest = periodic\neast = periodic\nsouth = pressure p=1\nnorth = wall\n"
      "[initial]\nperturbation = 0.3\n[time]\nstep = 0.01\nmax_steps = 100\n";
  struct Launched {
    const char* time;
    const char* convection;
    Launch launch;
  };
  const Launched launched[] = {
      {"explicit", "tvd", {.parity = true, .kernels = KernelSet::plain, .work_group_size = 8}},
      {"explicit", "upwind", {.parity = true, .kernels = KernelSet::fused, .work_group_size = 8}}};
  for (const auto& [time, convection, launch] : launched) {
    CAPTURE(time);
    CAPTURE(convection);
    const Case c = case_from(
        text, {std::string("scheme.time=") + time, std::string("scheme.convection=") + convection});
    const Agreement agreement = compare_with_whole(
        c, pieces_of(c, {0, 6, 12}, {0, 6}),
        [](const Case& whole) { return make_serial_operations(whole); },
        [&](const Case& piece) {
          return make_opencl_operations(piece, opencl::choose_device("auto"), launch);
        },
        halo_depths(c), {1, 2});
    CHECK(agreement.complete());
  }
}

// Their border and inner parts in space. Both have other ranks at the same sides.
TEST_CASE("promise 8: pieces of a box and the exchange of their borders") {
  const std::string text =
      "[gas]\nknudsen = 0.02\nmach = 0.5\n[mesh]\nx = 0 1\ny = 0 1\nz = 0 1\ncells = 4 4 44\n"
      "[boundary]\nwest = periodic\neast = periodic\nsouth = pressure p=1\nnorth = wall\n"
      "bottom = periodic\ntop = periodic\n"
      "[initial]\nperturbation = 0.3\n[time]\nstep = 0.01\nmax_steps = 100\n";
  const Case c = case_from(text, {"scheme.convection=upwind"});
  const Agreement agreement = compare_with_whole(
      c, even_pieces(c, {1, 1, 2}), [](const Case& whole) { return make_serial_operations(whole); },
      [&](const Case& piece) {
        return make_opencl_operations(piece, opencl::choose_device("auto"),
                                      {.parity = true, .work_group_size = 8});
      },
      halo_depths(c), {1, 1});
  CHECK(agreement.complete());
}

}  // namespace slipflow::simple_ts::test_pieces
