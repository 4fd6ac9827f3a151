// Sums on a device: every shape of work-groups has the bits of the host's order.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "device_checks.hpp"
#include "linear_solvers/krylov.h"
#include "slipflow/linear_solvers/ordered_sum.hpp"
#include "slipflow/opencl/program.hpp"

namespace slipflow::linear_solvers::test_device_sums {

namespace {
constexpr std::size_t kBlock = SF_SUM_BLOCK;
constexpr std::size_t kCount = 21 * kBlock - 5;

/// Of very different sizes, so that another order has other bits.
std::vector<double> terms() {
  std::vector<double> values(kCount);
  for (std::size_t k = 0; k < kCount; ++k)
    values[k] = std::sin(static_cast<double>(k)) * std::exp2(static_cast<double>(k % 37));
  return values;
}

std::vector<double> sums_of_squares(const std::vector<double>& values) {
  std::vector<double> sums;
  for (std::size_t begin = 0; begin < values.size(); begin += kBlock) {
    const auto square = [&](std::size_t t) { return values[begin + t] * values[begin + t]; };
    sums.push_back(ordered_sum(std::min(kBlock, values.size() - begin), square));
  }
  return sums;
}

std::vector<double> device_sums_of_squares(const std::vector<double>& values, int blocks,
                                           int items) {
  opencl::Workspace workspace{test_queue()};
  const opencl::Numbers doubles(sizeof(double));
  const opencl::Array a = workspace.array(doubles, values);
  const auto groups = static_cast<int>((kCount + kBlock * blocks - 1) / (kBlock * blocks));
  const opencl::Array sums = workspace.array(doubles, std::vector<double>(groups * blocks, 7.0));
  const opencl::Array numbers = workspace.array(doubles, std::vector<double>(S7_NUMBERS));
  const auto progress = workspace.buffer(std::vector<S7Progress>(1), CL_MEM_READ_WRITE);
  const auto built = opencl::build_for_groups(
      workspace.queue(), "linear_solvers/krylov.cl",
      fmt::format("-cl-std=CL1.2 -DSF_PARITY -DSF_SUM_BLOCKS={} -DSF_SUM_ITEMS={}", blocks, items),
      kBlock);
  opencl::Kernel kernel(built, "sum_products");
  kernel.set_group(items);
  kernel.set({{"progress", progress},
              {"numbers", numbers},
              {"count", static_cast<int>(kCount)},
              {"a", a},
              {"b", a},
              {"sums", sums}});
  workspace.launch_groups(kernel, groups);
  return workspace.read(sums);
}

void check_sums(const std::vector<std::pair<int, int>>& shapes) {
  const auto values = terms();
  const auto expected = sums_of_squares(values);
  for (const auto& [blocks, items] : shapes) {
    CAPTURE(blocks);
    CAPTURE(items);
    auto sums = device_sums_of_squares(values, blocks, items);
    REQUIRE(sums.size() >= expected.size());
    CHECK(std::all_of(sums.begin() + static_cast<std::ptrdiff_t>(expected.size()), sums.end(),
                      [](double none) { return none == 0.0; }));
    sums.resize(expected.size());
    CHECK(different_bits(sums, expected) == 0);
  }
}
}  // namespace

TEST_SUITE_BEGIN("opencl");

TEST_CASE("device: sums of blocks have the host's bits") { check_sums({{4, 64}, {16, 1}}); }

TEST_CASE("device: sums of blocks have the host's bits in work-groups of any shape" *
          doctest::test_suite("opencl full")) {
  check_sums({{1, 64}, {4, 64}, {16, 64}, {1, 1}, {16, 1}});
}

TEST_SUITE_END();

}  // namespace slipflow::linear_solvers::test_device_sums
