// Lines of bodies in space and of files with outlines: svg, stl, box, sphere, cylinder.
#include <doctest/doctest.h>

#include "failure.hpp"
#include "slipflow/config/settings.hpp"
#include "slipflow/setup/bodies.hpp"
#include "slipflow/setup/box_mesh.hpp"
#include "slipflow/setup/shared_keys.hpp"
#include "surfaces.hpp"
#include "test_folder.hpp"

namespace test_space_bodies {

using namespace slipflow;

namespace {
/// The bodies of a line on a mesh of cells of 1, or why it is refused.
struct Placed {
  mesh::Mesh mesh;
  std::vector<setup::Body> bodies;
  std::vector<std::string> notes;
};

class Lines {
 public:
  Lines() {
    folder_.write("box.stl", test_surfaces::ascii(test_surfaces::box({0, 0, 0}, {1, 1, 1})));
    folder_.write("bad.stl", "solid\nendsolid\n");
    folder_.write(
        "page.svg",
        "<svg viewBox='0 0 60 40'><path d='M0 0H10V20H0Z'/><circle cx='40' cy='20' r='10'/>"
        "</svg>");
    std::string path = "M0 0";  // of 32768 edges
    for (int k = 0; k < 16384; ++k) path += "V20V0";
    folder_.write("dense.svg", "<svg viewBox='0 0 60 40'><path d='" + path + "'/></svg>");
  }

  Placed placed(int axes, const std::string& lines) const {
    auto rows = setup::mesh_keys(3, 2);
    for (const auto& row : setup::body_keys({}, 3)) rows.push_back(row);
    const std::string mesh = axes == 3 ? "x = 0 6\ny = 0 4\nz = 0 5\ncells = 6 4 5\n"
                                       : "x = 0 6\ny = 0 4\ncells = 6 4\n";
    const auto settings = config::parse_case("[mesh]\n" + mesh + "[body]\n" + lines + "\n",
                                             (folder_ / "case.cfg").string(), {},
                                             config::make_key_tables({{"any", rows}}));
    Placed placed{setup::read_mesh(settings), {}, {}};
    const setup::BodyWalls walls = {[](const config::Directive&, const std::string&) { return 7; },
                                    [](int, int) { return std::string(); }};
    placed.bodies = setup::read_bodies(settings, walls, placed.mesh, placed.notes).bodies;
    return placed;
  }

  /// What follows "case.cfg:N: " and the line.
  std::string refusal(int axes, const std::string& line) const {
    const auto [status, sentence] = test_support::failure([&] { placed(axes, line); });
    CHECK(status == ExitStatus::bad_input);
    const auto at = sentence.find(line);
    REQUIRE(at != std::string::npos);
    return sentence.substr(at + line.size() + 2);
  }

 private:
  test_support::Folder folder_;
};
}  // namespace

TEST_CASE("boxes, spheres, cylinders and surfaces are bodies in space") {
  const Lines lines;
  const auto placed = lines.placed(3,
                                   "box = 0 0 0 2 1 3\nsphere = 4.5 2.5 2.5 1\n"
                                   "cylinder = 0 3 1 0.9 3 1 0.8\nstl = box.stl shift=5,3,4\n");
  REQUIRE(placed.bodies.size() == 4);
  CHECK(placed.bodies[0].name == "box 1");
  CHECK(placed.bodies[0].cell_count == 6);
  CHECK(placed.bodies[1].cell_count == 7);
  CHECK(placed.bodies[1].cells.j0 == 1);  // wider in the middle than in its lowest plane
  CHECK(placed.bodies[1].cells.j1 == 4);
  CHECK(placed.bodies[1].cells.k0 == 1);
  CHECK(placed.bodies[1].cells.k1 == 4);
  CHECK(placed.bodies[2].cell_count == 4);
  CHECK(placed.bodies[3].name == "stl 1");
  CHECK(placed.bodies[3].cell_count == 1);
  CHECK(placed.mesh.solid(5, 3, 4));
  CHECK(placed.notes.empty());
  CHECK(lines.placed(3, "stl = box.stl scale=2 shift=1,1,1").bodies[0].cell_count == 8);
  CHECK(lines.placed(3, "box = 0 0 0.2 2 1 3").notes ==
        std::vector<std::string>{
            "box 1 lies on cell faces only: it becomes x 0 to 2, y 0 to 1, z 0 to 3"});
  CHECK(lines.placed(3, "sphere = 3 2 0 1").notes ==
        std::vector<std::string>{"sphere 1 reaches beyond the mesh, which cuts it off"});
}

TEST_CASE("on two axes a surface is its section, and solids in space are refused") {
  const Lines lines;
  const auto placed = lines.placed(2, "stl = box.stl scale=2 shift=1,1,1 section=2.5");
  CHECK(placed.bodies[0].cell_count == 4);
  CHECK(placed.mesh.solid(1, 1));
  CHECK(lines.refusal(2, "stl = box.stl") ==
        "needs section=Z, the height of the section that the mesh of two axes has");
  CHECK(lines.refusal(3, "stl = box.stl section=1") ==
        "section is for a mesh of two axes; on three the body is the whole solid");
  CHECK(lines.refusal(2, "stl = box.stl section=2") ==
        "section=2 misses the surface, which extends from z = 0 to 1");
  for (const char* line : {"box = 0 0 0 2 1 3", "sphere = 1 1 1 1", "cylinder = 0 0 0 0 0 1 1"})
    CHECK(lines.refusal(2, line) == "is for a mesh of three axes");
}

TEST_CASE("a drawing's page covers the mesh or a rectangle, upright") {
  const Lines lines;
  const auto placed = lines.placed(2, "svg = page.svg");
  CHECK(placed.bodies[0].cell_count == 2 + 4);
  CHECK(placed.mesh.solid(0, 3));  // at the top of the page
  CHECK(placed.mesh.solid(0, 2));
  CHECK(placed.mesh.solid(3, 2));
  CHECK_FALSE(placed.mesh.solid(0, 1));
  // Half as large, twice; in space from z to z.
  CHECK(lines.placed(2, "svg = page.svg 0 0 3 2 count=2 spacing=3,2").bodies.size() == 2);
  CHECK(lines.placed(3, "svg = page.svg z=1,3").bodies[0].cell_count == 2 * 6);
  CHECK(
      lines.refusal(2, "svg = page.svg 0 0 4 4") ==
      "the page of 'page.svg' has 60 x 40, but covers 4 x 4: page and rectangle must have the same "
      "aspect ratio, as with the rectangle 0 0 4 2.66667");
}

TEST_CASE("lines of solids that cannot be are refused in one sentence") {
  const Lines lines;
  CHECK(lines.refusal(3, "box = 1 1 1 2 2 1") ==
        "the six numbers are x0 y0 z0 x1 y1 z1 with x0 < x1, y0 < y1 and z0 < z1");
  CHECK(lines.refusal(3, "sphere = 1 1 1 0") ==
        "the four numbers are x y z r, with a radius greater than 0");
  for (const char* line : {"cylinder = 1 1 1 1 1 1 1", "cylinder = 1 1 1 2 2 2 -1"})
    CHECK(
        lines.refusal(3, line) ==
        "the seven numbers are x0 y0 z0 x1 y1 z1 r, the different centres of the ends and a radius "
        "greater than 0");
  CHECK(lines.refusal(3, "stl = box.stl scale=-1") ==
        "scale=-1 must be a number greater than 0 and at most 1000000000000");
  CHECK(lines.refusal(3, "stl = box.stl shift=1,2") == "shift=1,2 must be three numbers DX,DY,DZ");
  CHECK(lines.refusal(3, "stl = box.stl shift=0,0,1e300").ends_with("the largest length"));
  CHECK(lines.refusal(3, "stl = box.stl shift=9,9,9") ==
        "covers no cell centre; the mesh is too coarse for it or it lies outside");
  CHECK(lines.refusal(3, "stl = bad.stl").ends_with("bad.stl' has no triangles"));
  CHECK(lines.refusal(2, "svg = dense.svg count=129 spacing=0,0") ==
        "129 copies of 32768 edges are more than 4194304 edges in all");
  CHECK(lines.refusal(2, "svg = box.stl").find("is no SVG or damaged") != std::string::npos);
}

}  // namespace test_space_bodies
