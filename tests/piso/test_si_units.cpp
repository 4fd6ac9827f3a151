// Results of polyhedra in SI units, against those of the same case without units.
#include <doctest/doctest.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkInformation.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkNew.h>
#include <vtkPolyData.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLMultiBlockDataReader.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "csv_rows.hpp"
#include "flow_meshes.hpp"
#include "program.hpp"
#include "results.hpp"
#include "slipflow/output/poly_mesh_files.hpp"

namespace test_si_units {

using namespace slipflow;
using namespace test_app;
using doctest::Approx;

namespace {
const std::string kUnits =
    "[units]\nlength = 1 m\nvelocity = 5 mm/s\nviscosity = 500 mm^2/s\ndensity = 1000 kg/m^3\n";
const std::string kRest =
    "[mesh]\nfile = mesh\n[boundary]\npatch = inflow name=west velocity=1,0.1,0\n"
    "patch = pressure name=east p=0.3\npatch = wall name=north velocity=0.5,0,0\n"
    "patch = wall name=south\npatch = symmetry name=bottom\npatch = symmetry name=top\n"
    "[time]\nsteady = 1e-6\nmax_steps = 25\n[output]\npictures = none\nsurfaces = on\n"
    "fields = u v w p vorticity_z\npressure_drop = west east\nprobe = 0.5 0.4 0.3 name=middle\n"
    "profile = 0.5 0 0.4 0.8 0.9 0.4 points=4 name=up\n";

// One of each unit: the points of a mesh are in m, U = 5 mm/s, rho = 1000 kg/m^3.
const std::map<std::string, double> kSizes = {{"m", 1},      {"m/s", 5e-3}, {"1/s", 5e-3},
                                              {"Pa", 0.025}, {"N", 0.025},  {"m^3/s", 5e-3},
                                              {"kg/s", 5}};
// Columns without a unit.
const std::set<std::string> kNumbers = {"step",
                                        "iteration",
                                        "dt",
                                        "inner_iterations",
                                        "residual_u",
                                        "residual_p",
                                        "velocity_iterations",
                                        "pressure_iterations",
                                        "continuity",
                                        "courant",
                                        "change_rate",
                                        "steady_limit"};

struct Run : Place {
  explicit Run(const std::string& text) : Place("method = piso\n" + text + kRest) {
    output::write_poly_mesh(test_flow::sheared(test_flow::box({6, 5, 4}, {1, 0.9, 0.8}), 0.3),
                            *this / "mesh", output::PolyMeshFormat::binary);
    const auto outcome = slipflow(Words{"run", "case.cfg", "--quiet"} + serial);
    CHECK_MESSAGE((outcome.status == 0 || outcome.status == 4), outcome.err);
  }
};

double size_of_unit(const std::string& unit) {
  REQUIRE_MESSAGE(kSizes.contains(unit), unit);
  return kSizes.at(unit);
}

void check_same(double in_si, double plain, double size, const std::string& name) {
  CHECK_MESSAGE(in_si == Approx(plain * size).epsilon(1e-9).scale(std::abs(size)), name);
}

void check_table(const Run& si, const Run& plain, const std::string& table) {
  const auto rows = read_csv(si / table), plain_rows = read_csv(plain / table);
  REQUIRE_MESSAGE(!rows.empty(), table);
  REQUIRE(rows.size() == plain_rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (const auto& [title, text] : rows[k]) {
      const auto begin = title.find(" [");
      auto name = title.substr(0, begin);
      const bool has_unit = begin != std::string::npos;
      CHECK_MESSAGE(has_unit != kNumbers.contains(name), table, ": ", title);
      if (name.ends_with("_mass_flow"))  // only with a density
        name.replace(name.size() - 9, 9, "volume_flow");
      if (has_unit)
        check_same(number(rows[k], title), number(plain_rows[k], name),
                   size_of_unit(title.substr(begin + 2, title.size() - begin - 3)), title);
    }
}

vtkNew<vtkXMLMultiBlockDataReader> frame_of(const Run& run) {
  vtkNew<vtkXMLMultiBlockDataReader> reader;
  reader->SetFileName((run / "out/fields/000001.vtm").c_str());
  reader->Update();
  return reader;
}

void check_cells(vtkDataSet* si, vtkDataSet* plain) {
  REQUIRE(si);
  REQUIRE(plain);
  for (vtkIdType k = 0; k < si->GetNumberOfPoints(); ++k)
    for (int axis = 0; axis < 3; ++axis) CHECK(si->GetPoint(k)[axis] == plain->GetPoint(k)[axis]);
  auto* data = si->GetCellData();
  REQUIRE(data->GetNumberOfArrays() > 2);
  for (int n = 0; n < data->GetNumberOfArrays(); ++n) {
    auto* values = data->GetArray(n);
    auto* others = plain->GetCellData()->GetArray(values->GetName());
    REQUIRE(others);
    auto* unit = values->GetInformation()->Get(vtkDataArray::UNITS_LABEL());
    REQUIRE_MESSAGE(unit, values->GetName());
    CHECK(others->GetInformation()->Get(vtkDataArray::UNITS_LABEL()) == nullptr);
    for (vtkIdType k = 0; k < values->GetNumberOfTuples(); ++k)
      for (int q = 0; q < values->GetNumberOfComponents(); ++q)
        check_same(values->GetComponent(k, q), others->GetComponent(k, q), size_of_unit(unit),
                   values->GetName());
  }
}
}  // namespace

TEST_CASE("polyhedra in SI units: every table and frame has the values and units") {
  const Run si(kUnits), plain("[flow]\nviscosity = 0.1\n");
  for (const char* table :
       {"history", "forces", "flows", "surfaces", "probes", "profiles/up_000001"})
    check_table(si, plain, std::string("out/") + table + ".csv");

  const auto reader = frame_of(si), other = frame_of(plain);
  auto* frame = vtkMultiBlockDataSet::SafeDownCast(reader->GetOutput());
  auto* plain_frame = vtkMultiBlockDataSet::SafeDownCast(other->GetOutput());
  REQUIRE(frame);
  REQUIRE(plain_frame);
  check_cells(vtkUnstructuredGrid::SafeDownCast(frame->GetBlock(0)),
              vtkUnstructuredGrid::SafeDownCast(plain_frame->GetBlock(0)));
  auto* boundary = vtkMultiBlockDataSet::SafeDownCast(frame->GetBlock(1));
  auto* plain_boundary = vtkMultiBlockDataSet::SafeDownCast(plain_frame->GetBlock(1));
  REQUIRE(boundary);
  REQUIRE(plain_boundary);
  CHECK(boundary->GetNumberOfBlocks() == 6);
  for (unsigned k = 0; k < boundary->GetNumberOfBlocks(); ++k)
    check_cells(vtkPolyData::SafeDownCast(boundary->GetBlock(k)),
                vtkPolyData::SafeDownCast(plain_boundary->GetBlock(k)));

  const auto summary = nlohmann::json::parse(read(si / "out/summary.json"));
  const auto others = nlohmann::json::parse(read(plain / "out/summary.json"));
  for (std::size_t k = 0; k < others["surfaces"].size(); ++k)
    check_same(summary["surfaces"][k]["p [Pa]"], others["surfaces"][k]["p"], 0.025, "summary");
}

}  // namespace test_si_units
