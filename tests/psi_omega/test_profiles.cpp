// Ends of profiles: the nodes on the boundary.
#include <cmath>

#include "flows.hpp"

namespace test_profiles {

using namespace psi_tests;

TEST_CASE("profiles across a channel end with 0, under a lid with its velocity") {
  const Flow channel(
      "[fluid]\nreynolds = 20\n[mesh]\nx = 0 6\ny = 0 2\ncells = 12 9\ny_stretch = geometric 1.1\n"
      "[boundary]\nwest = inflow profile=parabolic\neast = outflow\nsouth = wall\nnorth = wall\n"
      "[time]\nmax_steps = 10000\n");
  const auto flow = channel.start();
  run_to_steady(*flow, 1e-8, 5000);
  const double first = channel.c.mesh.y.faces[1];
  const auto u = [&](double y) { return flow->sample({{4.5, y}})[0][2]; };
  CHECK(u(0) == 0);
  CHECK(u(2) == 0);
  CHECK(u(1) == doctest::Approx(1).epsilon(0.1));
  CHECK(u(0.5 * first) == doctest::Approx(0.5 * u(first)));

  const Flow box(cavity(8, 10));
  const auto lid = box.start();
  run_to_steady(*lid, 1e-6, 2000);
  CHECK(lid->sample({{0.5, 1}})[0][2] == 1);
  CHECK(lid->sample({{0.5, 0}})[0][2] == 0);
}

}  // namespace test_profiles
