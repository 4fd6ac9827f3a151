// Writing a polyhedral mesh for ParaView: read back by VTK.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <vtkCell.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkIdList.h>
#include <vtkNew.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLUnstructuredGridReader.h>

#include "hand_made_mesh.hpp"
#include "output_places.hpp"
#include "slipflow/output/poly_mesh_files.hpp"
#include "slipflow/output/vtk_scope.hpp"

namespace test_vtu_file {

using slipflow::output::NamedField;
using slipflow::output::write_vtu;
using namespace test_mesh;

namespace {
using Ids = std::vector<vtkIdType>;

const std::vector<NamedField> kFields = {{"p", "pressure", {1, 2, 3, 4, 1.0 / 3}},
                                         {"speed", "speed", {5, 4, 3, 2, 1}}};

/// VTK's reader of the file, which has read it.
vtkNew<vtkXMLUnstructuredGridReader> vtk_reader_of(const fs::path& file) {
  vtkNew<vtkXMLUnstructuredGridReader> reader;
  reader->SetFileName(file.c_str());
  reader->Update();
  return reader;
}

std::vector<Vector3> points_of(vtkUnstructuredGrid* grid) {
  std::vector<Vector3> points(static_cast<std::size_t>(grid->GetNumberOfPoints()));
  for (std::size_t k = 0; k < points.size(); ++k)
    grid->GetPoint(static_cast<vtkIdType>(k), points[k].data());
  return points;
}

/// The faces of a cell by its points and the figures of VTK's file formats.
std::vector<Ids> faces_of(vtkUnstructuredGrid* grid, vtkIdType cell) {
  vtkNew<vtkIdList> list;
  std::vector<Ids> faces;
  if (grid->GetCellType(cell) != VTK_POLYHEDRON) {
    grid->GetCellPoints(cell, list);
    for (Ids face : test_mesh::kFacesOfVtk.at(grid->GetCellType(cell))) {
      for (auto& point : face) point = list->GetId(point);
      faces.push_back(face);
    }
    return faces;
  }
  grid->GetFaceStream(cell, list);
  for (vtkIdType at = 1; at < list->GetNumberOfIds(); at += list->GetId(at) + 1) {
    faces.emplace_back();
    for (vtkIdType k = 0; k < list->GetId(at); ++k) faces.back().push_back(list->GetId(at + 1 + k));
  }
  return faces;
}

/// The faces of a cell as VTK's own code gives them.
std::vector<Ids> vtk_faces_of(vtkCell* cell) {
  std::vector<Ids> faces;
  for (int k = 0; k < cell->GetNumberOfFaces(); ++k) {
    vtkIdList* ids = cell->GetFace(k)->GetPointIds();
    faces.emplace_back(ids->begin(), ids->end());
  }
  return faces;
}

std::size_t entries(const Folder& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()));
}
}  // namespace

TEST_CASE("cells are written in VTK's shapes, with positive volumes and their fields") {
  const Folder folder;
  const auto mesh = test_mesh::five_cells();
  write_vtu(mesh, kFields, folder / "mesh.vtu");
  CHECK(entries(folder) == 1);
  const auto reader = vtk_reader_of(folder / "mesh.vtu");
  vtkUnstructuredGrid* const grid = reader->GetOutput();
  const auto points = points_of(grid);
  CHECK(points == mesh.points);
  REQUIRE(grid->GetNumberOfCells() == 5);
  const std::vector types = {VTK_HEXAHEDRON, VTK_PYRAMID, VTK_WEDGE, VTK_POLYHEDRON, VTK_TETRA};
  const std::vector<vtkIdType> sizes = {8, 5, 6, 8, 4};
  for (vtkIdType cell = 0; cell < 5; ++cell) {
    CAPTURE(cell);
    const auto k = static_cast<std::size_t>(cell);
    CHECK(grid->GetCellType(cell) == types[k]);
    CHECK(grid->GetCell(cell)->GetNumberOfPoints() == sizes[k]);
    const doctest::Approx volume(test_mesh::kVolumesOfFiveCells[k]);
    CHECK(test_mesh::volume_within(faces_of(grid, cell), points) == volume);
    CHECK(test_mesh::volume_within(vtk_faces_of(grid->GetCell(cell)), points) == volume);
  }
  CHECK(grid->GetCellData()->GetNumberOfArrays() == 2);
  for (const NamedField& field : kFields) {
    vtkDataArray* const array = grid->GetCellData()->GetArray(field.name.c_str());
    REQUIRE(array);
    REQUIRE(array->GetNumberOfValues() == 5);
    for (vtkIdType cell = 0; cell < 5; ++cell)
      CHECK(array->GetComponent(cell, 0) == field.values[static_cast<std::size_t>(cell)]);
  }
}

TEST_CASE("a mesh without polyhedra and fields, and one without cells") {
  const Folder folder;
  const auto mesh = test_mesh::joined({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                      {{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}});
  write_vtu(mesh, {}, folder / "mesh.vtu");
  CHECK(vtk_reader_of(folder / "mesh.vtu")->GetOutput()->GetCellType(0) == VTK_TETRA);
  write_vtu({}, {}, folder / "empty.vtu");
  CHECK(vtk_reader_of(folder / "empty.vtu")->GetOutput()->GetNumberOfCells() == 0);
}

TEST_CASE("an existing file is not replaced by a .vtu file") {
  const Folder folder;
  const auto file = folder.write("mesh.vtu", "mine");
  const auto link = (folder / "link.vtu").string();
  fs::create_symlink("nothing", link);
  for (const auto& path : {file, link}) {
    const auto [status, sentence] = failure([&] { write_vtu(test_mesh::five_cells(), {}, path); });
    CHECK(status == ExitStatus::bad_input);
    CHECK(sentence == fmt::format("'{}' exists: give the name of a new file", path));
  }
  CHECK(test_output::read(file) == "mine");
  CHECK(entries(folder) == 2);
}

TEST_CASE("a .vtu file that cannot be written leaves nothing behind") {
  const Folder folder;
  const auto refused = [](const fs::path& file) {
    const auto [status, sentence] =
        failure([&] { write_vtu(test_mesh::five_cells(), kFields, file); });
    CHECK(status == ExitStatus::output_failed);
    return sentence;
  };
  const auto below = (folder / "none/mesh.vtu").string();
  CHECK(refused(below) == fmt::format("cannot write {}: No such file or directory", below));
  const auto file = (folder / "mesh.vtu").string();
  {
    const test_mesh::ReadOnly read_only(folder.path());
    CHECK(refused(file) == fmt::format("cannot write {}: Permission denied", file));
  }
  write_vtu(test_mesh::five_cells(), kFields, folder / "whole.vtu");
  const auto whole = fs::file_size(folder / "whole.vtu");
  for (std::uintmax_t size = 0; size < whole; size += 7) {
    CAPTURE(size);
    const test_mesh::FileSizeLimit limit(size);
    const auto sentence = refused(file);
    CHECK((sentence == fmt::format("cannot write {}: File too large", file) ||
           sentence == fmt::format("cannot write {}: No space left on device", file)));
    CHECK(entries(folder) == 1);
  }
  const test_mesh::FileSizeLimit limit(whole);
  write_vtu(test_mesh::five_cells(), kFields, file);
  CHECK(test_output::read(file) == test_output::read(folder / "whole.vtu"));
}

TEST_CASE("a field needs a value for each cell") {
  const Folder folder;
  const auto [status, sentence] = failure([&] {
    write_vtu(test_mesh::five_cells(), {{"T", "temperature", {1, 2}}}, folder / "mesh.vtu");
  });
  CHECK(status == ExitStatus::internal_error);
  CHECK(sentence == "field T has 2 values for 5 cells");
}

}  // namespace test_vtu_file
