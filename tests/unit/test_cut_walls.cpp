// Bodies that cut cells, from the case file to the case: mesh.walls = cut.
#include <doctest/doctest.h>

#include <numbers>

#include "slipflow/simple_ts/case_warnings.hpp"
#include "slipflow/simple_ts/problem.hpp"
#include "slipflow/simple_ts/samples.hpp"
#include "slipflow/simple_ts/state.hpp"
#include "test_cases.hpp"
#include "test_output_support.hpp"

namespace slipflow::simple_ts::test_cut_walls {

namespace {
/// A channel of 24 x 12 unit cells between walls at rest.
std::string text_with(const std::string& bodies, const std::string& end = "max_steps = 1") {
  return "[gas]\nknudsen = 0.05\nmach = 2\n[mesh]\nx = 0 24\ny = 0 12\ncells = 24 12\n"
         "walls = cut\n[body]\n" +
         bodies +
         "\n[boundary]\nwest = stream\neast = outflow\nsouth = wall\nnorth = wall\n[time]\n" + end +
         "\n";
}

Case with(const std::string& bodies, const std::vector<std::string>& set = {}) {
  return case_from(text_with(bodies), set);
}

std::string refused(const std::string& bodies, const std::vector<std::string>& set = {}) {
  return test_support::reason_of_refusal([&] { with(bodies, set); });
}

std::string box(const Body& body) {
  const auto& b = body.cells;
  return fmt::format("{},{} {},{}", b.i0, b.j0, b.i1, b.j1);
}

int tag(const Case& c, int i, int j) { return c.mesh.tags[c.mesh.layout().at(i, j)]; }
}  // namespace

TEST_CASE("a body that cuts cells: tags, box, cells and length are those of its outline") {
  const Case c = with("circle = 6.5 5.5 2.2 name=ball\nrectangle = 14.2 3 18 4.5");
  REQUIRE(c.cut);
  REQUIRE(c.bodies.size() == 2);
  const Body &bar = c.bodies[0], &ball = c.bodies[1];
  CHECK(box(ball) == "4,3 9,8");
  CHECK(ball.cell_count == 9);
  CHECK(ball.reference_length == doctest::Approx(4.4));
  CHECK(ball.cut->wall == ball.wall);
  CHECK(box(bar) == "14,2 19,5");  // with the cells next to its south and east sides
  CHECK(bar.cell_count == 3);
  CHECK(bar.reference_length == 1.5);
  CHECK(tag(c, 6, 5) == ball.wall);
  CHECK(tag(c, 4, 5) == 0);
  CHECK(tag(c, 15, 3) == bar.wall);
  CHECK(tag(c, 0, -1) == 1);
  CHECK(c.cut->tags == c.mesh.tags);
  const double area = std::numbers::pi * 2.2 * 2.2 + 3.8 * 1.5;
  CHECK(c.cut->report.gas_area == doctest::Approx(24 * 12 - area).epsilon(0.005));
}

TEST_CASE("bodies are whole cells without mesh.walls = cut, and with walls=stairs") {
  const std::string circle = "circle = 6.5 5.5 2.2";
  const Case stairs = with(circle, {"mesh.walls=stairs"});
  CHECK_FALSE(stairs.cut);
  CHECK_FALSE(stairs.bodies[0].cut);
  const Case kept = with(circle + " walls=stairs");
  CHECK_FALSE(kept.cut);
  CHECK(kept.mesh.tags == stairs.mesh.tags);
  const Case both = with(circle + " walls=stairs\ncircle = 16.5 5.5 2.2 walls=cut");
  REQUIRE(both.cut);
  CHECK(tag(both, 4, 5) != 0);
  CHECK(tag(both, 14, 5) == 0);
  CHECK(both.bodies[0].cell_count == 13);
  CHECK(both.bodies[1].cell_count == 9);
}

TEST_CASE("gas within a body") {
  const Case c = with("circle = 12 6 5 gas=inside", {"initial.state=rest"});
  REQUIRE(c.cut);
  CHECK(tag(c, 12, 6) == 0);
  CHECK(tag(c, 0, 0) == c.bodies[0].wall);
  CHECK(c.cut->report.gas_area == doctest::Approx(std::numbers::pi * 25).epsilon(0.01));
  CHECK(c.bodies[0].reference_length == 10);
}

TEST_CASE("a body across a periodic boundary is cut with its image") {
  const Case c = with("circle = 0 6 2",
                      {"boundary.west=periodic", "boundary.east=periodic", "initial.state=rest"});
  CHECK(tag(c, 0, 6) == c.bodies[0].wall);
  CHECK(tag(c, 23, 6) == c.bodies[0].wall);
  CHECK(tag(c, -1, 6) == c.bodies[0].wall);
}

TEST_CASE("what mesh.walls = cut does not know yet is refused by name") {
  const std::string circle = "circle = 6.5 5.5 2.2";
  for (const auto& [key, value, needed] : {std::tuple("scheme.time", "explicit", "implicit"),
                                           {"scheme.time", "second_order", "implicit"},
                                           {"inner.diagonal", "plain", "outflow"},
                                           {"inner.relaxation", "none", "cycle"},
                                           {"inner.pressure", "multigrid", "jacobi"},
                                           {"inner.pressure", "auto", "jacobi"},
                                           {"run.precision", "single", "double"}})
    CHECK(refused(circle, {fmt::format("{}={}", key, value)}) ==
          fmt::format("must be {} with mesh.walls = cut, or use mesh.walls = stairs", needed));
  const auto steady = text_with(circle, "steady = 1e-5");
  CHECK(case_from(steady).march == March::transient);
  CHECK(case_from(steady, {"mesh.walls=stairs"}).march == March::steady);
  CHECK(test_support::reason_of_refusal([&] { case_from(steady, {"time.march=steady"}); }) ==
        "needs mesh.walls = stairs");
}

TEST_CASE("options of bodies that contradict the walls of the mesh") {
  const std::string circle = "circle = 6.5 5.5 2.2 ";
  CHECK(refused(circle + "walls=round").ends_with("walls=round must be cut or stairs"));
  CHECK(refused(circle + "gas=outside").ends_with("gas=outside must be inside"));
  CHECK(refused(circle + "walls=cut", {"mesh.walls=stairs"})
            .ends_with("walls=cut needs mesh.walls = cut"));
  const std::string only_cut = "gas=inside is for a body that cuts cells: mesh.walls = cut";
  CHECK(refused(circle + "gas=inside", {"mesh.walls=stairs"}).ends_with(only_cut));
  CHECK(refused(circle + "gas=inside walls=stairs").ends_with(only_cut));
}

TEST_CASE("bodies that cannot cut the mesh") {
  CHECK(refused("circle = 6.5 5.5 0.4")
            .ends_with("crosses fewer than three mesh lines: the mesh is too coarse for it"));
  CHECK(refused("circle = 60 5.5 2")
            .ends_with("lies outside the mesh or wholly inside other bodies"));
  CHECK(refused("circle = 6 6 1\nrectangle = 3 3 9 9")
            .ends_with("lies outside the mesh or wholly inside other bodies"));
  CHECK(refused("rectangle = -9 -9 99 99").ends_with("leaves no gas in the domain"));
}

TEST_CASE("a body that cuts cells moves along its sides only") {
  CHECK(refused("circle = 6.5 5.5 2.2 velocity=0.1,0")
            .find("can only move along its sides: at x = ") != std::string::npos);
  const Case c = with("polygon = -9 -9  30 -9  30 2.6  -9 2.6 velocity=0.1,0",
                      {"boundary.west=periodic", "boundary.east=periodic", "initial.state=rest"});
  CHECK(c.walls[c.bodies[0].wall - 1].values.velocity[0] == 0.1);
}

TEST_CASE("a circle that cuts cells may turn about its centre") {
  const std::string circle = "circle = 6.5 5.5 2.2 ";
  const Case c = with(circle + "turning=-0.3");
  const WallValues& wall = c.walls[static_cast<std::size_t>(c.bodies[0].wall) - 1].values;
  CHECK(wall.turning == -0.3);
  CHECK(wall.turns_about == std::array{6.5, 5.5});
  CHECK(with(circle + "turning=1 walls=cut").cut);
  CHECK(refused(circle + "turning=0.1,0.2").find("must be a number") != std::string::npos);
  const std::string only_cut = "turning is for a body that cuts cells: mesh.walls = cut";
  CHECK(refused(circle + "turning=0.1", {"mesh.walls=stairs"}).ends_with(only_cut));
  CHECK(refused(circle + "turning=0.1 walls=stairs").ends_with(only_cut));
  CHECK(refused("circle = 6.5 5.5 1 turning=0.1 count=2,1 spacing=6,0")
            .ends_with("turning is for a single body; give each one a line of its own"));
}

TEST_CASE("spheres and cylinders that cut cells may turn about an axis") {
  const std::vector<std::string> in_space = {"mesh.z=0 12", "mesh.cells=24 12 12",
                                             "boundary.bottom=wall", "boundary.top=wall"};
  const auto wall_of = [&](const std::string& body) {
    const Case c = with(body, in_space);
    CHECK(c.cut_in_space);
    return c.walls[static_cast<std::size_t>(c.bodies[0].wall) - 1].values;
  };
  const WallValues sphere = wall_of("sphere = 6.5 5.5 6.2 2.2 turning=0.1,-0.2,0.3");
  CHECK(sphere.turning_in_space == std::array{0.1, -0.2, 0.3});
  CHECK(sphere.turns_about_in_space == std::array{6.5, 5.5, 6.2});
  const WallValues cylinder = wall_of("cylinder = 4 5 6 10 5 6 2.2 turning=-0.5");
  CHECK(cylinder.turning_in_space == std::array{-0.5, -0.0, -0.0});
  CHECK(cylinder.turns_about_in_space == std::array{4.0, 5.0, 6.0});
  CHECK(wall_of("circle = 6.5 5.5 2.2 turning=2").turning_in_space == std::array{0.0, 0.0, 2.0});
  CHECK(refused("sphere = 6.5 5.5 6.2 2.2 turning=1", in_space)
            .find("turning=1 must be three numbers WX,WY,WZ") != std::string::npos);
  CHECK(refused("sphere = 60 5.5 6 2.2", in_space)
            .ends_with("lies outside the mesh or wholly inside other bodies"));
}

TEST_CASE("bodies that cut a mesh of three axes") {
  const std::vector<std::string> in_space = {"mesh.z=0 12", "mesh.cells=24 12 12",
                                             "boundary.bottom=wall", "boundary.top=wall"};
  const std::string sphere = "sphere = 6.5 5.5 6.2 2.2";
  const Case c = with(sphere, in_space);
  CHECK(c.cut_in_space->report.cut_cells > 0);
  CHECK(c.output.fields.back() == "volume_fraction");
  CHECK_FALSE(with(sphere + " walls=stairs", in_space).cut_in_space);
  const std::string through = "its velocity has a component through its surface";
  CHECK(refused(sphere + " velocity=0.1,0,0", in_space).ends_with(through));
  const std::string rod = "cylinder = -9 5 6 30 5 6 2.2 velocity=";
  CHECK(refused(rod + "0.1,0.1,0", in_space).ends_with(through));
  CHECK(with(rod + "0.1,0,0", in_space).walls.back().values.velocity[0] == 0.1);
  CHECK(refused("sphere = 6.25 5.25 6.25 0.1", in_space)
            .find("lies within one cell or inside other bodies") != std::string::npos);
  const auto values = sample(c, {sample_point(c, {6.5, 5.5, 8.6})}, initial_state(c));
  CHECK(std::isfinite(values[0].p));
  std::vector<std::string> with_walls = in_space;
  with_walls.emplace_back("output.walls=on velocity=1");
  CHECK(refused(sphere, with_walls)
            .find("must be off with mesh.walls = cut on a mesh of three axes") !=
        std::string::npos);
}

TEST_CASE("a checkpoint tells bodies apart that cover the same cells") {
  const auto problem_of = [](const char* radius) {
    return Problem(config::parse_case(text_with(fmt::format("circle = 6.5 5.5 {}", radius)),
                                      "test.cfg", {}, key_tables()),
                   methods::Start::read);
  };
  const Problem one = problem_of("2.2"), same = problem_of("2.2"), other = problem_of("2.21");
  CHECK(one.mesh().tags == other.mesh().tags);
  CHECK(*one.boundary_tables().back() == *same.boundary_tables().back());
  CHECK(*one.boundary_tables().back() != *other.boundary_tables().back());
}

}  // namespace slipflow::simple_ts::test_cut_walls
