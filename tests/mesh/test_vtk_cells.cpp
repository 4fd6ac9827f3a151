// Cells of standard shapes are found by their faces, and numbered as VTK numbers them.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "../../host/output/vtk_cells.hpp"
#include "hand_made_mesh.hpp"

namespace test_vtk_cells {

using namespace slipflow::output;
using namespace test_mesh;

namespace {
using Ids = std::vector<vtkIdType>;
using IdFaces = std::vector<Ids>;

/// The faces of a cell by the labels of the mesh.
IdFaces faces_of(const VtkCell& cell) {
  IdFaces faces;
  if (cell.type == VTK_POLYHEDRON) {
    for (std::size_t at = 0; at < cell.face_stream.size(); at += faces.back().size() + 1) {
      const auto begin = cell.face_stream.begin() + static_cast<std::ptrdiff_t>(at) + 1;
      faces.emplace_back(begin, begin + cell.face_stream[at]);
    }
    return faces;
  }
  for (auto face : kFacesOfVtk.at(cell.type)) {
    for (auto& point : face) point = cell.points[static_cast<std::size_t>(point)];
    faces.push_back(face);
  }
  return faces;
}

/// The faces with the smallest point first, in increasing order.
template <class Faces>
IdFaces sorted(const Faces& faces) {
  IdFaces all;
  for (const auto& face : faces) {
    all.emplace_back(face.begin(), face.end());
    std::rotate(all.back().begin(), std::min_element(all.back().begin(), all.back().end()),
                all.back().end());
  }
  std::sort(all.begin(), all.end());
  return all;
}

/// The type of the only cell of a mesh; its faces are checked.
int type_of(const CellByFaces& faces, std::size_t points) {
  const auto mesh = joined(std::vector<Vector3>(points), {faces});
  const VtkCell cell = VtkCells(mesh).of(0);
  CHECK(sorted(faces_of(cell)) == sorted(faces));
  CHECK(cell.faces == static_cast<vtkIdType>(faces.size()));
  Ids all(points), its_points = cell.points;
  std::iota(all.begin(), all.end(), 0);
  std::sort(its_points.begin(), its_points.end());
  CHECK(its_points == all);
  return cell.type;
}

/// The same cell with its faces, the first points of these and the labels in random order.
CellByFaces shuffled(CellByFaces faces, std::vector<int> labels, std::mt19937& random) {
  std::shuffle(labels.begin(), labels.end(), random);
  std::shuffle(faces.begin(), faces.end(), random);
  for (auto& face : faces) {
    std::rotate(face.begin(), face.begin() + static_cast<std::ptrdiff_t>(random() % face.size()),
                face.end());
    for (int& label : face) label = labels[static_cast<std::size_t>(label)];
  }
  return faces;
}

struct Example {
  int type;
  std::size_t points;
  CellByFaces faces;
};
const std::vector<Example> kExamples = {
    {VTK_TETRA, 4, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}},
    {VTK_HEXAHEDRON,
     8,
     {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}},
    {VTK_WEDGE, 6, {{0, 2, 1}, {3, 4, 5}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}}},
    {VTK_PYRAMID, 5, {{0, 3, 2, 1}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}}};
}  // namespace

TEST_CASE("a cell of a standard shape is found wherever its points are") {
  std::mt19937 random(1);
  for (const auto& [type, points, faces] : kExamples)
    for (int k = 0; k < 100; ++k) {
      CAPTURE(type);
      std::vector<int> labels(points);
      std::iota(labels.begin(), labels.end(), 0);
      CHECK(type_of(shuffled(faces, labels, random), points) == type);
    }
}

TEST_CASE("an internal face has its points in the other direction for the neighbour") {
  const auto mesh = test_mesh::five_cells();
  VtkCells cells(mesh);
  const std::vector types = {VTK_HEXAHEDRON, VTK_PYRAMID, VTK_WEDGE, VTK_POLYHEDRON, VTK_TETRA};
  for (int cell = 0; cell < mesh.cells; ++cell) {
    const auto k = static_cast<std::size_t>(cell);
    const VtkCell& found = cells.of(cell);
    CHECK(found.type == types[k]);
    CHECK(test_mesh::volume_within(faces_of(found), mesh.points) ==
          doctest::Approx(test_mesh::kVolumesOfFiveCells[k]));
  }
}

TEST_CASE("the order of VTK: the base of a wedge has the other direction") {
  const auto points_of = [](const Example& example) {
    return VtkCells(joined(std::vector<Vector3>(example.points), {example.faces})).of(0).points;
  };
  // The base is the first face that can be one, here the face of the lowest labels.
  CHECK(points_of(kExamples[0]) == Ids{1, 2, 0, 3});
  CHECK(points_of(kExamples[1]) == Ids{1, 2, 3, 0, 5, 6, 7, 4});
  CHECK(points_of(kExamples[2]) == Ids{1, 0, 2, 4, 3, 5});
  CHECK(points_of(kExamples[3]) == Ids{1, 2, 3, 0, 4});
}

TEST_CASE("cells with the faces of a standard shape, joined in another way, are polyhedra") {
  // Quadrilaterals from pole 0 to pole 1, each between two of the other points.
  CellByFaces slices;
  for (int k = 0; k < 6; ++k) slices.push_back({0, 2 + k, 1, 2 + (k + 1) % 6});
  CHECK(type_of(slices, 8) == VTK_POLYHEDRON);
  // With an edge from pole to pole, two are triangles.
  CHECK(type_of({{0, 2, 1}, {0, 1, 5}, {0, 3, 1, 2}, {0, 4, 1, 3}, {0, 5, 1, 4}}, 6) ==
        VTK_POLYHEDRON);
  // A face of a prism has the wrong direction.
  auto turned = kExamples[2].faces;
  std::reverse(turned[3].begin(), turned[3].end());
  CHECK(type_of(turned, 6) == VTK_POLYHEDRON);
}

TEST_CASE("other cells are polyhedra") {
  auto open = kExamples[1].faces;
  open.pop_back();
  CHECK(type_of(open, 8) == VTK_POLYHEDRON);
  auto divided = kExamples[1].faces;
  divided[1] = {4, 5, 6};
  divided.push_back({4, 6, 7});
  CHECK(type_of(divided, 8) == VTK_POLYHEDRON);
  CellByFaces prism = {{4, 3, 2, 1, 0}, {5, 6, 7, 8, 9}};  // of pentagons
  for (int k = 0; k < 5; ++k) prism.push_back({k, (k + 1) % 5, 5 + (k + 1) % 5, 5 + k});
  CHECK(type_of(prism, 10) == VTK_POLYHEDRON);
  CHECK(type_of({{1, 0, 2}, {0, 1, 3}, {0, 3, 2}}, 4) == VTK_POLYHEDRON);
}

}  // namespace test_vtk_cells
