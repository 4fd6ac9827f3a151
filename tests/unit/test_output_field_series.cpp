#include <doctest/doctest.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkDataSetAttributes.h>
#include <vtkFieldData.h>
#include <vtkNew.h>
#include <vtkRectilinearGrid.h>
#include <vtkXMLRectilinearGridReader.h>

#include <filesystem>

#include "slipflow/output/field_series.hpp"
#include "test_output_support.hpp"

namespace test_output_field_series {

using slipflow::output::FieldSeries;
using slipflow::output::Snapshot;
using namespace test_output;

namespace {

/// Three by two stretched cells, of which (1, 0) is solid.
slipflow::mesh::Mesh small_mesh() {
  auto mesh = test_output::gas_mesh({0, 0.1, 0.3, 1.0 / 3.0 + 1}, {-1, 0, 2});
  mesh.tags[mesh.layout().at(1, 0)] = 1;
  return mesh;
}

Snapshot small_snapshot(const slipflow::mesh::Mesh& mesh, double time) {
  return {7,
          time,
          &mesh,
          {{"p", "pressure", {1.0 / 3.0, 2, 3, 4, 5, 6}},
           {"u", "velocity u", {1, 2, 3, 4, 5, 6.1}},
           {"v", "velocity v", {-1, -2, -3, -4, -5, -6}}}};
}

double value(vtkRectilinearGrid* grid, const char* name, int cell, int component = 0) {
  vtkDataArray* array = grid->GetCellData()->GetArray(name);
  REQUIRE(array);
  return array->GetComponent(cell, component);
}

}  // namespace

TEST_CASE("a field series reads back with the same mesh, values, time and hidden cells") {
  Results folder;
  const auto mesh = small_mesh();
  const Snapshot snapshot = small_snapshot(mesh, 0.1);
  FieldSeries series(folder.folder());
  series.write(snapshot);

  vtkNew<vtkXMLRectilinearGridReader> reader;
  reader->SetFileName((folder / "fields/000000.vtr").c_str());
  reader->Update();
  vtkRectilinearGrid* grid = reader->GetOutput();
  REQUIRE(grid->GetNumberOfCells() == 6);
  for (int k = 0; k < 4; ++k) CHECK(grid->GetXCoordinates()->GetTuple1(k) == mesh.x.faces[k]);
  for (int k = 0; k < 3; ++k) CHECK(grid->GetYCoordinates()->GetTuple1(k) == mesh.y.faces[k]);
  for (int cell = 0; cell < 6; ++cell) {
    for (const auto& field : snapshot.fields) {
      CHECK(value(grid, field.name.c_str(), cell) == field.values[cell]);
    }
    CHECK(value(grid, "velocity", cell, 0) == snapshot.fields[1].values[cell]);
    CHECK(value(grid, "velocity", cell, 1) == snapshot.fields[2].values[cell]);
    CHECK(value(grid, "velocity", cell, 2) == 0);
    CHECK(value(grid, vtkDataSetAttributes::GhostArrayName(), cell) ==
          (cell == 1 ? vtkDataSetAttributes::HIDDENCELL : 0));
  }
  REQUIRE(grid->GetFieldData()->GetArray("TimeValue"));
  CHECK(grid->GetFieldData()->GetArray("TimeValue")->GetTuple1(0) == 0.1);
}

TEST_CASE("field files contain raw appended data with 64-bit sizes") {
  Results folder;
  const auto mesh = small_mesh();
  FieldSeries(folder.folder()).write(small_snapshot(mesh, 0));
  const std::string text = test_output::read(folder / "fields/000000.vtr");
  CHECK(text.find("header_type=\"UInt64\"") != std::string::npos);
  // Where ParaView finds the end of the tag: host/output/appended_tag.hpp.
  const auto tag = text.find("<AppendedData encoding=\"raw\"                >\n   _");
  REQUIRE(tag != std::string::npos);
  CHECK((tag + std::string("<AppendedData").size()) % 4096 == 0);
  CHECK(text.find("compressor") == std::string::npos);
}

TEST_CASE("fields.pvd lists every frame with its time, and no temporary file is left") {
  Results folder;
  const auto mesh = small_mesh();
  FieldSeries series(folder.folder());
  series.write(small_snapshot(mesh, 0));
  series.write(small_snapshot(mesh, 0.1));
  CHECK(series.frames() == 2);
  const std::string text = test_output::read(folder / "fields.pvd");
  CHECK(text.find(R"(<DataSet timestep="0" part="0" file="fields/000000.vtr"/>)") !=
        std::string::npos);
  CHECK(
      text.find(R"(<DataSet timestep="0.10000000000000001" part="0" file="fields/000001.vtr"/>)") !=
      std::string::npos);
  for (const auto& entry : fs::recursive_directory_iterator(folder.path())) {
    CHECK(entry.path().extension() != ".tmp");
  }
}

TEST_CASE("a full disk ends a field series with an output error naming the file") {
  Results folder;
  const auto mesh = small_mesh();
  FieldSeries series(folder.folder());
  const test_output::FileSizeLimit limit(200);
  const auto [status, sentence] = failure([&] { series.write(small_snapshot(mesh, 0)); });
  CHECK(status == ExitStatus::output_failed);
  CHECK(sentence.starts_with("cannot write " + (folder / "fields/000000.vtr").string() + ": "));
  CHECK_FALSE(fs::exists(folder / "fields.pvd"));
  CHECK(fs::is_empty(folder / "fields"));
  CHECK(series.frames() == 0);
}

TEST_CASE("a field series whose folder vanished is an output error") {
  Results folder;
  const auto mesh = small_mesh();
  FieldSeries series(folder.folder());
  fs::remove(folder / "fields");
  CHECK(failure([&] { series.write(small_snapshot(mesh, 0)); }).first == ExitStatus::output_failed);
}

TEST_CASE("a field of the wrong size is refused") {
  Results folder;
  const auto mesh = small_mesh();
  Snapshot snapshot = small_snapshot(mesh, 0);
  snapshot.fields[0].values.pop_back();
  FieldSeries series(folder.folder());
  CHECK(failure([&] { series.write(snapshot); }).first == ExitStatus::internal_error);
}

TEST_CASE("a field series continues after a frame; later ones are removed") {
  Results folder;
  const auto mesh = small_mesh();
  {
    FieldSeries series(folder.folder());
    for (const double time : {0.0, 0.1, 0.2, 0.3}) series.write(small_snapshot(mesh, time));
  }
  const auto first = test_output::read(folder / "fields/000001.vtr");
  test_output::write(folder / "fields/000007.vtr", "not of slipflow");
  FieldSeries series(folder.folder(), {0.0, 0.1});
  CHECK(series.frames() == 2);
  CHECK(test_output::read(folder / "fields/000001.vtr") == first);
  for (const char* name : {"000002.vtr", "000003.vtr"})
    CHECK_FALSE(fs::exists(folder / "fields" / name));
  CHECK(fs::exists(folder / "fields/000007.vtr"));
  CHECK(test_output::read(folder / "fields.pvd").find("000002") == std::string::npos);
  series.write(small_snapshot(mesh, 0.25));
  CHECK(series.times() == std::vector<double>{0.0, 0.1, 0.25});
  CHECK(test_output::read(folder / "fields.pvd")
            .find("timestep=\"0.25\" part=\"0\" "
                  "file=\"fields/000002.vtr\"") != std::string::npos);
}

TEST_CASE("a frame that is missing when a series is continued is left out of fields.pvd") {
  Results folder;
  const auto mesh = small_mesh();
  const std::vector<double> times = {0.0, 0.1, 0.2};
  {
    FieldSeries series(folder.folder());
    for (const double time : times) series.write(small_snapshot(mesh, time));
  }
  fs::remove(folder / "fields/000001.vtr");
  FieldSeries series(folder.folder(), times);
  series.write(small_snapshot(mesh, 0.3));
  CHECK(series.times() == std::vector<double>{0.0, 0.1, 0.2, 0.3});
  const auto list = test_output::read(folder / "fields.pvd");
  CHECK(list.find("000001.vtr") == std::string::npos);
  for (const char* name : {"000000.vtr", "000002.vtr", "000003.vtr"})
    CHECK(list.find(name) != std::string::npos);
}

}  // namespace test_output_field_series
