// Bodies off the middle, whose psi follows from the circulation around them.
#include <cmath>

#include "flows.hpp"

namespace test_islands {

using namespace psi_tests;

namespace {
// A channel of 8 x 3 with bodies and `n` cells in a length; Re = 20.
std::string channel(int n, const std::string& bodies) {
  return fmt::format(
      "[fluid]\nreynolds = 20\n[mesh]\nx = 0 8\ny = 0 3\ncells = {} {}\n[body]\n{}"
      "[boundary]\nwest = inflow\neast = outflow\nsouth = wall\nnorth = wall\n"
      "[time]\nmax_steps = 100000\n",
      8 * n, 3 * n, bodies);
}

const std::string low_body = "rectangle = 3 1.5 4 2.25\n";

// The part of the flow that passes above the first island.
double share_above(const Flow& flow, const Simulation& simulation) {
  return 1 - values(simulation, "psi")[flow.nodes.islands[0].places[0]] / flow.c.flow_rate();
}

double largest_gap(Simulation& simulation) {
  double largest = 0;
  for (const auto& force : simulation.forces())
    largest = sf_max_keeping_nan(largest, std::abs(force.gap));
  return largest;
}
}  // namespace

TEST_CASE("the total head around a body closes in every step of unsteady flow") {
  for (const std::string convection : {"skew", "advective", "conservative"})
    for (const std::string corner : {"mean", "faces"}) {
      CAPTURE(convection);
      CAPTURE(corner);
      const Flow flow(two_bodies(), {"scheme.convection=" + convection, "scheme.corner=" + corner});
      REQUIRE(flow.nodes.islands.size() == 2);
      const auto& body = flow.nodes.islands[0].nodes;
      Stepping flowing(flow);
      for (int step = 1; step <= 5; ++step) {
        flowing.run(0.02, 1);
        CHECK(std::abs(flowing.force(body).gap) < 1e-11);
        if (convection != "conservative") continue;
        CHECK(std::abs(flowing.force(widened(body, 2)).gap) < 1e-8);
        CHECK(largest_gap(flowing.simulation) < 1e-8);
      }
      const auto psi = values(flowing.simulation, "psi");
      for (const auto& island : flow.nodes.islands)
        for (const int place : island.places) CHECK(psi[place] == psi[island.places.front()]);
    }
}

TEST_CASE("away from a body the head closes with the second order in time") {
  const Flow flow(two_bodies());
  const auto gap = [&](double dt, int steps) {
    Stepping flowing(flow);
    flowing.run(dt, steps);
    return std::abs(flowing.force(widened(flow.nodes.islands[0].nodes, 2)).gap);
  };
  const double long_steps = gap(0.02, 10), short_steps = gap(0.01, 20);
  CHECK(long_steps < 1e-4);
  CHECK(std::log2(long_steps / short_steps) > 1.8);
}

TEST_CASE("the total head around bodies closes in steady flow") {
  // Four bodies, two of them two cells apart.
  const Flow flow(channel(6,
                          "rectangle = 2 0.5 2.5 1\nrectangle = 2 1.3333 2.5 2\n"
                          "circle = 3.5 0.9 0.3\nrectangle = 3.3 1.9 3.8 2.4\n"));
  REQUIRE(flow.nodes.islands.size() == 4);
  const auto simulation = flow.start();
  run_to_steady(*simulation, 1e-9, 5000);
  CHECK(largest_gap(*simulation) < 1e-9);

  const Flow stretched(channel(6, low_body), {"mesh.y_stretch=geometric 1.03"});
  const auto on_stretched = stretched.start();
  run_to_steady(*on_stretched, 1e-9, 5000);
  CHECK(largest_gap(*on_stretched) < 1e-8);
}

TEST_CASE("the flow divides at a body off the middle as piso has it") {
  struct {
    const char* body;
    double share, tolerance;
  } cases[] = {{"rectangle = 3 1.5 4 2.25\n", 0.2301, 0.003},
               {"circle = 3.5 1.9 0.4\n", 1 - 0.7633, 0.004},
               {"rectangle = 3 1.25 3.25 2.25\nrectangle = 3 1.25 4 1.5\n", 1 - 0.6388, 0.005}};
  for (const auto& [body, share, tolerance] : cases) {
    CAPTURE(body);
    const Flow flow(channel(12, body));
    const auto simulation = flow.start();
    run_to_steady(*simulation, 1e-5, 2000);
    CHECK(std::abs(share_above(flow, *simulation) - share) < tolerance);
  }
}

TEST_CASE("lines come to the same psi of a body as steps in pseudo time") {
  const Flow flow(channel(6, low_body)), lines(channel(6, low_body), {"scheme.time=rows"});
  const auto steps = flow.start(), iterations = lines.start();
  run_to_steady(*steps, 1e-8, 5000);
  run_to_steady(*iterations, 1e-9, 5000);
  CHECK(share_above(flow, *steps) ==
        doctest::Approx(share_above(lines, *iterations)).epsilon(1e-5));
  CHECK(largest_gap(*iterations) < 1e-6);
}

TEST_CASE("a body that is put into a flow does not change the circulation around it") {
  // Around nodes of a uniform inflow it is 0, in a parabolic one that of its vorticity in the body.
  for (const char* profile : {"uniform", "parabolic"}) {
    const Flow flow(channel(8, "rectangle = 3 1.5 4 2.25\ncircle = 6 1 0.4\n"),
                    {fmt::format("boundary.west=inflow profile={}", profile),
                     "linear.relative_tolerance=1e-13"});
    const auto simulation = flow.start();
    const auto psi = values(*simulation, "psi");
    const auto layout = flow.c.mesh.layout();
    const auto& inflow = flow.c.sides[mesh::west].psi;
    for (const auto& island : flow.nodes.islands) {
      double sum = 0, undisturbed = 0;  // the mesh is uniform
      for (const auto& face : island.faces) {
        const int j = face.j, next = face.j + (face.axis == SF_Y);
        const auto at = layout.at(face.i, j),
                   beyond = layout.at(face.i + (face.axis == SF_X), next);
        sum += face.sense * (psi[at] - psi[beyond]);
        undisturbed += face.sense * (inflow[j] - inflow[next]);
      }
      CHECK(sum == doctest::Approx(undisturbed).epsilon(1e-9));
    }
  }
}

TEST_CASE("bodies that overlap, touch or meet at a corner are one island") {
  const Flow flow(channel(6,
                          "rectangle = 2 1 3 1.5\nrectangle = 2 1.5 2.5 2\n"
                          "rectangle = 2.5 2 3 2.3333\nrectangle = 4 1 5 2\n"));
  REQUIRE(flow.nodes.islands.size() == 2);
  CHECK(flow.nodes.islands[0].nodes.j1 == 14);
  CHECK(flow.nodes.islands[0].reference_length == doctest::Approx(14.0 / 6 - 1));
  const Flow given(channel(6,
                           "rectangle = 2 1 3 1.5\nrectangle = 2 1.5 2.5 2 reference_length=3\n"
                           "circle = 4.5 2 0.4 reference_length=0.5\n"));
  CHECK(given.nodes.islands[0].reference_length == 3);
  CHECK(given.nodes.islands[1].reference_length == 0.5);
}

}  // namespace test_islands
