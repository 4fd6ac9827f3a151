// The picture of a mesh: what is where, in which colour.
#include <doctest/doctest.h>

#include <map>
#include <memory>

#include "png_picture.hpp"
#include "slipflow/drawing/mesh_picture.hpp"
#include "slipflow/setup/bodies.hpp"
#include "test_output_support.hpp"

namespace test_drawing_mesh_picture {

using slipflow::ExitStatus;
using slipflow::drawing::draw_mesh_picture;
using slipflow::drawing::MeshPicture;
using slipflow::drawing::write_mesh_picture;
using test_output::failure;
using test_output::Folder;
using test_output::Picture;
using test_output::Pixel;

namespace {
/// How many pixels have each colour.
std::map<Pixel, int> colours(const Picture& picture) {
  std::map<Pixel, int> counts;
  for (int y = 0; y < picture.height(); ++y)
    for (int x = 0; x < picture.width(); ++x) ++counts[picture.pixel(x, y)];
  return counts;
}

// In the order in which the legend takes them.
constexpr Pixel kFirst = {0x00, 0x72, 0xb2}, kSecond = {0xd5, 0x5e, 0x00},
                kThird = {0x00, 0x9e, 0x73};
constexpr Pixel kFace = {0xdd, 0xdd, 0xdd};

/// Eight by four cells, with a body of two by two of them.
slipflow::mesh::Mesh mesh_with_body() {
  auto mesh = test_output::gas_mesh({0, 1, 2, 3, 4, 5, 6, 7, 8}, {0, 1, 2, 3, 4});
  for (const int j : {1, 2})
    for (const int i : {5, 6}) mesh.tags[mesh.layout().at(i, j)] = 2;
  return mesh;
}

MeshPicture words() {
  return {.title = "Title",
          .sides = {"stream", "outflow", "wall", "outflow"},
          .side_kinds = {"stream", "outflow", "wall, slip", "outflow"},
          .wall_kinds = {"wall, slip", "wall, slip"},
          .bodies = {{"body", 2, {5, 1, 7, 3}}},
          .width = 800};
}
}  // namespace

TEST_CASE("a mesh picture shows faces, boundaries and bodies, those of one kind in one colour") {
  const Folder folder;
  const auto mesh = mesh_with_body();
  write_mesh_picture(folder / "m.png", mesh, words());
  const Picture picture(folder / "m.png");
  CHECK(picture.width() == 800);
  auto found = colours(picture);
  // The plot is some 650 pixels wide: a cell has 80 x 80. Name and outline take some of the body.
  CHECK(found[kThird] > 4 * 70 * 70);
  CHECK(found[kFirst] > 300 * 6);   // the west side
  CHECK(found[kSecond] > 900 * 6);  // east and north
  CHECK(found[kFirst] < found[kSecond]);
  CHECK(found[kFace] > 7 * 200 + 3 * 400);
  // The body is in the right half, halfway up the plot.
  int in_right_half = 0, in_left_half = 0;
  for (int y = picture.height() / 2 - 100; y < picture.height() / 2 + 100; ++y)
    for (int x = 0; x < picture.width(); ++x)
      (x < picture.width() / 2 ? in_left_half : in_right_half) += picture.pixel(x, y) == kThird;
  CHECK(in_right_half > 4 * 50 * 50);
  CHECK(in_left_half == 0);
}

TEST_CASE("in space it shows the plane with a body that is nearest to the middle of z") {
  auto plane = mesh_with_body();
  auto mesh = plane;
  mesh.z = slipflow::mesh::uniform_axis(0, 1, 5);
  const auto body = [&](int k, const std::array<int, 2>& rows) {
    for (const int j : rows)
      for (const int i : {5, 6}) mesh.tags[mesh.layout().at(i, j, k)] = 2;
  };
  mesh.tags.assign(mesh.layout().size(), 0);
  body(0, {0, 1});
  CHECK(draw_mesh_picture(mesh, words()) != draw_mesh_picture(plane, words()));
  body(3, {1, 2});
  CHECK(draw_mesh_picture(mesh, words()) == draw_mesh_picture(plane, words()));
}

TEST_CASE("cut cells have the colour of the body by their share of solid, and outlines") {
  const Folder folder;
  auto mesh = test_output::gas_mesh({0, 1, 2, 3, 4, 5, 6, 7, 8}, {0, 1, 2, 3, 4});
  const slipflow::mesh::Rectangle shape{4.25, 1, 7, 3};  // three quarters of column 4
  MeshPicture picture = words();
  picture.bodies.clear();
  picture.cut = std::make_shared<const slipflow::mesh::CutMesh>(
      slipflow::mesh::cut_mesh(mesh, {{shape, false, 2}}, {false, false}));
  mesh.tags = picture.cut->tags;
  write_mesh_picture(folder / "m.png", mesh, picture);
  auto found = colours(Picture(folder / "m.png"));
  constexpr Pixel mixed = {0x40, 0xb6, 0x96};  // of white and the body's colour
  CHECK(found[kThird] > 4 * 70 * 70);
  CHECK(found[mixed] > 2 * 70 * 70);
  const int ink = found[{0x22, 0x22, 0x22}];
  picture.cut = nullptr;
  write_mesh_picture(folder / "stairs.png", mesh, picture);
  found = colours(Picture(folder / "stairs.png"));
  CHECK(found[mixed] == 0);
  CHECK(ink != found[{0x22, 0x22, 0x22}]);
}

TEST_CASE("the edges of stairs are drawn over cut cells") {
  const Folder folder;
  auto mesh = test_output::gas_mesh({0, 1, 2, 3, 4, 5, 6, 7, 8}, {0, 1, 2, 3, 4});
  const slipflow::mesh::CutBody body{slipflow::mesh::Rectangle{4.25, 1, 7, 3}, false, 2};
  const slipflow::mesh::CutBody hole{slipflow::mesh::Rectangle{0.75, 0.75, 7.5, 3.25}, true, 1};
  MeshPicture picture = words();
  picture.bodies.clear();
  picture.cut = std::make_shared<const slipflow::mesh::CutMesh>(
      slipflow::mesh::cut_mesh(mesh, {body, hole}, {false, false}));
  mesh.tags = picture.cut->tags;
  const std::vector<slipflow::setup::Body> bodies = {
      {.name = "a", .wall = 2, .cells = {}, .cut = body},
      {.name = "b", .wall = 1, .cells = {}, .cut = hole}};
  picture.stairs = slipflow::setup::tags_with_stairs(mesh, bodies);
  // Column 4, whose centre lies in the body, and row 0, whose centres lie outside the hole.
  const auto solid = [&](int i, int j) { return picture.stairs[mesh.layout().at(i, j)]; };
  CHECK((solid(4, 1) == 2 && solid(3, 1) == 0 && solid(6, 2) == 2 && solid(7, 2) == 0));
  CHECK((solid(0, 1) == 1 && solid(3, 0) == 1 && solid(1, 3) == 1 && solid(1, 2) == 0));
  constexpr Pixel red = {0xcc, 0x00, 0x00};
  write_mesh_picture(folder / "m.png", mesh, picture);
  const int edges = colours(Picture(folder / "m.png"))[red];
  // 8 faces around the body and 18 around the gas, each of some 80 pixels, of which letters hide
  // none.
  CHECK(edges > 26 * 40);
  CHECK(edges < 26 * 80 * 3);
  picture.stairs.clear();
  write_mesh_picture(folder / "without.png", mesh, picture);
  CHECK(colours(Picture(folder / "without.png"))[red] == 0);
}

TEST_CASE("of faces that are too dense only some are drawn") {
  const Folder folder;
  slipflow::mesh::Mesh mesh;
  mesh.x = slipflow::mesh::uniform_axis(0, 2, 3000);
  mesh.y = slipflow::mesh::uniform_axis(0, 1, 2);
  mesh.tags.assign(mesh.layout().size(), 0);
  MeshPicture picture = words();
  picture.bodies.clear();
  write_mesh_picture(folder / "m.png", mesh, picture);
  auto found = colours(Picture(folder / "m.png"));
  CHECK(found[kFace] > 30000);
  CHECK(found[{0xff, 0xff, 0xff}] > 2 * found[kFace]);
}

TEST_CASE("a mesh picture that cannot be written is an output error") {
  const Folder folder;
  const auto [status, sentence] =
      failure([&] { write_mesh_picture(folder / "no/m.png", mesh_with_body(), words()); });
  CHECK(status == ExitStatus::output_failed);
  CHECK(sentence.find("m.png: No such file or directory") != std::string::npos);
}

}  // namespace test_drawing_mesh_picture
