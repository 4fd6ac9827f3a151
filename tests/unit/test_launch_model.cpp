// The rows that are chosen for the fused kernel on a GPU without tuning.
#include <doctest/doctest.h>

#include "test_cases.hpp"
#include "test_device.hpp"

namespace slipflow::simple_ts {

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
Launch launch_chosen(int nx, int ny) {
  const Case c = case_from(channel_text(nx, ny, 0.05, ""));
  return resolve_options(c, h200(), {.parity = true});
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
  CHECK(rows_chosen(8064, 800) == 67);
}

// Likewise in groups of 64 and 128.
TEST_CASE("small meshes are marched in short pieces, in wide groups where these leave none idle") {
  CHECK(launch_chosen(100, 50).work_group_size == 64);
  CHECK(launch_chosen(200, 100).work_group_size == 128);
  CHECK(launch_chosen(400, 200).work_group_size == 64);
  CHECK(launch_chosen(600, 300).work_group_size == 128);
  CHECK(launch_chosen(4032, 400).work_group_size == 64);
  CHECK(rows_chosen(100, 50) == 1);
  CHECK(rows_chosen(200, 100) == 1);
  CHECK(rows_chosen(400, 200) == 1);
  CHECK(rows_chosen(600, 300) == 3);
}

TEST_CASE("given rows and work-groups are kept") {
  const Case c = case_from(channel_text(600, 600, 0.05, ""));
  const auto options =
      resolve_options(c, h200(), {.parity = true, .work_group_size = 128, .rows = 12});
  CHECK(options.rows == 12);
  CHECK(options.work_group_size == 128);
  CHECK(options.kernels == KernelSet::fused);
}

}  // namespace slipflow::simple_ts
