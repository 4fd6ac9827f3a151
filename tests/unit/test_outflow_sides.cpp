// Gas that leaves through an outflow boundary below the speed of sound.
#include <doctest/doctest.h>

#include <cmath>

#include "output/side_flow.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_outflow_sides {

namespace {
/// Rows of widths 4/7, 8/7 and 16/7; the speed of sound at T = 1 is 0.91287.
Case duct(const std::string& west, const std::string& boundaries) {
  return case_from(
      "[gas]\nknudsen = 0.05\ngamma = 1.6666666666666667\n[mesh]\nx = 0 4\n"
      "y = 0 4\ncells = 4 3\ny_stretch = geometric 2\n[boundary]\nwest = " +
      west + "\n" + boundaries + "[time]\nstep = 0.1\nmax_steps = 1\n");
}

std::vector<NodeValues> nodes_at(const State& s, const std::vector<int>& places) {
  std::vector<NodeValues> nodes;
  for (const int at : places) nodes.push_back({s.u[at], s.v[at], s.T[at], s.rho[at]});
  return nodes;
}
}  // namespace

TEST_CASE("more than half of the mass has to leave above the speed of sound") {
  const Case c = duct("inflow velocity=2", "east = outflow\nsouth = wall\nnorth = wall\n");
  State s = initial_state(c);
  const auto layout = c.mesh.layout();
  const OutflowSideFlow flow(c);
  const auto set = [&](int j, double velocity, double density, double temperature) {
    s.u[layout.at(4, j)] = velocity;
    s.rho[layout.at(3, j)] = density;
    s.T[layout.at(3, j)] = temperature;
  };
  const auto warning = [&] { return flow.warning(nodes_at(s, flow.places())); };
  // A boundary layer: 0.5 of 3.2 leave slowly.
  set(0, 0.5, 1, 1), set(1, 1.8, 0.5, 1), set(2, 1.8, 0.125, 1);
  CHECK(warning() == "");
  // 2.3 of 3.2, as sound is faster in the warm gas.
  set(1, 1.8, 0.5, 4);
  CHECK(warning().find("through the east boundary does so below the speed of sound, at Ma 0.891 on "
                       "average") != std::string::npos);
  CHECK(warning().find("; take pressure") != std::string::npos);
  // What enters there does not count.
  set(1, -1.8, 0.5, 4);
  CHECK(warning() == "");
  set(0, -0.5, 1, 1), set(2, -0.1, 1, 1);
  CHECK(warning() == "");
}

TEST_CASE("on a west boundary gas leaves towards the west") {
  const Case c = duct("outflow", "east = inflow velocity=0.2\nsouth = wall\nnorth = wall\n");
  State s = initial_state(c);
  const OutflowSideFlow flow(c);
  for (int j = 0; j < 3; ++j) s.u[c.mesh.layout().at(0, j)] = -0.5;
  CHECK(flow.warning(nodes_at(s, flow.places())).find("through the west boundary") !=
        std::string::npos);
  for (int j = 0; j < 3; ++j) s.u[c.mesh.layout().at(0, j)] = -1.5;
  CHECK(flow.warning(nodes_at(s, flow.places())) == "");
}

TEST_CASE("the prescribed inflow of a case with an outflow boundary is judged before a run") {
  const std::string out = "east = outflow\nsouth = wall\nnorth = wall\n";
  const auto warning = [](const Case& c) {
    return OutflowSideFlow(c).warning_of_inflow(initial_state(c));
  };
  CHECK(warning(duct("inflow velocity=0.5", out)).find("Ma 0.548 on average") != std::string::npos);
  CHECK(warning(duct("inflow velocity=1", out)) == "");
  CHECK(warning(duct("inflow velocity=1 temperature=2", out)) != "");
  CHECK(warning(duct("inflow velocity=0.5", "east = pressure p=1\nsouth = wall\nnorth = wall\n")) ==
        "");
  CHECK(warning(duct("wall", out)) == "");
}

TEST_CASE("sound has crossed the domain twice before a run is judged, in pseudo-time more often") {
  const std::string out = "east = outflow\nsouth = wall\nnorth = wall\n";
  const Case c = duct("inflow velocity=2", out);
  CHECK(OutflowSideFlow(c).settling_time() == doctest::Approx(2 * 4 / std::sqrt(5.0 / 6)));
  Case march = c;
  march.march = March::steady;
  CHECK(OutflowSideFlow(march).settling_time() == doctest::Approx(20 * 4 / std::sqrt(5.0 / 6)));
}

}  // namespace slipflow::simple_ts::test_outflow_sides
