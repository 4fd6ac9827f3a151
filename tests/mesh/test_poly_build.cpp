// Polyhedral meshes made of elements and of boxes: their faces, areas, volumes and centres.
#include <doctest/doctest.h>

#include <cmath>

#include "failure.hpp"
#include "slipflow/mesh/poly_build.hpp"
#include "slipflow/mesh/poly_geometry.hpp"

namespace test_poly_build {

using namespace slipflow::mesh;
using slipflow::ExitStatus;
using test_support::failure;

namespace {
constexpr double kRounding = 1e-14;

/// A pyramid on a hexahedron, a prism next to both of its halves, and a tetrahedron on the prism.
struct Solid {
  std::vector<Vector3> points = {{0, 0, 0},     {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                 {0, 0, 1},     {1, 0, 1}, {1, 1, 1}, {0, 1, 1},
                                 {0.5, 0.5, 2}, {2, 0, 0}, {2, 0, 1}, {1.5, 0.3, 3}};
  Elements cells, faces;

  Solid() {
    add(CellShape::hexahedron, {0, 1, 2, 3, 4, 5, 6, 7});
    add(CellShape::pyramid, {4, 5, 6, 7, 8});
    add(CellShape::prism, {1, 9, 2, 5, 10, 6});
    add(CellShape::tetrahedron, {5, 10, 6, 11});
    faces.names = {"floor", "left"};
    faces.add(CellShape::quadrilateral, std::vector{0, 1, 2, 3}, 0);
    faces.add(CellShape::triangle, std::vector{9, 1, 2}, 0);
    faces.add(CellShape::quadrilateral, std::vector{7, 4, 0, 3}, 1);
  }
  void add(CellShape shape, const std::vector<int>& labels) { cells.add(shape, labels, -1); }
  PolyMesh mesh() const { return poly_mesh_of(points, cells, faces, "rest", "solid.msh"); }
};

/// The box of nx * ny * nz cells of the sizes 1, 2, 3.
Mesh box_of(int nx, int ny, int nz) {
  Mesh box{uniform_axis(0, nx, nx), uniform_axis(-1, 2 * ny - 1, ny), {}, {}};
  if (nz > 0) box.z = uniform_axis(5, 5 + 3 * nz, nz);
  box.tags.assign(box.layout().size(), 0);
  return box;
}

void check_vector(const Vector3& a, const Vector3& b) {
  for (std::size_t k = 0; k < 3; ++k) CHECK(a[k] == doctest::Approx(b[k]).epsilon(kRounding));
}
}  // namespace

TEST_CASE("cells of four shapes are joined, with patches of their groups") {
  const auto mesh = Solid().mesh();
  CHECK(fault_of_structure(mesh).sentence.empty());
  CHECK(mesh.cells == 4);
  CHECK(mesh.owner.size() == 6 + 5 + 5 + 4 - 3);
  CHECK(mesh.neighbour == std::vector{1, 2, 3});
  CHECK(std::vector(mesh.owner.begin(), mesh.owner.begin() + 3) == std::vector{0, 0, 2});
  CHECK(mesh.patches == std::vector<Patch>{{"floor", "patch", 3, 2},
                                           {"left", "patch", 5, 1},
                                           {"rest", "patch", 6, 11}});
  CHECK(mesh.patch_of(3) == 0);
  CHECK(mesh.patch_of(5) == 1);
  CHECK(mesh.patch_of(16) == 2);
}

TEST_CASE("volumes and centres of four shapes") {
  const auto mesh = Solid().mesh();
  const auto geometry = geometry_of(mesh);
  require_valid_geometry(mesh, geometry, "solid.msh");
  const std::vector<double> volumes = {1, 1.0 / 3, 0.5, 1.0 / 3};
  for (std::size_t k = 0; k < 4; ++k)
    CHECK(geometry.volumes[k] == doctest::Approx(volumes[k]).epsilon(kRounding));
  check_vector(geometry.centres[0], {0.5, 0.5, 0.5});
  check_vector(geometry.centres[1], {0.5, 0.5, 1.25});
  check_vector(geometry.centres[2], {4.0 / 3, 1.0 / 3, 0.5});
  check_vector(geometry.centres[3], {5.5 / 4, 1.3 / 4, 6.0 / 4});
  check_vector(geometry.face_areas[0], {0, 0, 1});
  check_vector(geometry.face_centres[1], {1, 0.5, 0.5});
}

TEST_CASE("a cell whose points are those of its mirror image is turned") {
  Solid solid;
  solid.cells = {};
  solid.add(CellShape::hexahedron, {4, 5, 6, 7, 0, 1, 2, 3});
  solid.add(CellShape::pyramid, {7, 6, 5, 4, 8});
  solid.add(CellShape::prism, {2, 9, 1, 6, 10, 5});
  solid.add(CellShape::tetrahedron, {6, 10, 5, 11});
  const auto mesh = solid.mesh();
  const auto geometry = geometry_of(mesh);
  require_valid_geometry(mesh, geometry, "solid.msh");
  CHECK(geometry.volumes[2] == doctest::Approx(0.5).epsilon(kRounding));
}

TEST_CASE("three cells at one face are refused") {
  Solid solid;
  solid.points.push_back({3, 3, 3});
  solid.add(CellShape::tetrahedron, {5, 10, 6, 12});
  const auto [status, sentence] = failure([&] { solid.mesh(); });
  CHECK(status == ExitStatus::bad_input);
  CHECK(sentence == "solid.msh: the cells 2, 3 and 4 share one face");
}

TEST_CASE("a box of three axes") {
  const auto mesh = poly_mesh_of(box_of(3, 2, 2));
  CHECK(fault_of_structure(mesh).sentence.empty());
  CHECK(mesh.cells == 12);
  CHECK(mesh.points.size() == 4 * 3 * 3);
  CHECK(mesh.internal_faces() == 2 * 4 + 3 * 2 + 6);
  CHECK(mesh.patches == std::vector<Patch>{{"west", "patch", 20, 4},
                                           {"east", "patch", 24, 4},
                                           {"south", "patch", 28, 6},
                                           {"north", "patch", 34, 6},
                                           {"bottom", "patch", 40, 6},
                                           {"top", "patch", 46, 6}});
  const auto geometry = geometry_of(mesh);
  require_valid_geometry(mesh, geometry, "box");
  check_vector(geometry.centres[11], {2.5, 2, 9.5});
  check_vector(geometry.face_areas[20], {-6, 0, 0});
  check_vector(geometry.face_areas[51], {0, 0, 2});
  const auto quality = quality_of(mesh, geometry);
  CHECK(quality.total_volume == doctest::Approx(72).epsilon(kRounding));
  CHECK(quality.max_non_orthogonality == 0);
  CHECK(quality.max_skewness < kRounding);
  CHECK(quality.max_aspect_ratio == doctest::Approx(3));
  CHECK(quality.by_faces == std::vector<std::int64_t>{0, 0, 0, 0, 0, 0, 12});
}

TEST_CASE("a box of two axes has one layer and an empty patch; bodies are patches too") {
  auto box = box_of(4, 3, 0);
  box.tags[box.layout().at(1, 1)] = 2;
  box.tags[box.layout().at(3, 2)] = 1;
  const auto mesh = poly_mesh_of(box);
  CHECK(fault_of_structure(mesh).sentence.empty());
  CHECK(mesh.cells == 10);
  CHECK(mesh.points.size() == 2 * (5 * 4 - 1));
  std::vector<std::pair<std::string, int>> patches;
  for (const Patch& patch : mesh.patches) patches.push_back({patch.name, patch.faces});
  CHECK(patches == std::vector<std::pair<std::string, int>>{{"west", 3},
                                                            {"east", 2},
                                                            {"south", 4},
                                                            {"north", 3},
                                                            {"body1", 2},
                                                            {"body2", 4},
                                                            {"front_and_back", 20}});
  CHECK(mesh.patches.back().type == "empty");
  CHECK(mesh.patches[4].type == "wall");
  require_valid_geometry(mesh, geometry_of(mesh), "box");
}

}  // namespace test_poly_build
