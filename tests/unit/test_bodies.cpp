// Bodies of a case: rows and rings, overlaps, motion, narrow gaps, forces on any shape.
#include <doctest/doctest.h>
#include <png.h>

#include <algorithm>

#include "loads_of_state.hpp"
#include "slipflow/simple_ts/case_warnings.hpp"
#include "test_cases.hpp"
#include "test_output_support.hpp"

using slipflow::ExitStatus;

namespace slipflow::simple_ts::test_bodies {

namespace {
/// A channel of 24 x 12 unit cells between walls at rest; line 9 is the first body.
std::string text_with(const std::string& bodies) {
  return "[gas]\nknudsen = 0.05\nmach = 2\n[mesh]\nx = 0 24\ny = 0 12\ncells = 24 12\n[body]\n" +
         bodies +
         "\n[boundary]\nwest = stream\neast = outflow\nsouth = wall\nnorth = wall\n"
         "[time]\nstep = 0.01\nmax_steps = 1\n";
}

Case with(const std::string& bodies, const std::vector<std::string>& set = {}) {
  return case_from(text_with(bodies), set);
}

/// What is behind "test.cfg:9: body.KEY = VALUE: " in the message that refuses the bodies.
std::string refused(const std::string& bodies, const std::vector<std::string>& set = {}) {
  return test_support::reason_of_refusal([&] { with(bodies, set); });
}

long solid_cells(const Case& c) {
  long count = 0;
  for (int j = 0; j < c.mesh.y.cells(); ++j)
    for (int i = 0; i < c.mesh.x.cells(); ++i) count += c.mesh.solid(i, j);
  return count;
}

/// Where the smallest box around the body begins and ends.
std::string box(const Body& body) {
  const auto& b = body.cells;
  return fmt::format("{},{} {},{}", b.i0, b.j0, b.i1, b.j1);
}
}  // namespace

TEST_CASE("each body has its name, wall, cells and options") {
  const Case c = with(
      "circle = 5 6 1 temperature=2 slip=off\nrectangle = 12 4 14 7 jump=adiabatic\n"
      "polygon = 18 2 22 2 22 6");
  REQUIRE(c.bodies.size() == 3);
  CHECK(c.bodies[0].name == "rectangle 1");
  CHECK(c.bodies[1].name == "polygon 1");
  CHECK(c.bodies[2].name == "circle 1");
  CHECK(box(c.bodies[2]) == "4,5 6,7");
  CHECK(c.bodies[2].cell_count == 4);
  CHECK(c.walls[c.bodies[2].wall - 1].values.temperature == 2);
  CHECK(c.walls[c.bodies[2].wall - 1].values.slip == 0);
  CHECK(c.walls[c.bodies[0].wall - 1].values.jump == -1);
  CHECK(c.mesh.tags[c.mesh.layout().at(13, 5)] == c.bodies[0].wall);
}

TEST_CASE("count and spacing make a row, two numbers of count rows and columns") {
  const Case row = with("rectangle = 1 2 2 3 count=3 spacing=4,3");
  REQUIRE(row.bodies.size() == 3);
  CHECK(box(row.bodies[0]) == "1,2 2,3");
  CHECK(box(row.bodies[2]) == "9,8 10,9");
  CHECK(row.bodies[2].name == "rectangle 3");
  const Case grid = with("rectangle = 1 2 2 3 count=4,2 spacing=5,6");
  REQUIRE(grid.bodies.size() == 8);
  CHECK(box(grid.bodies[3]) == "16,2 17,3");
  CHECK(box(grid.bodies[7]) == "16,8 17,9");
}

TEST_CASE("count and around make a ring, of equal angles or those of spacing") {
  const Case ring = with("circle = 17 6 0.8 count=4 around=12,6");
  REQUIRE(ring.bodies.size() == 4);
  CHECK(box(ring.bodies[0]) == "16,5 18,7");
  CHECK(box(ring.bodies[1]) == "11,10 13,12");
  CHECK(box(ring.bodies[2]) == "6,5 8,7");
  CHECK(box(ring.bodies[3]) == "11,0 13,2");
  // Turned by a quarter each: the blade lies, then stands.
  const Case blades = with("rectangle = 14 5 16 7 count=2 spacing=90 around=12,6");
  CHECK(box(blades.bodies[0]) == "14,5 16,7");
  CHECK(box(blades.bodies[1]) == "11,8 13,10");
}

TEST_CASE("rows and rings that cannot be") {
  const std::string body = "circle = 12 6 1 ";
  const std::string number =
      " must be a whole number N, or two of them NX,NY, for at most 255 bodies";
  CHECK(refused(body + "count=3") ==
        "count needs spacing=DX,DY for a row, or around=X,Y for a ring");
  CHECK(refused(body + "spacing=3,0") == "spacing needs count=N too");
  CHECK(refused(body + "around=3,0") == "around needs count=N too");
  for (const std::string count : {"0", "1.5", "256", "16,16", "2,", "1e400", "x"})
    CHECK(refused(body + "spacing=1,1 count=" + count) == "count=" + count + number);
  CHECK(refused(body + "count=2 spacing=1") == "spacing=1 must be two numbers DX,DY");
  CHECK(refused(body + "count=2 spacing=1,1e13") ==
        "spacing=1,1e13 must be two numbers DX,DY, not beyond 1000000000000");
  CHECK(refused(body + "count=2 around=1") == "around=1 must be two numbers X,Y");
  CHECK(refused(body + "count=2 around=1,1 spacing=1,1") ==
        "spacing=1,1 must be one number, degrees, in a ring");
  CHECK(refused(body + "count=2,2 around=1,1") == "a ring (around=X,Y) takes one number, count=N");
  CHECK(refused(body + "count=3 spacing=9,0") ==
        "circle 3 covers no cell centre; the mesh is too coarse for it or it lies outside");
}

TEST_CASE("shapes that cannot be") {
  CHECK(refused("circle = 5 5 0") == "the three numbers are x y r, with a radius greater than 0");
  CHECK(refused("polygon = 1 1 2 2 3 3 4") ==
        "the numbers are x and y of each corner, so 7 cannot be");
  CHECK(refused("polygon = 1 1 2 2 3e12 3") ==
        "3000000000000 is beyond 1000000000000, the largest length");
  CHECK(refused("circle = 5.5 5 0.4") ==
        "covers no cell centre; the mesh is too coarse for it or it lies outside");
  CHECK(refused("circle = 12 6 99") == "leaves no gas in the domain");
  const std::string many = "rectangle = 0 0 1 1 count=252 spacing=0,0";
  CHECK(refused(many) == "rectangle 2 lies wholly inside other bodies");
}

TEST_CASE("at most 255 walls and bodies") {
  // Two sides are walls, so 253 bodies are left.
  const std::string mesh = "mesh.cells=2000 12", wide = "mesh.x=0 2000";
  CHECK(with("rectangle = 3 4 4 5 count=253 spacing=4,0", {mesh, wide}).bodies.size() == 253);
  CHECK(refused("rectangle = 3 4 4 5 count=254 spacing=4,0", {mesh, wide}) ==
        "at most 255 walls and bodies in all");
}

TEST_CASE("bodies of the same wall may overlap, and then each cell has one owner") {
  const Case c = with("rectangle = 4 4 8 6\nrectangle = 4 4 6 9\ncircle = 6 5 2 temperature=1");
  REQUIRE(c.bodies.size() == 3);
  CHECK(c.bodies[0].cell_count == 8);
  CHECK(c.bodies[1].cell_count == 6);
  CHECK(box(c.bodies[1]) == "4,6 6,9");
  CHECK(solid_cells(c) == c.bodies[0].cell_count + c.bodies[1].cell_count + c.bodies[2].cell_count);
  CHECK(c.notes.empty());
}

TEST_CASE("different walls over one another are refused with the place") {
  for (const std::string option : {"temperature=2", "slip=off", "jump=off", "velocity=0,1"})
    CHECK(
        refused("rectangle = 4 4 8 6\ncircle = 8 5 2 " + option) ==
        "overlaps rectangle 1, which has another temperature, velocity, slip or jump, at x = 6.5, "
        "y = 4.5");
  CHECK(
      refused("rectangle = 4 4 8 6\nrectangle = 1 4 2 6 count=2 spacing=4,0 slip=off") ==
      "rectangle 3 overlaps rectangle 1, which has another temperature, velocity, slip or jump, at "
      "x = 5.5, y = 4.5");
  CHECK(refused("rectangle = 4 4 8 6\npolygon = 5 4.2 7 4.2 7 5.8 5 5.8") ==
        "lies wholly inside other bodies");
}

TEST_CASE("bodies touch walls and corners; what is outside the mesh is cut off with a note") {
  const Case c = with("circle = 12 0 2.2\nrectangle = 0 10 3 12\npolygon = 20 0 24 0 24 4");
  CHECK(c.bodies.size() == 3);
  REQUIRE(c.notes.size() == 1);
  CHECK(c.notes[0] == "circle 1 reaches beyond the mesh, which cuts it off");
}

TEST_CASE("a body slides along its faces, not through them") {
  const std::string through =
      "can only move along its faces: the x component of its velocity must be 0, as it has a face "
      "across x at cell (4, 4), x = 4.5, y = 4.5";
  CHECK(refused("rectangle = 4 4 8 6 velocity=1,0") == through);
  CHECK(refused("rectangle = 4 4 8 6 velocity=1,1") == through);
  CHECK(refused("rectangle = 4 4 8 6 velocity=free_stream") == through);
  CHECK(refused("rectangle = 4 4 8 6 velocity=0,1")
            .starts_with("can only move along its faces: the y "));
  CHECK(refused("rectangle = 0 0 6 2 velocity=1,0").ends_with("at cell (5, 0), x = 5.5, y = 0.5"));
  CHECK(refused("rectangle = 4 4 8 6 velocity=fast") ==
        "velocity=fast must be free_stream or two numbers UX,UY");
  // A belt through the channel, along a wall and free, and a piston ring round a periodic domain.
  CHECK(refused("rectangle = 0 0 24 2 velocity=1,0") == "not refused");
  CHECK(refused("rectangle = 0 5 24 7 velocity=1,0") == "not refused");
  const std::vector<std::string> periodic = {"boundary.west=periodic", "boundary.east=periodic"};
  CHECK(refused("rectangle = 0 5 24 7 velocity=1,0", periodic) == "not refused");
  CHECK(refused("rectangle = 0 5 23 7 velocity=1,0", periodic)
            .ends_with("at cell (0, 5), x = 0.5, y = 5.5"));
}

TEST_CASE("a gap of one cell is refused with its place, one of two is not") {
  const std::string what = ": close it, or make it two cells wide, better four";
  CHECK(refused("rectangle = 4 4 8 6\nrectangle = 4 7 8 9") ==
        "rectangle 1 leaves a gap one cell wide to rectangle 2 at cell (4, 6), x = 4.5, y = 6.5" +
            what);
  CHECK(refused("rectangle = 4 4 8 6\nrectangle = 9 4 11 6") ==
        "rectangle 1 leaves a gap one cell wide to rectangle 2 at cell (8, 4), x = 8.5, y = 4.5" +
            what);
  CHECK(
      refused("rectangle = 4 1 8 6") ==
      "rectangle 1 leaves a gap one cell wide to the south side at cell (4, 0), x = 4.5, y = 0.5" +
          what);
  CHECK(refused("polygon = 4 4 10 4 10 8 8 8 8 6 7 6 7 8 4 8") ==
        "not refused");  // a slot, a dead end
  CHECK(refused("rectangle = 4 4 7 8\nrectangle = 8 4 10 8 slip=off") ==
        "rectangle 1 leaves a gap one cell wide to rectangle 2 at cell (7, 4), x = 7.5, y = 4.5" +
            what);
  CHECK(refused("polygon = 4 4 7 4 7 7 8 7 8 4 11 4 11 9 10 9 10 8 5 8 5 9 4 9") == "not refused");
  CHECK(refused("rectangle = 4 4 8 6\nrectangle = 4 8 8 10") == "not refused");
  CHECK(refused("rectangle = 4 2 8 6") == "not refused");
}

TEST_CASE("a gap is found across a diagonal and through a periodic boundary") {
  CHECK(refused("rectangle = 4 4 6 6\nrectangle = 6 7 8 9")
            .find("leaves a gap one cell wide to rectangle 2 at cell (6, 6)") != std::string::npos);
  CHECK(refused("rectangle = 4 4 6 6\nrectangle = 6 6 8 8") == "not refused");  // they touch
  CHECK(refused("rectangle = 4 4 6 6\nrectangle = 7 7 9 9") == "not refused");
  const std::vector<std::string> periodic = {"boundary.west=periodic", "boundary.east=periodic"};
  CHECK(refused("rectangle = 1 4 24 6", periodic)
            .find("leaves a gap one cell wide to itself at cell (0, 4)") != std::string::npos);
  CHECK(refused("rectangle = 2 4 24 6", periodic) == "not refused");
}

TEST_CASE("dead ends and walls that do not act on the gas leave no gap") {
  // The tip of a notch gets narrower to one cell.
  CHECK(refused("polygon = 2 2 10 2 10 10 6 3 2 10") == "not refused");
  // Along the diagonal, where no cell has walls on opposite sides.
  CHECK(refused("polygon = 2 2 11 3.2 3 3 3.2 11") == "not refused");
  // A symmetry plane doubles the gap; so does a wall of free slip without heat exchange.
  CHECK(refused("rectangle = 4 1 8 6", {"boundary.south=symmetry"}) == "not refused");
  CHECK(refused("rectangle = 4 1 8 6", {"boundary.south=wall slip=free jump=adiabatic"}) ==
        "not refused");
  CHECK(refused("rectangle = 4 1 8 6", {"boundary.south=wall slip=free"}) != "not refused");
  // A chamber behind a neck is no dead end.
  CHECK(refused("rectangle = 4 3 12 4\nrectangle = 4 8 12 9\nrectangle = 4 4 5 8\n"
                "rectangle = 11 4 12 5\nrectangle = 11 6 12 8")
            .find("leaves a gap one cell wide to rectangle 5 at cell (11, 5)") !=
        std::string::npos);
}

TEST_CASE("a channel one cell high between its boundaries is refused, with the same exemptions") {
  const std::string channel =
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 4\ny = 0 1\ncells = 16 1\n[boundary]\n"
      "west = pressure p=1.05\neast = pressure p=1\nsouth = wall\nnorth = wall\n[initial]\nstate = "
      "rest\n"
      "[time]\nstep = 0.01\nmax_steps = 1\n";
  const auto sentence = [&](const std::vector<std::string>& set) -> std::string {
    const auto [status, text] = test_output::failure([&] { case_from(channel, set); });
    return status == ExitStatus::bad_input ? text : "not refused";
  };
  CHECK(sentence({}) ==
        "test.cfg:6: mesh.cells = 16 1: a single cell between the south side and the north side "
        "lets up "
        "to three times too much gas through: take two cells or more, better four");
  CHECK(sentence({"mesh.cells=1 16", "boundary.west=wall", "boundary.east=wall",
                  "boundary.south=pressure p=1.05", "boundary.north=pressure p=1"})
            .find("between the west side and the east side") != std::string::npos);
  CHECK(sentence({"boundary.west=periodic", "boundary.east=periodic"}) == sentence({}));
  CHECK(sentence({"mesh.cells=16 2"}) == "not refused");
  // Symmetry planes and free walls without heat exchange, a periodic side, and gas at rest in a
  // box.
  CHECK(sentence({"boundary.north=symmetry"}) == "not refused");
  CHECK(sentence({"boundary.north=wall slip=free jump=adiabatic"}) == "not refused");
  CHECK(sentence({"boundary.north=wall slip=free"}) == sentence({}));
  CHECK(sentence({"boundary.west=wall", "boundary.east=wall"}) == "not refused");
}

TEST_CASE("narrow cells that shorten the time step are warned of") {
  const auto warnings = warnings_of(with("", {"mesh.x_stretch=geometric 1.5"}));
  REQUIRE(warnings.size() == 1);
  CHECK(warnings.front().starts_with("the widest cells of an axis are 1.1e+04 times as wide"));
  CHECK(warnings_of(with("", {"mesh.x_stretch=geometric 1.1"})).empty());
}

TEST_CASE("a gap of two or three cells is warned of, with what it does to the flow") {
  const auto warning = [](const std::string& bodies, const std::vector<std::string>& set = {}) {
    const auto warnings = warnings_of(with(bodies, set));
    return warnings.empty() ? "" : warnings.back();
  };
  CHECK(warning("rectangle = 4 4 8 6\nrectangle = 4 8 8 10 slip=off") ==
        "the gap between rectangle 1 and rectangle 2 at cell (4, 6), x = 4.5, y = 6.5, is 2 cells "
        "wide: "
        "without slip 50 % too much gas flows through it; make it four cells wide or more");
  CHECK(warning("rectangle = 4 3 8 6")
            .find("between the south side and rectangle 1 at cell (4, 0), x = "
                  "4.5, y = 0.5, is 3 cells wide: without slip 22 %") != std::string::npos);
  CHECK(warning("rectangle = 4 4 8 7\nrectangle = 11 4 14 7").find("at cell (8, 4)") !=
        std::string::npos);
  CHECK(warning("rectangle = 4 4 8 8") == "");
  // Through a periodic side, and a channel as a whole, closed in itself.
  const std::vector<std::string> periodic = {"boundary.west=periodic", "boundary.east=periodic"};
  CHECK(warning("rectangle = 1 4 23 8", periodic)
            .find("between rectangle 1 and rectangle 1 at cell") != std::string::npos);
  CHECK(warning("rectangle = 0 3 24 12", periodic).find("is 3 cells wide") != std::string::npos);
  CHECK(warning("rectangle = 0 3 24 12").find("is 3 cells wide") != std::string::npos);
  // Pockets, the wedge below a circle, and walls that do not act on the gas.
  CHECK(warning("polygon = 4 4 10 4 10 8 9 8 9 6 7 6 7 8 4 8") == "");
  CHECK(warning("polygon = 4 4 12 4 12 8 4 8 4 7 9 7 9 5 4 5") == "");
  CHECK(warning("circle = 12 6 1.9\npolygon = 0 0 10 0 0 4.4") == "");
  CHECK(warning("rectangle = 4 2 8 6", {"boundary.south=symmetry"}) == "");
  CHECK(warning("rectangle = 4 2 8 6", {"boundary.south=wall slip=free jump=adiabatic"}) == "");
}

TEST_CASE("a mask lies on the whole mesh or on a rectangle, and has a wall like any body") {
  const test_output::Folder folder;
  std::vector<png_byte> grey(12 * 6, 255);
  for (const int row : {2, 3})
    for (const int column : {3, 4, 5}) grey[row * 12 + column] = 0;
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = 12, image.height = 6, image.format = PNG_FORMAT_GRAY;
  REQUIRE(png_image_write_to_file(&image, (folder / "m.png").c_str(), 0, grey.data(), 0, nullptr));
  const auto name = (folder / "m.png").string();
  const Case c = with("mask = " + name + " temperature=2");
  CHECK(c.bodies.at(0).name == "mask 1");
  const Case among_cut = with("mask = " + name, {"mesh.walls=cut"});
  CHECK(among_cut.notes.back() ==
        "mask 1 is a mask, which does not cut cells: it is made of whole ones");
  CHECK(among_cut.mesh.tags == c.mesh.tags);
  CHECK(box(c.bodies[0]) == "6,4 12,8");
  CHECK(c.bodies[0].cell_count == 24);
  CHECK(c.walls[c.bodies[0].wall - 1].values.temperature == 2);
  CHECK(box(with("mask = " + name + " 4 3 16 9").bodies.at(0)) == "7,5 10,7");
  CHECK(refused("mask = " + name + " 4 3 16 12") ==
        "'" + name +
            "' has 12 x 6 pixels, but covers 12 x 9: picture and rectangle must have the same "
            "aspect ratio");
  CHECK(refused("mask = " + name + " 4 3 4 12") ==
        "the four numbers are x0 y0 x1 y1 with x0 < x1 and y0 < y1");
  CHECK(refused("mask = " + name + " 30 0 42 6") ==
        "is not dark at any cell centre; the mesh is too coarse for it or it lies outside");
  CHECK(refused("mask = nowhere.png") == "'nowhere.png' cannot be read: No such file or directory");
}

TEST_CASE("forces on any shape: none in uniform pressure, and those of a pressure gradient") {
  for (const std::string body :
       {"circle = 12 6 3.3", "polygon = 8 3 15 5 9 9", "rectangle = 8 4 13 9"}) {
    const Case c = with(body);
    State s = initial_state(c);
    const auto uniform = body_forces(c, s).at(0);
    CHECK(std::abs(uniform.drag_pressure) < 1e-14);
    CHECK(std::abs(uniform.lift_pressure) < 1e-14);
    // p = 1 + x/10: each row feels the difference over its cells and one more.
    const auto layout = c.mesh.layout();
    for (int j = 0; j < layout.ny; ++j)
      for (int i = 0; i < layout.nx; ++i)
        if (!c.mesh.solid(i, j)) s.rho[layout.at(i, j)] = 1 + 0.1 * c.mesh.x.centre(i);
    const auto& b = c.bodies[0];
    const double rows = b.cells.j1 - b.cells.j0;
    const double expected = -0.1 * (static_cast<double>(b.cell_count) + rows) /
                            (rows * c.gas.u_stream * c.gas.u_stream);
    CHECK(body_forces(c, s).at(0).drag_pressure == doctest::Approx(expected).epsilon(1e-12));
    CHECK(std::abs(body_forces(c, s).at(0).lift_pressure) < 1e-14);
  }
}

}  // namespace slipflow::simple_ts::test_bodies
