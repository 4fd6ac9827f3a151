// The launch that is chosen on a GPU without tuning.
#include <doctest/doctest.h>

#include "slipflow/simple_ts/opencl_operations.hpp"
#include "test_cases.hpp"
#include "test_device.hpp"

namespace slipflow::simple_ts::test_launch_model {

namespace {
opencl::Device h200() {
  opencl::Device device;
  device.gpu = true;
  device.compute_units = 132;
  device.largest_work_group = 1024;
  device.local_memory = 48 * 1024;
  return device;
}

/// For a channel between two walls.
Launch launch_chosen(int nx, int ny, KernelSet kernels = KernelSet::fused,
                     const std::string& convection = "upwind") {
  const Case c = case_from(channel_text(nx, ny, 0.05, ""), {"scheme.convection=" + convection});
  return resolve_options(c, h200(), {.parity = true, .kernels = kernels});
}
int rows_chosen(int nx, int ny) { return launch_chosen(nx, ny).rows; }
}  // namespace

// On an H200 (docs/results/performance.md) each, or two rows more or fewer, took at most 4 % more
// time than the fastest of its mesh.
TEST_CASE("the launch model chooses rows that were measured to be fast") {
  CHECK(rows_chosen(4032, 400) == 35);
  CHECK(rows_chosen(2000, 1000) == 39);
  CHECK(rows_chosen(1000, 300) == 3);
  CHECK(rows_chosen(600, 600) == 5);
  CHECK(rows_chosen(800, 250) == 3);
  CHECK(rows_chosen(3000, 150) == 5);
  CHECK(rows_chosen(1500, 700) == 23);
  CHECK(rows_chosen(5000, 600) == 61);
  CHECK(rows_chosen(8064, 800) == 63);
}

// Likewise in groups of 64 and 128.
TEST_CASE("small meshes are marched in short pieces, in wide groups where these leave none idle") {
  CHECK(launch_chosen(100, 50).work_group_size == 64);
  CHECK(launch_chosen(200, 100).work_group_size == 128);
  CHECK(launch_chosen(400, 200).work_group_size == 64);
  CHECK(launch_chosen(600, 300).work_group_size == 128);
  CHECK(launch_chosen(1000, 500).work_group_size == 64);
  CHECK(rows_chosen(100, 50) == 1);
  CHECK(rows_chosen(200, 100) == 1);
  CHECK(rows_chosen(400, 200) == 1);
  CHECK(rows_chosen(600, 300) == 3);
}

TEST_CASE("large meshes are marched in wide groups where these leave fewer work-items idle") {
  for (const char* convection : {"upwind", "tvd"}) {
    CHECK(launch_chosen(4032, 400, KernelSet::fused, convection).work_group_size == 128);
    CHECK(launch_chosen(2000, 1000, KernelSet::fused, convection).work_group_size == 64);
  }
}

// Measured on an H100.
TEST_CASE("on meshes that do not fill the device tiles are chosen, of a height that suits it") {
  const auto chosen = [](int nx, int ny, const std::string& convection) {
    return launch_chosen(nx, ny, KernelSet::automatic, convection);
  };
  CHECK(chosen(400, 200, "upwind").kernels == KernelSet::tiles);
  CHECK(chosen(800, 400, "upwind").kernels == KernelSet::fused);
  CHECK(chosen(800, 400, "tvd").kernels == KernelSet::tiles);
  CHECK(chosen(1000, 500, "tvd").kernels == KernelSet::fused);
  CHECK(chosen(400, 200, "upwind").rows == 8);
  CHECK(chosen(400, 200, "upwind").work_group_size == 256);
  CHECK(chosen(400, 200, "tvd").rows == 4);
  CHECK(chosen(400, 200, "tvd").work_group_size == 128);
}

TEST_CASE("a tile is no higher than local memory allows, and explicit convection has none") {
  const Case c = case_from(channel_text(400, 200, 0.05, ""), {"scheme.convection=tvd"});
  const auto rows = [&](int given) {
    return resolve_options(c, h200(), {.kernels = KernelSet::tiles, .rows = given}).rows;
  };
  CHECK(rows(3) == 3);
  CHECK(rows(100) == 5); /* (14 (5 + 4) + 6 (5 + 2)) 32 + 4 x 128 doubles are below 48 KiB */
  const Case explicitly = case_from(channel_text(400, 200, 0.05, ""), {"scheme.time=explicit"});
  CHECK(resolve_options(explicitly, h200(), {}).kernels == KernelSet::fused);
  CHECK(resolve_options(c, h200(), {.work_group_size = 16}).kernels == KernelSet::fused);
}

TEST_CASE("given rows and work-groups are kept") {
  const Case c = case_from(channel_text(600, 600, 0.05, ""));
  const auto options =
      resolve_options(c, h200(), {.parity = true, .work_group_size = 128, .rows = 12});
  CHECK(options.rows == 12);
  CHECK(options.work_group_size == 128);
  CHECK(options.kernels == KernelSet::fused);
}

}  // namespace slipflow::simple_ts::test_launch_model
