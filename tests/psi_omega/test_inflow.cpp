// The inflow: u is prescribed, and v is 0.
#include <cmath>

#include "flows.hpp"

namespace test_inflow {

using namespace psi_tests;

TEST_CASE("v is 0 at an inflow") {
  const Flow flow(square(6, 16, 20),
                  {"body.rectangle=6 2.5 7 4", "mesh.x_stretch=geometric 1.005"});
  const auto simulation = flow.start();
  run_to_steady(*simulation, 1e-8, 5000);
  const auto psi = values(*simulation, "psi"), omega = values(*simulation, "omega");
  const auto layout = flow.c.mesh.layout();
  const auto& side = flow.c.sides[mesh::west];
  const double h = flow.c.mesh.x.widths[0];
  double largest = 0;
  for (int j = 1; j < layout.ny; ++j) {
    const auto at = layout.at(0, j);
    const double bent = 2 * (psi[at] - psi[at + 1]) / (h * h);  // -psi_xx where psi_x = 0
    largest = std::max(largest, std::abs(bent));
    CHECK(omega[at] == doctest::Approx(side.omega[j] + bent).epsilon(1e-5));
    CHECK(simulation->sample({{0, flow.c.mesh.y.faces[j]}})[0][3] == 0);
  }
  CHECK(largest > 0.01);
}

// linear.relative_tolerance alone would leave changes of 5e-8.
TEST_CASE("a channel on a stretched mesh becomes steady") {
  const Flow flow(
      "[fluid]\nreynolds = 20\n[mesh]\nx = 0 3\ny = 0 1\ncells = 32 16\n"
      "y_stretch = geometric 1.0257\n"
      "[boundary]\nwest = inflow profile=parabolic\neast = outflow\nsouth = wall\nnorth = wall\n"
      "[time]\nsteady = 1e-8\n",
      {});
  const auto simulation = flow.start();
  CHECK(run_to_steady(*simulation, 1e-8, 1000) < 1000);
}

}  // namespace test_inflow
