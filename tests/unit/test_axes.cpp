// Meshes of one and of three axes: layout, tags, bodies and identity as on two axes.
#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <set>

#include "slipflow/config/settings.hpp"
#include "slipflow/setup/bodies.hpp"
#include "slipflow/setup/box_mesh.hpp"
#include "slipflow/setup/field_comparison.hpp"
#include "slipflow/setup/shared_keys.hpp"
#include "slipflow/support/error.hpp"

namespace test_axes {

using namespace slipflow;
using mesh::kPad;
using mesh::Layout;
using setup::Outside;

namespace {
config::Settings settings_from(int axes, const std::string& text) {
  auto rows = setup::mesh_keys(axes);
  const auto bodies = setup::body_keys({}, axes);
  rows.insert(rows.end(), bodies.begin(), bodies.end());
  return config::parse_case(text, "case.cfg", {}, config::make_key_tables({{"any", rows}}));
}

const std::string box =
    "[mesh]\nx = 0 6\ny = 0 5\nz = 0 4\ncells = 6 5 4\n[body]\n"
    "rectangle = 1 1 3 2 z=1,3\ncircle = 4.5 3.5 1\n";

/// Every body has the same wall.
const setup::BodyWalls one_wall = {[](const config::Directive&, const std::string&) { return 7; },
                                   [](int, int) { return ""; }};

std::string refusal_of(const std::string& text) {
  try {
    const auto settings = settings_from(3, text);
    auto mesh = setup::read_mesh(settings);
    std::vector<std::string> notes;
    setup::read_bodies(settings, one_wall, mesh, notes);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}
}  // namespace

TEST_CASE("a layout has a place of its own for every value of one, two or three axes") {
  for (const auto& [layout, values] :
       {std::pair(Layout{5}, 13), {Layout{5, 3}, 13 * 11}, {Layout{5, 3, 2}, 13 * 11 * 10}}) {
    CAPTURE(values);
    CHECK(layout.size() == static_cast<std::size_t>(values));
    std::set<std::size_t> places;
    const int pad_y = layout.ny ? kPad : 0, pad_z = layout.nz ? kPad : 0;
    for (int k = -pad_z; k < std::max(layout.nz, 1) + pad_z; ++k)
      for (int j = -pad_y; j < std::max(layout.ny, 1) + pad_y; ++j)
        for (int i = -kPad; i < layout.nx + kPad; ++i) places.insert(layout.at(i, j, k));
    CHECK(places.size() == layout.size());
    CHECK(*places.rbegin() == layout.size() - 1);
  }
}

TEST_CASE("cells are counted in 64 bits") {
  mesh::Mesh mesh;
  mesh.x = mesh.y = mesh.z = mesh::uniform_axis(0, 1, 3000);
  CHECK(mesh.cells() == 27'000'000'000);
}

TEST_CASE("bodies on three axes: a shape extends in z over the mesh, or from Z0 to Z1") {
  const auto settings = settings_from(3, box);
  auto mesh = setup::read_mesh(settings);
  std::vector<std::string> notes;
  const auto bodies = setup::read_bodies(settings, one_wall, mesh, notes).bodies;
  REQUIRE(bodies.size() == 2);
  CHECK(bodies[0].cell_count == 2 * 1 * 2);
  CHECK(bodies[0].cells.k0 == 1);
  CHECK(bodies[0].cells.k1 == 3);
  CHECK(bodies[1].cell_count % 4 == 0);  // the same cells in all four planes
  CHECK(bodies[1].cells.k1 == 4);
  CHECK(mesh.solid(1, 1, 1));
  CHECK_FALSE(mesh.solid(1, 1, 0));
  CHECK(mesh.solid(4, 3, 0));
  CHECK(mesh.axes() == 3);
  CHECK(mesh.cells() == 120);
}

TEST_CASE("an extent in z that cannot be is refused") {
  for (const char* z : {"z=3,1", "z=1", "z=a,b", "z=0,1e300"})
    CHECK(refusal_of("[mesh]\nx = 0 6\ny = 0 5\nz = 0 4\ncells = 6 5 4\n[body]\nrectangle = 1 1 3 "
                     "2 " +
                     std::string(z) + "\n")
              .find("must be two numbers Z0,Z1 with Z0 < Z1") != std::string::npos);
}

TEST_CASE("on x alone a body is cut through its middle") {
  const auto settings = settings_from(1, "[mesh]\nx = 0 10\ncells = 10\n[body]\ncircle = 5 7 2\n");
  auto mesh = setup::read_mesh(settings);
  std::vector<std::string> notes;
  const auto bodies = setup::read_bodies(settings, one_wall, mesh, notes).bodies;
  CHECK(bodies[0].cell_count == 4);
  CHECK(mesh.solid(3, 0));
  CHECK_FALSE(mesh.solid(2, 0));
  CHECK(mesh.layout().size() == 18);
}

TEST_CASE("ghost tags on three axes: in a plane of cells they are those of two axes") {
  using Kinds = std::array<Outside, 6>;
  const Kinds kinds = {Outside::like_last_cell, Outside::wall,     Outside::gas,
                       Outside::wall,           Outside::periodic, Outside::periodic};
  const std::array<int, 6> walls = {0, 1, 0, 2, 0, 0};
  const auto settings = settings_from(3, box);
  auto solid = setup::read_mesh(settings);
  std::vector<std::string> notes;
  setup::read_bodies(settings, one_wall, solid, notes);
  setup::tag_ghosts(kinds, walls, solid);
  const auto layout = solid.layout();
  for (int k = 0; k < layout.nz; ++k) {
    mesh::Mesh plane{solid.x, solid.y, {}, {}};
    plane.tags.assign(plane.layout().size(), 0);
    for (int j = 0; j < layout.ny; ++j)
      for (int i = 0; i < layout.nx; ++i)
        plane.tags[plane.layout().at(i, j)] = solid.tags[layout.at(i, j, k)];
    setup::tag_ghosts(std::span(kinds).first(4), std::span(walls).first(4), plane);
    int different = 0;
    for (int j = -kPad; j < layout.ny + kPad; ++j)
      for (int i = -kPad; i < layout.nx + kPad; ++i)
        different += plane.solid(i, j) != solid.solid(i, j, k);
    CHECK(different == 0);
  }
  CHECK(solid.tags[layout.at(1, 1, -1)] == solid.tags[layout.at(1, 1, layout.nz - 1)]);
  CHECK(solid.tags[layout.at(1, 1, layout.nz + 1)] == solid.tags[layout.at(1, 1, 1)]);
}

TEST_CASE("two fields on three axes are compared at all their faces") {
  const Layout layout{3, 4, 2};
  std::vector<double> a(layout.size(), 1.0), b = a;
  b[layout.at(2, 3, 2)] = 2;  // a top face of the last plane of cells
  const setup::FieldInfo w{"w", "velocity w", "", setup::Location::face_normal_to_z, true};
  const auto found = setup::compare_field(w, layout, setup::Precision::in_double, a, b);
  CHECK(found.different == 1);
  CHECK(found.k == 2);
  const setup::FieldInfo T{"T", "temperature T", "", setup::Location::cell_centre, true};
  CHECK(setup::compare_field(T, layout, setup::Precision::in_double, a, b).different == 0);
}

}  // namespace test_axes
