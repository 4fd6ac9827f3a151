// Triangular sweeps on a device: every schedule has the bits of plain loops over the cells.
#include <doctest/doctest.h>

#include "device_checks.hpp"
#include "slipflow/opencl/device_fence.hpp"
#include "sweep_checks.hpp"

namespace slipflow::linear_solvers::test_sweeps {

namespace {
// As on other devices than processors, and with tiles that are no multiple of runs.
constexpr SweepShape kLanes{8, 8, 64, 4, 64}, kUneven{3, 2, 6, 2, 5}, kFlatUneven{7, 1, 7, 7, 21};
constexpr SweepShape kAlone{3, 2, 1, 4, 10};

const std::vector<SweptBox>& swept_boxes() {
  static const std::vector<SweptBox> boxes = {
      {{1, 1, 1}},
      {{13, 7, 5}, Coefficients7::symmetric, true, kUneven},
      {{2, 1, 19}, Coefficients7::symmetric, false, kUneven},
      {{75, 21, 11}, Coefficients7::symmetric, true, kLanes},
      {{75, 21, 11}, Coefficients7::symmetric, true, kAlone},
      {{75, 19, 10}, Coefficients7::general, true, kLanes},
      {{37, 19, 10}, Coefficients7::free, true, kLanes},
      {{37, 19, 10}, Coefficients7::free, true, kAlone},
      {{150, 1, 1}},
      {{70, 133, 1}, Coefficients7::symmetric, true, {0, 0, 64, 0, 0}},
      {{70, 33, 1}, Coefficients7::symmetric, false, kFlatUneven},
      {{70, 33, 1}, Coefficients7::general, true, kFlatUneven},
      {{70, 33, 1}, Coefficients7::free, true, kAlone},
  };
  return boxes;
}

void check_boxes(Schedule7 schedule) {
  opencl::Workspace workspace{test_queue()};
  for (const SweptBox& s : swept_boxes()) CHECK(check_sweeps(workspace, s, schedule) == schedule);
}
}  // namespace

TEST_SUITE_BEGIN("opencl");

TEST_CASE("sweeps by planes have the bits of plain loops") { check_boxes(Schedule7::planes); }

TEST_CASE("sweeps by tiles have the bits of plain loops" * doctest::test_suite("opencl full")) {
  check_boxes(Schedule7::tiles);
}

TEST_CASE("sweeps by pipeline have the bits of plain loops where the device has a fence" *
          doctest::test_suite("opencl full")) {
  if (opencl::standard_with_fence(test_device()).empty()) {
    opencl::Workspace workspace{test_queue()};
    CHECK(check_sweeps(workspace, {{13, 7, 5}}, Schedule7::pipeline) == Schedule7::tiles);
    MESSAGE("the device has no fence for the pipeline: tiles were compared");
    return;
  }
  check_boxes(Schedule7::pipeline);
}

TEST_CASE("sweeps choose tiles, and do nothing once iterations have ended") {
  opencl::Workspace workspace{test_queue()};
  CHECK(check_sweeps(workspace, {{13, 7, 5}}, Schedule7::automatic) == Schedule7::tiles);
  for (const auto schedule : {Schedule7::planes, Schedule7::tiles, Schedule7::pipeline})
    check_ended_sweeps(workspace, schedule);
}

TEST_CASE("tiles of sweeps fit devices with the least local memory, and small work-groups" *
          doctest::test_suite("opencl full")) {
  opencl::Device device = test_device();
  device.local_memory = opencl::kSmallestLocalMemory;
  opencl::Workspace small{test_queue(device)};
  CHECK(check_sweeps(small, {{75, 21, 11}, Coefficients7::symmetric, true, {32, 8, 256, 16, 64}},
                     Schedule7::tiles) == Schedule7::tiles);
  device.largest_work_group = 4;
  opencl::Workspace few{test_queue(device)};
  check_sweeps(few, {{75, 21, 11}, Coefficients7::symmetric, true, kLanes}, Schedule7::tiles);
}

TEST_CASE("a pipeline that differs from tiles is refused, with a warning") {
  const Box7 box{13, 7, 5};
  const bool offered = !opencl::standard_with_fence(test_device()).empty();
  const std::string name = "linear_solvers/sweep_pipeline.cl";
  const std::string text = opencl::embedded_sources().texts().at(name);
  const std::string right = "numbers[S7_W]";
  const auto at = text.find(right);
  REQUIRE(at != std::string::npos);
  std::string wrong = text;
  wrong.replace(at, right.size(), "1.0000001 * numbers[S7_W]");
  const auto use = [&](const std::string& kernels) {
    opencl::add_kernel_sources(opencl::SourceTree(std::map{std::pair{name, kernels}}));
  };
  use(wrong);
  const SweepPlan wanted{box, Coefficients7::symmetric, true, Schedule7::pipeline};
  const SweepPlan refused = checked(test_device(), wanted);
  use(text);
  CHECK(refused.schedule == Schedule7::tiles);
  if (offered)
    CHECK(refused.warning == "on '" + test_device().name +
                                 "' 50 of 50 sweeps by pipeline differed from those by tiles: "
                                 "tiles are used instead");
  const SweepPlan again = checked(test_device(), wanted);
  CHECK((again.schedule == Schedule7::pipeline) == offered);
  CHECK(again.warning.empty() == offered);
}

TEST_CASE("runs of a sweep that do not divide a work-group") {
  opencl::Workspace workspace{test_queue()};
  CHECK_THROWS_WITH_AS(
      Sweeps(workspace,
             {{9, 9, 9}, Coefficients7::symmetric, true, Schedule7::tiles, {3, 2, 6, 4, 8}}),
      "the work-items of a sweep are no multiple of the cells of a run", std::logic_error);
}

TEST_SUITE_END();

}  // namespace slipflow::linear_solvers::test_sweeps
