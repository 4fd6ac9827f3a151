// Faults of polyhedral meshes, their quality, and the order of their cells.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "failure.hpp"
#include "slipflow/mesh/poly_build.hpp"
#include "slipflow/mesh/poly_geometry.hpp"
#include "slipflow/mesh/poly_order.hpp"

namespace test_poly_quality {

using namespace slipflow::mesh;
using slipflow::ExitStatus;
using test_support::failure;

namespace {
PolyMesh box_mesh(int nx, int ny, int nz) {
  Mesh box{uniform_axis(0, nx, nx), uniform_axis(0, ny, ny), uniform_axis(0, nz, nz), {}};
  box.tags.assign(box.layout().size(), 0);
  return poly_mesh_of(box);
}

std::string fault_after(void (*change)(PolyMesh&)) {
  auto mesh = box_mesh(2, 2, 1);
  change(mesh);
  const auto fault = fault_of_structure(mesh);
  return fault.file + " " + fault.sentence;
}
}  // namespace

TEST_CASE("each fault of the labels of a mesh is named with its file") {
  CHECK(fault_after([](PolyMesh&) {}) == " ");
  CHECK(fault_after([](PolyMesh& m) { m.cells = 0; }) == "owner has no cells");
  CHECK(fault_after([](PolyMesh& m) { m.face_points[5] = 18; }) ==
        "faces has point 18 in face 1: the 18 points are numbered from 0");
  CHECK(fault_after([](PolyMesh& m) { m.face_points[5] = -3; }) ==
        "faces has point -3 in face 1: the 18 points are numbered from 0");
  CHECK(fault_after([](PolyMesh& m) { m.face_points[5] = m.face_points[4]; }) ==
        "faces has point 3 twice in face 1");
  CHECK(fault_after([](PolyMesh& m) { m.face_starts[1] = 2; }) ==
        "faces has 2 points for face 0: a face has at least three");
  CHECK(fault_after([](PolyMesh& m) { m.owner[4] = 4; }) ==
        "owner has cell 4 for face 4: the 4 cells are numbered from 0");
  CHECK(fault_after([](PolyMesh& m) { m.owner[4] = -1; }) ==
        "owner has cell -1 for face 4: the 4 cells are numbered from 0");
  CHECK(fault_after([](PolyMesh& m) { m.neighbour[1] = 7; }) ==
        "neighbour has cell 7 for face 1: the 4 cells are numbered from 0");
  CHECK(fault_after([](PolyMesh& m) { std::swap(m.owner[1], m.neighbour[1]); }) ==
        "neighbour has cell 0 for face 1, whose owner is cell 2: the owner must have the smaller "
        "number");
  CHECK(fault_after([](PolyMesh& m) { m.neighbour.assign(30, 3); }) ==
        "neighbour has 30 faces, more than the 20 of the mesh");
  CHECK(fault_after([](PolyMesh& m) { m.cells = 5; }) ==
        "owner has 0 faces for cell 4: a cell has at least four");
  CHECK(fault_after([](PolyMesh& m) { m.patches[2].begin += 1; }) ==
        "boundary has faces 9 to 10 for the patch south: faces from 8 on come next, and the mesh "
        "has 20");
  CHECK(fault_after([](PolyMesh& m) { m.patches.back().faces += 1; }) ==
        "boundary has faces 16 to 20 for the patch top: faces from 16 on come next, and the mesh "
        "has 20");
  CHECK(fault_after([](PolyMesh& m) { m.patches.pop_back(); }) ==
        "boundary has no patch for the faces 16 to 19");
  CHECK(fault_after([](PolyMesh& m) { m.patches[1].name = "west"; }) ==
        "boundary has the patch west twice");
}

TEST_CASE("a mesh without area, closed cells or positive volumes is refused") {
  const auto refusal = [](void (*change)(PolyMesh&)) {
    auto mesh = box_mesh(2, 2, 1);
    change(mesh);
    const auto [status, sentence] =
        failure([&] { require_valid_geometry(mesh, geometry_of(mesh), "'box'"); });
    CHECK(status == ExitStatus::bad_input);
    return sentence;
  };
  CHECK(refusal([](PolyMesh& m) {
          for (const int label : m.points_of(0)) m.points[static_cast<std::size_t>(label)] = {};
        }) == "'box': face 0 has no area");
  CHECK(refusal([](PolyMesh& m) {
          std::reverse(m.face_points.begin(), m.face_points.begin() + 4);
        }) == "'box': cell 0 is not closed: its faces do not surround it");
  CHECK(refusal([](PolyMesh& m) {
          for (auto& point : m.points) point[0] = -point[0];
        }) == "'box': cell 0 has the volume -1; it must be positive");
  CHECK(refusal([](PolyMesh& m) { m.points[0][1] = NAN; }) == "'box': face 4 has no area");
}

TEST_CASE("the quality of a sheared box: angle, aspect ratio; and of a warped face") {
  auto mesh = box_mesh(3, 3, 3);
  for (auto& point : mesh.points) point[0] += point[1];
  auto quality = quality_of(mesh, geometry_of(mesh));
  CHECK(quality.max_non_orthogonality == doctest::Approx(45));
  CHECK(quality.mean_non_orthogonality == doctest::Approx(45 * 2.0 / 3));
  CHECK(quality.max_aspect_ratio == doctest::Approx(2));
  CHECK(quality.max_skewness < 1e-14);
  CHECK(quality.severe_faces == 0);
  CHECK(quality.warped_faces == 0);
  mesh.points[0] = {-1, -1, 0.8};
  quality = quality_of(mesh, geometry_of(mesh));
  CHECK(quality.warped_faces > 0);
  for (auto& point : mesh.points) point[0] += 3 * point[1];
  quality = quality_of(mesh, geometry_of(mesh));
  CHECK(quality.max_non_orthogonality > 70);
  CHECK(quality.severe_faces > 0);
  const auto lines = report_of(mesh, quality);
  CHECK(lines.front() == "cells           27");
  CHECK(lines[1] == "  with  6 faces  27");
}

TEST_CASE("skewness is the distance of the face centre from the line between the cell centres") {
  // Two cubes, the common face of which is shifted by .25 along y in the second one.
  PolyMesh mesh = box_mesh(2, 1, 1);
  for (auto& point : mesh.points)
    if (point[0] == 2) point[1] += 1;
  const auto quality = quality_of(mesh, geometry_of(mesh));
  const auto geometry = geometry_of(mesh);
  const auto& a = geometry.centres[0];
  const auto& b = geometry.centres[1];
  const double middle = a[1] + (1 - a[0]) / (b[0] - a[0]) * (b[1] - a[1]);
  CHECK(quality.max_skewness ==
        doctest::Approx(std::abs(0.5 - middle) / std::hypot(b[0] - a[0], b[1] - a[1])));
  CHECK(quality.max_skewness > 0.1);
}

TEST_CASE("the reverse Cuthill-McKee order brings neighbours together") {
  const auto mesh = box_mesh(4, 4, 40);
  std::vector<int> shuffled(static_cast<std::size_t>(mesh.cells));
  std::iota(shuffled.begin(), shuffled.end(), 0);
  for (std::size_t k = 0; k < shuffled.size(); ++k)
    std::swap(shuffled[k], shuffled[(k * 7919 + 13) % shuffled.size()]);
  const auto mixed = with_cells_in_order(mesh, shuffled);
  CHECK(fault_of_structure(mixed).sentence.empty());
  require_valid_geometry(mixed, geometry_of(mixed), "mixed");
  CHECK(bandwidth_of(mixed) > 300);
  const auto order = cuthill_mckee_order(mixed);
  CHECK(std::is_permutation(order.begin(), order.end(), shuffled.begin()));
  const auto narrow = with_cells_in_order(mixed, order);
  CHECK(bandwidth_of(narrow) <= 24);
  CHECK(std::is_sorted(narrow.owner.begin(), narrow.owner.begin() + narrow.internal_faces()));
  const auto before = geometry_of(mixed), after = geometry_of(narrow);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto& expected = before.centres[static_cast<std::size_t>(order[k])];
    for (std::size_t a = 0; a < 3; ++a) CHECK(std::abs(after.centres[k][a] - expected[a]) < 1e-13);
  }
  CHECK(narrow.patches == mixed.patches);
}

TEST_CASE("parts of a mesh that do not touch are ordered one after the other") {
  Mesh box{uniform_axis(0, 5, 5), uniform_axis(0, 2, 2), {}, {}};
  box.tags.assign(box.layout().size(), 0);
  for (int j = 0; j < 2; ++j) box.tags[box.layout().at(2, j)] = 1;
  const auto mesh = poly_mesh_of(box);
  const auto order = cuthill_mckee_order(mesh);
  CHECK(order.size() == 8);
  CHECK(bandwidth_of(with_cells_in_order(mesh, order)) <= 2);
}

TEST_CASE("the pieces of a mesh that no face connects, the largest first") {
  CHECK(pieces_of(box_mesh(3, 2, 2)) == std::vector{12});
  CHECK(warning_of_pieces(box_mesh(3, 2, 2)) == "");
  Mesh box{uniform_axis(0, 6, 6), uniform_axis(0, 2, 2), {}, {}};
  box.tags.assign(box.layout().size(), 0);
  for (int j = 0; j < 2; ++j) box.tags[box.layout().at(2, j)] = 1;
  auto mesh = poly_mesh_of(box);
  CHECK(pieces_of(mesh) == std::vector{6, 4});
  CHECK(warning_of_pieces(mesh) == "the mesh is in 2 pieces that no face connects, of 6, 4 cells");
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 2; ++j)
      box.tags[box.layout().at(i, j)] = static_cast<unsigned char>((i + j) % 2);
  box.tags[box.layout().at(5, 1)] = 1;
  CHECK(pieces_of(poly_mesh_of(box)) == std::vector(5, 1));
  // The ends in the west and the east are joined by a cyclic pair.
  const auto patch_named = [&](const char* name) {
    return std::ranges::find(mesh.patches, name, &Patch::name);
  };
  const auto west = patch_named("west"), east = patch_named("east");
  west->type = east->type = "cyclic";
  west->neighbour_patch = "east";
  east->neighbour_patch = "west";
  CHECK(pieces_of(mesh) == std::vector{10});
}

}  // namespace test_poly_quality
