// Cases of method piso, allowed and refused ones.
#include <doctest/doctest.h>

#include <cmath>

#include "failure.hpp"
#include "slipflow/piso/case.hpp"
#include "slipflow/piso/problem.hpp"
#include "state/case_flow.hpp"
#include "state/step_length.hpp"

namespace test_case {

using namespace slipflow;

namespace {
using Overrides = std::vector<std::string>;

const std::string kPlane =
    "title = T\nmethod = piso\n[flow]\nviscosity = 1\n[mesh]\nx = 0 1\ny = 0 1\ncells = 6 5\n"
    "[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = wall\n";

piso::Case case_from(const std::string& text, const Overrides& overrides = {}) {
  const auto tables = config::make_key_tables({{"piso", piso::keys()}});
  return piso::make_case(config::parse_case(text, "case.cfg", overrides, tables));
}

std::string refused(const Overrides& overrides) {
  return test_support::failure([&] { case_from(kPlane, overrides); }).second;
}
}  // namespace

TEST_CASE("relaxation is chosen by the mesh and the algorithm") {
  CHECK(case_from(kPlane, {"mesh.cells=25 25"}).flow.relax_velocity == doctest::Approx(0.9));
  CHECK(case_from(kPlane, {"mesh.cells=2 2"}).flow.relax_velocity == 0.5);
  const auto simple = case_from(kPlane, {"scheme.algorithm=simple"}).flow;
  CHECK(simple.relax_velocity == 0.7);
  CHECK(simple.relax_pressure == 0.3);
  CHECK(case_from(kPlane, {"scheme.relax_velocity=0.8"}).flow.relax_velocity == 0.8);
  CHECK(case_from(kPlane).time.steady == 1e-6);
}

TEST_CASE("the section [linear] says how far pressures are solved") {
  const auto read =
      case_from(kPlane, {"linear.tolerance=1e-5", "linear.relative_tolerance=0.2", "linear.max=7"})
          .flow.linear;
  CHECK(read.tolerance == 1e-5);
  CHECK(read.relative_tolerance == 0.2);
  CHECK(read.max == 7);
  const auto iterations = [](Overrides overrides) {
    overrides.emplace_back("boundary.north=wall velocity=1,0");
    const auto tables = config::make_key_tables({{"piso", piso::keys()}});
    const piso::Problem problem(config::parse_case(kPlane, "case.cfg", overrides, tables));
    const auto simulation = problem.on_host();
    simulation->state().start();
    simulation->stepper().advance(1, 1, 1);
    const auto warnings = simulation->stepper().warnings_after(1);
    return std::pair{simulation->diagnostics().history()[1], warnings};
  };
  const auto [usual, none] = iterations({});
  CHECK(none.empty());
  CHECK(iterations({"linear.relative_tolerance=1e-9", "linear.tolerance=1e-30"}).first > usual);
  const Overrides step = {"scheme.algorithm=piso", "time.step=1", "time.end=1"};
  Overrides coarse = step;
  coarse.emplace_back("linear.tolerance=0.01");
  CHECK(iterations(coarse).first < iterations(step).first);
  const auto [one, warnings] =
      iterations({"linear.relative_tolerance=1e-9", "linear.tolerance=1e-30", "linear.max=1"});
  CHECK(one == 1);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].starts_with("the linear system of the pressure did not converge in 1 "));
}

TEST_CASE("a Courant number chooses the step of a flow from rest by what drives it") {
  // 6 x 5 cells of a unit square: the way is half of 1/6.
  const auto step = [](Overrides overrides) {
    overrides.insert(overrides.end(), {"scheme.algorithm=piso", "time.courant=0.5", "time.end=1"});
    return piso::chosen_step(case_from(kPlane, overrides), 0);
  };
  const double way = 0.5 / 6;
  CHECK(step({"boundary.north=wall velocity=2,0"}) == doctest::Approx(way / 2));
  CHECK(step({"boundary.north=wall velocity=2,0 sine=3,1"}) == doctest::Approx(way / 6));
  CHECK(step({"boundary.west=inflow velocity=2,0 profile=parabolic", "boundary.east=outflow"}) ==
        doctest::Approx(way / 3));
  CHECK(step({"flow.gravity=0 -2"}) == doctest::Approx(std::sqrt(way / 2)));
  CHECK(step({"boundary.west=pressure p=3", "boundary.east=pressure p=1"}) ==
        doctest::Approx(std::sqrt(way / 2)));
  const double both = step({"boundary.north=wall velocity=2,0", "flow.gravity=0 -2"});
  CHECK(2 * both + 2 * both * both == doctest::Approx(way));
  const auto [status, sentence] = test_support::failure([&] { step({}); });
  CHECK(status == ExitStatus::bad_input);
  CHECK(sentence ==
        "time.courant: nothing moves at the start, so it finds no time step; give time.step");
}

TEST_CASE("boundaries in words") {
  const auto words = [](const std::string& line) {
    return case_from(kPlane, {"boundary.west=" + line}).surfaces[0].in_words(2);
  };
  CHECK(words("wall velocity=0,2") == "wall, velocity 0 2");
  CHECK(words("wall slip_length=0.1") == "wall, slip length 0.1");
  CHECK(words("inflow flow=3") == "inflow, velocity 3 0");
  CHECK(words("outflow") == "outflow, p 0");
  CHECK(words("pressure p=2") == "pressure 2");
  CHECK(words("symmetry") == "symmetry");
  // What flows in at the east flows west.
  CHECK(case_from(kPlane, {"boundary.east=inflow flow=3"}).surfaces[1].velocity[0] == -3);
}

TEST_CASE("factors over time: a sine, or a table") {
  const auto c = case_from(kPlane, {"scheme.algorithm=piso", "time.step=1", "time.end=1",
                                    "boundary.west=inflow velocity=1,0 sine=2,0.25"});
  CHECK(c.surfaces[0].over_time.at(1) == doctest::Approx(2));
  CHECK(c.surfaces[0].over_time.at(2) == doctest::Approx(0));
}

TEST_CASE("the reference velocity is the largest one that is prescribed") {
  const auto tables = config::make_key_tables({{"piso", piso::keys()}});
  const auto velocity = [&](Overrides overrides, const Overrides& more = {}) {
    overrides.insert(overrides.end(), more.begin(), more.end());
    return piso::Problem(config::parse_case(kPlane, "case.cfg", overrides, tables))
        .reference_velocity();
  };
  CHECK(!velocity({"boundary.west=pressure p=1", "boundary.east=pressure p=0"}));
  CHECK(*velocity({"boundary.west=inflow velocity=3,-4", "boundary.east=outflow"}) ==
        doctest::Approx(5));
  const Overrides parabola = {"boundary.west=inflow flow=2 profile=parabolic",
                              "boundary.east=outflow", "mesh.z=0 2", "mesh.cells=6 5 4"};
  CHECK(*velocity(parabola, {"boundary.bottom=wall", "boundary.top=wall velocity=0.1,0,0"}) ==
        doctest::Approx(2.25));
  CHECK(*velocity(parabola, {"boundary.bottom=periodic", "boundary.top=periodic"}) ==
        doctest::Approx(1.5));
}

TEST_CASE("what is refused") {
  CHECK(refused({"boundary.west=wall velocity=1,0"}) ==
        "--set: boundary.west = wall velocity=1,0: a wall moves along itself; its velocity across "
        "must be 0");
  CHECK(refused({"boundary.west=inflow"}) ==
        "--set: boundary.west = inflow: inflow needs either velocity or flow");
  CHECK(refused({"boundary.west=inflow velocity=1"}) ==
        "--set: boundary.west = inflow velocity=1: velocity=1 must be 2 numbers with commas "
        "between them, one for each axis");
  CHECK(refused({"boundary.west=inflow flow=1 profile=round"}) ==
        "--set: boundary.west = inflow flow=1 profile=round: profile=round must be parabolic or "
        "uniform");
  CHECK(refused({"boundary.west=inflow flow=1 sine=1,2"}) ==
        "--set: boundary.west = inflow flow=1 sine=1,2: sine is for scheme.algorithm = piso");
  CHECK(refused({"boundary.west=wall slip_length=-1"}) ==
        "--set: boundary.west = wall slip_length=-1: slip_length=-1 must be a number from 0 to "
        "1000000000000");
  CHECK(refused({"boundary.west=periodic"}) ==
        "--set: boundary.west = periodic: periodic needs the east side periodic too");
  CHECK(refused({"time.step=1"}) == "--set: time.step = 1: is for scheme.algorithm = piso");
  CHECK(refused({"scheme.algorithm=piso", "time.end=1"}) ==
        "--set: scheme.algorithm = piso: piso needs time.step or time.courant");
  CHECK(refused({"scheme.algorithm=piso", "time.step=1", "scheme.relax_velocity=0.5"}) ==
        "--set: scheme.relax_velocity = 0.5: is for scheme.algorithm = simplec or simple");
  CHECK(refused({"flow.gravity=0 0 1"}) ==
        "--set: flow.gravity = 0 0 1: has three numbers, and the mesh two axes");
  CHECK(refused({"output.fields=u w"}) ==
        "--set: output.fields = u w: has w, which is for a mesh of three axes");
  CHECK(refused({"body.circle=0.5 0.5 0.2 z=0,1"}) ==
        "--set: body.circle = 0.5 0.5 0.2 z=0,1: z is for a mesh of three axes");
}

TEST_CASE("a gap of one cell is refused, one of two or three is warned of") {
  const std::string what = ": close it, or make it two cells wide, better four";
  CHECK(refused({"body.rectangle=0.3 0.2 0.7 0.6"}) ==
        "--set: body.rectangle = 0.3 0.2 0.7 0.6: rectangle 1 leaves a gap one cell wide to the "
        "south "
        "side at cell (2, 0), x = 0.416667, y = 0.1" +
            what);
  const Overrides in_space = {"mesh.z=0 1", "mesh.cells=6 5 4", "boundary.bottom=wall",
                              "boundary.top=wall"};
  const auto with = [&](const std::string& body, Overrides more = {}) {
    more.insert(more.end(), in_space.begin(), in_space.end());
    more.push_back("body.box=" + body);
    return more;
  };
  CHECK(refused(with("0.3 0.2 0.2 0.7 0.6 0.8")) ==
        "--set: body.box = 0.3 0.2 0.2 0.7 0.6 0.8: box 1 leaves a gap one cell wide to the south "
        "side "
        "at cell (2, 0, 1), x = 0.416667, y = 0.1, z = 0.375" +
            what);
  const auto warnings = [](const Overrides& overrides) {
    const auto tables = config::make_key_tables({{"piso", piso::keys()}});
    return piso::Problem(config::parse_case(kPlane, "case.cfg", overrides, tables)).warnings();
  };
  const auto told = warnings(with("0.3 0.4 0 0.7 1 1"));
  REQUIRE(told.size() == 1);
  CHECK(told[0] ==
        "the gap between the south side and box 1 at cell (2, 0, 0), x = 0.416667, y = 0.1, "
        "z = 0.125, is 2 cells wide: without slip 50 % too much fluid flows through it; make it "
        "four cells wide or more");
  CHECK(warnings({"body.rectangle=0.3 0 0.7 0.2"}).empty());
  CHECK(warnings({"body.rectangle=0.3 0.6 0.7 1"}).size() == 1);
  CHECK(warnings({"body.rectangle=0.3 0.6 0.7 1", "boundary.south=symmetry"}).empty());
}

TEST_CASE("a body may cover a whole boundary") {
  const auto patches = [](const std::string& body) {
    const auto c = case_from(kPlane, {"body.rectangle=" + body});
    const auto flow = piso::make_case_flow(c);
    CHECK(flow->flow().patches.size() == flow->mesh().patches.size());
    return flow->surface_of_patch();
  };
  CHECK(patches("0 0.2 1 1") == std::vector{0, 1, 2, 4});
  CHECK(patches("0 0.2 0.5 0.6") == std::vector{0, 1, 2, 3, 4});
  // Its wall is at the opposite end of a periodic axis too.
  const auto c = case_from(
      kPlane, {"boundary.west=periodic", "boundary.east=periodic", "body.rectangle=0 0 0.5 0.6"});
  const auto flow = piso::make_case_flow(c);
  CHECK(flow->surface_of_patch() == std::vector{0, 1, 2});
  CHECK(std::ranges::count(flow->mesh().sides.patch, 2) == 3 + 3 + 3);
}

}  // namespace test_case
