// What a case may and may not say, and the restart.
#include "failure.hpp"
#include "flows.hpp"
#include "texts.hpp"

namespace test_case {

using namespace psi_tests;
using test_support::holds;

namespace {
std::string channel() {
  return "[fluid]\nreynolds = 10\n[mesh]\nx = 0 4\ny = 0 2\ncells = 16 8\n"
         "[boundary]\nwest = inflow\neast = outflow\nsouth = wall\nnorth = wall\n"
         "[time]\nmax_steps = 1\n";
}

// The message for a case that is refused.
std::string refusal(const Overrides& overrides) {
  const auto [status, sentence] =
      test_support::failure([&] { const Flow flow(channel(), overrides); });
  CHECK(status == ExitStatus::bad_input);
  return sentence;
}
}  // namespace

TEST_CASE("cases that cannot be computed are refused with the line and the reason") {
  CHECK(holds(refusal({"boundary.east=wall"}),
              "boundary.east = wall: must be outflow, as the west boundary is an inflow"));
  CHECK(holds(refusal({"boundary.west=wall"}),
              "boundary.west = wall: must be inflow, as the east boundary is an outflow"));
  CHECK(holds(refusal({"boundary.north=inflow"}), "boundary.north = inflow"));
  CHECK(holds(refusal({"mesh.cells=16 3"}), "needs at least 4 cells along each axis"));
  CHECK(holds(refusal({"body.rectangle=0 0.5 1 1"}),
              "rectangle 1 is at this boundary: a body needs a cell of fluid"));
  CHECK(holds(refusal({"body.rectangle=1 0 2 2"}),
              "rectangle 1 joins this boundary and another one, and would block the flow"));
  CHECK(holds(refusal({"scheme.wall_vorticity=jensen", "body.rectangle=1 0.5 2 1"}),
              "jensen is unstable at the corners of bodies"));
  CHECK(holds(refusal({"scheme.time=adi"}), "adi needs time.step or time.courant"));
  CHECK(holds(refusal({"time.courant=1"}), "is for scheme.time = adi"));
  CHECK(holds(refusal({"initial.kick=on"}), "is for scheme.time = adi"));
  CHECK(holds(refusal({"scheme.corner=faces"}), "faces is for scheme.time = adi"));
  CHECK(holds(refusal({"lines.axis=y"}), "is for scheme.time = rows"));
  CHECK(holds(refusal({"lines.algorithm=cr", "mesh.cells=5000 8"}),
              "lines.algorithm = cr: cr solves lines of up to 1536 rows"));
  CHECK(holds(refusal({"boundary.west=inflow profile=turbulent"}),
              "profile=turbulent must be parabolic or uniform"));
  CHECK(holds(refusal({"boundary.west=inflow velocity=-1"}),
              "velocity=-1 must be a number from 0 to"));
  CHECK(holds(refusal({"run.precision=single"}), "run.precision = single"));
}

TEST_CASE("the equation of psi is solved as far as [linear] says, or there is a warning") {
  const auto first_step = [](const Overrides& overrides) {
    const Flow flow(channel(), overrides);
    const auto simulation = flow.start();
    const double dt = simulation->time_step();
    const auto result = simulation->advance(dt, dt, 1);
    return std::pair{result, simulation->warning_of_unconverged(1, result, true)};
  };
  const auto usual = first_step({}).first;
  CHECK(usual.converged);
  CHECK(first_step({"linear.relative_tolerance=0.5"}).first.inner < usual.inner);
  const auto [result, warning] = first_step({"linear.max=1"});
  CHECK_FALSE(result.converged);
  CHECK(warning ==
        "step 1: psi did not reach linear.relative_tolerance within linear.max = 1 iterations; "
        "raise one of them");
}

// u = dpsi/dy and v = -dpsi/dx next to the wall: psi_1 = psi_w -+ h velocity - h^2/2 omega.
TEST_CASE("the motion of each wall is a part of its vorticity, (9) and (10)") {
  for (const auto& [formula, factor] : {std::pair{"thom", 2}, {"jensen", 3}}) {
    CAPTURE(formula);
    const Flow flow(
        cavity(4, 10),
        {"mesh.cells=4 5", "boundary.west=wall velocity=0.3", "boundary.east=wall velocity=0.5",
         "boundary.south=wall velocity=0.7", "boundary.north=wall velocity=1.1",
         std::string("scheme.wall_vorticity=") + formula});
    const auto layout = flow.c.mesh.layout();
    const auto motion = [&](int i, int j) {
      for (const auto& wall : flow.nodes.walls)
        if (wall.node == static_cast<int>(layout.at(i, j))) return wall.motion;
      FAIL("no node of a wall");
      return 0.0;
    };
    CHECK(motion(0, 2) == doctest::Approx(-factor * 0.3 * 4));
    CHECK(motion(4, 3) == doctest::Approx(factor * 0.5 * 4));
    CHECK(motion(1, 0) == doctest::Approx(factor * 0.7 * 5));
    CHECK(motion(2, 5) == doctest::Approx(-factor * 1.1 * 5));
  }
}

TEST_CASE("nodes at an inflow have its velocity, those of moving walls theirs, (4)") {
  const Flow flow(channel(), {"boundary.west=inflow velocity=0.8 profile=uniform",
                              "boundary.south=wall velocity=0.2"});
  const auto given = psi_omega::prescribed_velocities(flow.c);
  const auto layout = flow.c.mesh.layout();
  CHECK(given.u[layout.at(0, 3)] == doctest::Approx(0.8));
  CHECK(given.u[layout.at(5, 0)] == 0.2);
  CHECK(given.u[layout.at(5, 8)] == 0);
}

TEST_CASE("a gap of one cell has no node in the flow; one of two or three is warned of") {
  CHECK(holds(refusal({"body.rectangle=1 0.25 2 1"}),
              "rectangle 1 leaves a gap one cell wide to the south side at cell (4, 0), x = 1.125, "
              "y = 0.125: close it"));
  CHECK(holds(refusal({"body.rectangle=1 0.5 1.5 1", "body.circle=1.875 0.75 0.2"}),
              "rectangle 1 leaves a gap one cell wide to circle 1 at cell (6, 2)"));
  const auto warning = [](const Overrides& overrides) {
    const Flow flow(channel(), overrides);
    return setup::warning_of_coarse_gap(gap_region(flow.c));
  };
  CHECK(warning({"body.rectangle=1 0.5 2 1"}) ==
        "the gap between the south side and rectangle 1 at cell (4, 0), x = 1.125, y = 0.125, is 2 "
        "cells wide: without slip 50 % too much fluid flows through it; make it four cells wide or "
        "more");
  CHECK(holds(warning({"body.rectangle=1 0.75 2 1"}), "is 3 cells wide: without slip 22 %"));
  CHECK(warning({"body.rectangle=1 1 2 1.25", "boundary.north=symmetry"}).empty());
  CHECK(warning({"body.rectangle=1 0.5 2 1", "boundary.south=symmetry"}).empty());
  CHECK(warning({"body.rectangle=1 0 2 0.5"}).empty());
}

TEST_CASE("cells and steps that are coarse for the flow are noted") {
  const auto notes = [](const Overrides& overrides) { return Flow(channel(), overrides).c.notes; };
  CHECK(notes({"fluid.reynolds=7.9"}).empty());
  const auto coarse = notes({"fluid.reynolds=16"});
  REQUIRE(coarse.size() == 1);
  CHECK(holds(coarse[0], "the cell Reynolds number is up to 4 along x and 4 along y"));
  const Overrides unsteady = {"fluid.reynolds=1", "scheme.time=adi"};
  auto fine = unsteady, long_step = unsteady;
  fine.push_back("time.step=0.25");
  long_step.push_back("time.step=0.5");
  CHECK(notes(fine).empty());
  REQUIRE(notes(long_step).size() == 1);
  CHECK(holds(notes(long_step)[0], "the Courant number is 2"));
  auto chosen = unsteady;
  chosen.push_back("time.courant=1.5");
  CHECK(holds(notes(chosen).at(0), "the Courant number is 1.5"));
}

TEST_CASE("psi and the vorticity of an inflow follow from its velocity") {
  const Flow parabola(channel(), {"boundary.west=inflow velocity=1.5"});
  const auto& side = parabola.c.sides[mesh::west];
  CHECK(side.psi.back() == doctest::Approx(1.5 * 2 * 2.0 / 3).epsilon(1e-14));
  CHECK(side.speed[4] == doctest::Approx(1.5));
  CHECK(side.omega[0] == doctest::Approx(-1.5 * 4 / 2));
  CHECK(side.omega[8] == doctest::Approx(1.5 * 4 / 2));
  const Flow uniform(channel(), {"boundary.west=inflow profile=uniform"});
  CHECK(uniform.c.flow_rate() == doctest::Approx(2).epsilon(1e-14));
  CHECK(uniform.c.sides[mesh::west].omega[3] == 0);
}

TEST_CASE("a resumed computation has the bits of one without interruption") {
  for (const char* time : {"steady", "rows", "adi"}) {
    CAPTURE(time);
    const Flow flow(square(4, 12, 30), {fmt::format("scheme.time={}", time), "time.step=0.05"});
    const auto whole = flow.start(), first = flow.start();
    const auto advance = [](Simulation& s, int from, int to) {
      for (int step = from; step < to; ++step) s.advance(0.05, 0.05 * (step + 1), 1);
    };
    advance(*whole, 0, 8);
    advance(*first, 0, 5);
    const auto resumed = flow.on_host();
    resumed->upload(first->download(methods::Level::current));
    resumed->upload_old(first->download(methods::Level::old), 0.05);
    CHECK(resumed->change_over_step() == first->change_over_step());
    advance(*resumed, 5, 8);
    for (const char* name : {"psi", "omega"}) CHECK(values(*whole, name) == values(*resumed, name));
  }
}

TEST_CASE("what diverges is an error that names the node and what to do") {
  const Flow flow(cavity(16, 1000), {"scheme.time=adi", "time.step=5"});
  const auto simulation = flow.start();
  long step = 0;
  methods::StepResult result;
  while (!result.diverged && step < 5000)
    result = simulation->advance(5, 5 * static_cast<double>(++step), 1);
  REQUIRE(result.diverged);
  const std::string text = simulation->divergence({step, 0, 5}, result).what();
  CHECK(holds(text, fmt::format("diverged at step {}", step)));
  CHECK(holds(text, "take a time.step below 5"));
}

}  // namespace test_case
