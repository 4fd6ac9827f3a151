// The model that chooses between threads and an OpenCL device of the host's processors.
#include <doctest/doctest.h>

#include "simple_ts/convection/schemes.h"
#include "slipflow/simple_ts/problem.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_host_costs {

namespace {
constexpr int kTvd = 1;  // the key's `tvd`

methods::HostCosts host_costs(int nx, int ny, int processors, int convection = SF_UPWIND) {
  Case c = case_from(channel_text(nx, ny, 0.1, ""));
  c.scheme.convection = convection;
  const auto costs = Problem(c).host_costs(processors);
  REQUIRE(costs);
  return *costs;
}
}  // namespace

TEST_CASE(
    "threads are expected to be faster on small meshes, a device with a limiter on large ones") {
  for (const int processors : {1, 2, 16, 64}) {
    CAPTURE(processors);
    const auto small = host_costs(100, 50, processors);
    CHECK(small.threads < small.cpu_device);
  }
  const auto large = host_costs(1000, 1000, 2, kTvd);
  CHECK(large.threads > large.cpu_device);
}

TEST_CASE("expected times grow with the mesh and fall with processors") {
  const auto a = host_costs(100, 50, 2), b = host_costs(200, 50, 2), c = host_costs(100, 50, 4);
  CHECK(b.threads > a.threads);
  CHECK(b.cpu_device > a.cpu_device);
  CHECK(c.threads < a.threads);
  CHECK(c.cpu_device < a.cpu_device);
}

TEST_CASE("pressures that one thread solves leave nothing to choose") {
  auto solved = case_from(channel_text(20, 10, 0.1, ""));
  solved.splitting.pressure = PressureSolution::multigrid;
  CHECK(!Problem(solved).host_costs(2));
  auto steady = case_from(channel_text(20, 10, 0.1, ""));
  steady.march = March::steady;
  CHECK(!Problem(steady).host_costs(2));
}

TEST_CASE("in space threads are expected to be faster on large meshes with a limiter, too") {
  const Case c = case_from(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = 0 1\nz = 0 1\ncells = 100 100 100\n"
      "[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = wall\nbottom = wall\n"
      "top = wall\n[initial]\nstate = rest\n[time]\nstep = 0.01\nmax_steps = 1\n",
      {"scheme.convection=tvd"});
  const auto costs = Problem(c).host_costs(2);
  REQUIRE(costs);
  CHECK(costs->threads < costs->cpu_device);
}

}  // namespace slipflow::simple_ts::test_host_costs
