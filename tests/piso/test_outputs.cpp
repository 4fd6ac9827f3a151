// Probes, profiles, vorticity, pictures and boundaries of flows on polyhedra.
#include <doctest/doctest.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkInformation.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkNew.h>
#include <vtkPolyData.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLMultiBlockDataReader.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "flow_meshes.hpp"
#include "output/flow_fields.hpp"
#include "program.hpp"
#include "results.hpp"
#include "slipflow/output/frame_file.hpp"
#include "slipflow/output/poly_mesh_files.hpp"
#include "slipflow/support/split.hpp"

namespace test_outputs {

using namespace slipflow;
using namespace test_app;

namespace {
/// Couette flow under gravity in a sheared box that is periodic along x: u = y, p = -0.1 y.
const std::string kLinear =
    "title = Linear flow\nmethod = piso\n[flow]\nviscosity = 0.05\ngravity = 0 -0.1 0\n"
    "[mesh]\nfile = mesh\n[boundary]\npatch = wall name=north velocity=0.9,0,0\n"
    "patch = wall name=south\npatch = symmetry name=bottom\npatch = symmetry name=top\n"
    "[time]\nsteady = 1e-9\nmax_steps = 500\n[output]\nfields = u v w p vorticity_z\n"
    "averages = u\n";

mesh::PolyMesh sheared_box() {
  return test_flow::sheared(test_flow::box({7, 6, 5}, {1, 0.9, 0.8}, "x"), 0.4);
}

struct LinearFlow : Place {
  explicit LinearFlow(const std::string& more) : Place(kLinear + more) {
    output::write_poly_mesh(sheared_box(), *this / "mesh", output::PolyMeshFormat::binary);
  }
};

std::vector<double> numbers_in(const std::string& line) {
  std::istringstream row(line);
  std::vector<double> values;
  for (std::string cell; std::getline(row, cell, ',');) values.push_back(std::stod(cell));
  return values;
}

void check_near(const std::vector<double>& values, const std::vector<double>& expected) {
  REQUIRE(values.size() == expected.size());
  for (std::size_t k = 0; k < values.size(); ++k)
    CHECK_MESSAGE(std::abs(values[k] - expected[k]) < 1e-6, k, " ", values[k]);
}

/// u, v, w, p and vorticity of the linear flow, whose pressure is that of the first cell's less.
std::vector<double> linear_at(double y, double p) { return {y, 0, 0, p - 0.1 * y, 0, 0, -1}; }

void check_constant(vtkDataArray* values, const std::vector<double>& expected) {
  REQUIRE(values);
  REQUIRE(values->GetNumberOfComponents() == static_cast<int>(expected.size()));
  for (int q = 0; q < values->GetNumberOfComponents(); ++q)
    for (vtkIdType k = 0; k < values->GetNumberOfTuples(); ++k)
      CHECK(std::abs(values->GetComponent(k, q) - expected[static_cast<std::size_t>(q)]) < 1e-6);
}
}  // namespace

TEST_CASE("gradients by least squares are exact for linear quantities, along known directions") {
  auto mesh = test_flow::sheared(test_flow::box({3, 4, 2}, {1, 0.9, 0.8}), 0.7);
  for (std::size_t k = 0; k < mesh.points.size(); ++k)
    mesh.points[k][2] += 0.05 * std::sin(37.0 * static_cast<double>(k));
  const auto flow = test_flow::flow_mesh(mesh);
  const SfVector g = {2, -3, 0.5};
  const piso::Quantity linear = {
      [&](int cell) { return sf_dot(g, flow.centres[static_cast<std::size_t>(cell)]); },
      [&](int side) -> std::optional<double> {
        if (side % 2 > 0) return std::nullopt;
        return sf_dot(g, flow.sides.centre[static_cast<std::size_t>(side)]);
      }};
  for (int cell = 0; cell < flow.cells; ++cell) {
    const SfVector e = sf_plus_times(piso::gradient_by_least_squares(flow, cell, linear), -1, g);
    CHECK(std::sqrt(sf_dot(e, e)) < 1e-12);
  }
  // One cell across: nothing is known along y.
  const auto row = test_flow::flow_mesh(test_flow::box({5, 1}, {1, 1}));
  const piso::Quantity x = {
      [&](int cell) { return 2 * row.centres[static_cast<std::size_t>(cell)].x; },
      [](int) { return std::nullopt; }};
  const SfVector found = piso::gradient_by_least_squares(row, 0, x);
  CHECK(found.x == doctest::Approx(2));
  CHECK(found.y == 0);
}

TEST_CASE("a linear flow on an oblique mesh: probes, profiles, vorticity, slices, boundaries") {
  const LinearFlow place(
      "probe = 0.5 0.02 0.3 name=low\nprobe = 0.61 0.47 0.8 name=high\n"
      "profile = 0.3 0 0.1 0.7 0.9 0.7 points=4 name=up\nslice = z 0.4\nslice = x 0.5\n");
  const auto outcome = place.slipflow(Words{"run", "case.cfg", "--quiet"} + serial);
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);

  const auto probes = lines_of(read(place / "out/probes.csv"));
  CHECK(probes[0] ==
        "step,iteration,low_u,low_v,low_w,low_p,low_vorticity_x,low_vorticity_y,low_vorticity_z,"
        "high_u,"
        "high_v,high_w,high_p,high_vorticity_x,high_vorticity_y,high_vorticity_z");
  auto values = numbers_in(probes.back());
  const double p = values[5] + 0.1 * 0.02;
  auto expected = linear_at(0.02, p);
  const auto high = linear_at(0.47, p);
  expected.insert(expected.end(), high.begin(), high.end());
  check_near({values.begin() + 2, values.end()}, expected);

  const auto profile = lines_of(read(place / "out/profiles/up_000001.csv"));
  CHECK(profile[0] == "distance,x,y,z,u,v,w,p,vorticity_x,vorticity_y,vorticity_z");
  REQUIRE(profile.size() == 5);
  for (std::size_t k = 1; k < profile.size(); ++k) {
    values = numbers_in(profile[k]);
    CHECK(values[2] == doctest::Approx(0.3 * static_cast<double>(k - 1)));
    check_near({values.begin() + 4, values.end()}, linear_at(values[2], p));
  }
  CHECK(fs::exists(place / "out/pictures/p_z_000001.png"));
  CHECK(fs::exists(place / "out/pictures/u_x_000001.png"));

  CHECK(holds(read(place / "out/fields.pvd"), "file=\"fields/000001.vtm\""));
  vtkNew<vtkXMLMultiBlockDataReader> reader;
  reader->SetFileName((place / "out/fields/000001.vtm").c_str());
  reader->Update();
  auto* frame = vtkMultiBlockDataSet::SafeDownCast(reader->GetOutput());
  REQUIRE(frame);
  auto* internal = vtkUnstructuredGrid::SafeDownCast(frame->GetBlock(0));
  auto* boundary = vtkMultiBlockDataSet::SafeDownCast(frame->GetBlock(1));
  REQUIRE(internal);
  REQUIRE(boundary);
  CHECK(internal->GetNumberOfCells() == 210);
  check_constant(internal->GetCellData()->GetArray("vorticity_z"), {-1});
  REQUIRE(boundary->GetNumberOfBlocks() == 4);  // not those that are joined
  const std::vector<std::string> names = {"south", "north", "bottom", "top"};
  for (unsigned k = 0; k < 4; ++k)
    CHECK(boundary->GetMetaData(k)->Get(vtkCompositeDataSet::NAME()) == names[k]);
  auto* south = vtkPolyData::SafeDownCast(boundary->GetBlock(0));
  auto* north = vtkPolyData::SafeDownCast(boundary->GetBlock(1));
  REQUIRE(south);
  REQUIRE(north);
  CHECK(south->GetNumberOfCells() == 35);
  // What the flow does to the walls, by area: nu du/dy.
  check_constant(south->GetCellData()->GetArray("friction"), {0.05, 0, 0});
  check_constant(north->GetCellData()->GetArray("friction"), {-0.05, 0, 0});
  check_constant(north->GetCellData()->GetArray("velocity"), {0.9, 0, 0});
  // Gravity acts up to the walls.
  const double low = south->GetCellData()->GetArray("p")->GetComponent(0, 0);
  check_constant(south->GetCellData()->GetArray("p"), {low});
  check_constant(north->GetCellData()->GetArray("p"), {low - 0.1 * 0.9});
  // Each face has its own values.
  auto* bottom = vtkPolyData::SafeDownCast(boundary->GetBlock(2));
  REQUIRE(bottom);
  for (vtkIdType k = 0; k < bottom->GetNumberOfCells(); ++k) {
    double ends[6];
    bottom->GetCellBounds(k, ends);
    const double y = 0.5 * (ends[2] + ends[3]);
    CHECK(std::abs(bottom->GetCellData()->GetArray("velocity")->GetComponent(k, 0) - y) < 1e-6);
    CHECK(std::abs(bottom->GetCellData()->GetArray("p")->GetComponent(k, 0) - low + 0.1 * y) <
          1e-6);
  }
}

TEST_CASE("any names of patches are columns of their own") {
  const LinearFlow place("");
  const std::vector<std::array<std::string, 3>> names = {
      {"south", R"("a b [m]")", R"("a b [m]")"},
      {"north", R"("low, 6\" b")", R"("low, 6\22 b")"},
      {"bottom", "step", "step"},
      {"top", "step_", "step_"}};
  std::string patches = read(place / "mesh/boundary"), text = kLinear;
  for (const auto& [name, in_mesh, in_case] : names) {
    patches.replace(patches.find("    " + name + "\n") + 4, name.size(), in_mesh);
    text.replace(text.find("name=" + name + (name == "north" ? " " : "\n")) + 5, name.size(),
                 in_case);
  }
  write(place / "mesh/boundary", patches);
  write(place / "case.cfg", text);
  const auto outcome = place.slipflow(Words{"run", "case.cfg", "--quiet", "--steps", "2"} + serial);
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  const auto forces = lines_of(read(place / "out/forces.csv"));
  CHECK(forces[0].starts_with("step,iteration,a b [m]_pressure_x,"));
  const auto columns = csv_cells(forces[0]);
  CHECK(columns[8] == "low, 6\" b_pressure_x");
  CHECK(columns.size() == numbers_in(forces.back()).size());
  CHECK(lines_of(read(place / "out/flows.csv"))[0] == "step,iteration,step_,step__");
  // Line ends would break the lines of tables.
  patches.replace(patches.find("a b [m]"), 7, "a\nb");
  write(place / "mesh/boundary", patches);
  const auto err = place.slipflow({"check", "case.cfg"}).err;
  CHECK_MESSAGE(holds(err, "has a line end in the name of a patch"), err);
}

TEST_CASE("points and planes outside the mesh are refused") {
  const auto refused = [](const std::string& line) {
    const LinearFlow place(line + "\n");
    const auto outcome = place.slipflow({"check", "case.cfg"});
    CHECK(outcome.status == 2);
    return outcome.err;
  };
  const std::string extent = "lies outside the mesh, x 0 to 1.36, y 0 to 0.9, z 0 to 0.8\n";
  CHECK(refused("probe = 0.1 0.8 0.3") ==
        "slipflow: case.cfg:19: output.probe = 0.1 0.8 0.3: (0.1, 0.8, 0.3) " + extent);
  CHECK(refused("profile = 0.5 0.1 0.1 0.5 1 0.1") ==
        "slipflow: case.cfg:19: output.profile = 0.5 0.1 0.1 0.5 1 0.1: (0.5, 1, 0.1) " + extent);
  CHECK(refused("slice = y 1") ==
        "slipflow: case.cfg:19: output.slice = y 1: lies outside the mesh, y 0 to 0.9\n");
  CHECK(refused("probe = 0.1 0.8") ==
        "slipflow: case.cfg:19: output.probe = 0.1 0.8: on a mesh of 3 axes it takes 3 numbers\n");
  CHECK(refused("pictures = vorticity") ==
        "slipflow: case.cfg:19: output.pictures = vorticity: has vorticity, which is for a mesh of "
        "two axes; on three axes it has the parts vorticity_x, vorticity_y and vorticity_z\n");
}

TEST_CASE("a plane of polyhedra: two numbers for a point, one picture, one vorticity") {
  const Place place(
      "title = Cavity\nmethod = piso\n[flow]\nviscosity = 0.1\n[mesh]\nfile = mesh\n[boundary]\n"
      "patch = wall name=north velocity=1,0\npatch = wall name=south\npatch = wall name=west\n"
      "patch = wall name=east\n[time]\nsteady = 0\nmax_steps = 3\n[output]\npictures = vorticity\n"
      "probe = 0.5 0.5\n");
  output::write_poly_mesh(test_flow::box({6, 5}, {1, 1}), place / "mesh",
                          output::PolyMeshFormat::ascii);
  const auto outcome = place.slipflow(Words{"run", "case.cfg", "--quiet"} + serial);
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  CHECK(lines_of(read(place / "out/probes.csv"))[0] ==
        "step,iteration,probe_1_u,probe_1_v,probe_1_p,probe_1_vorticity");
  CHECK(fs::exists(place / "out/pictures/vorticity_000001.png"));
  // Patches of type empty are no boundary.
  CHECK(!holds(read(place / "out/fields/000001.vtm"), "front"));
  // The shear stress is along the walls, although fluid moves across them in the first cells.
  vtkNew<vtkXMLMultiBlockDataReader> reader;
  reader->SetFileName((place / "out/fields/000001.vtm").c_str());
  reader->Update();
  auto* frame = vtkMultiBlockDataSet::SafeDownCast(reader->GetOutput());
  REQUIRE(frame);
  auto* boundary = vtkMultiBlockDataSet::SafeDownCast(frame->GetBlock(1));
  REQUIRE(boundary);
  for (unsigned k = 0; k < 4; ++k) {
    const std::string name = boundary->GetMetaData(k)->Get(vtkCompositeDataSet::NAME());
    auto* wall = vtkPolyData::SafeDownCast(boundary->GetBlock(k));
    REQUIRE(wall);
    auto* friction = wall->GetCellData()->GetArray("friction");
    const int across = name == "west" || name == "east" ? 0 : 1;
    CHECK(friction->GetRange(across)[0] == 0);
    CHECK(friction->GetRange(across)[1] == 0);
    CHECK(std::max(-friction->GetRange(1 - across)[0], friction->GetRange(1 - across)[1]) > 1e-3);
  }
}

TEST_CASE("the vorticity of a box adds up to the circulation along its walls") {
  const Place place(
      "title = Cavity\nmethod = piso\n[flow]\nviscosity = 0.1\n[mesh]\nx = 0 1\ny = 0 1\n"
      "cells = 6 5\nx_stretch = geometric 1.2\n[boundary]\nnorth = wall velocity=1,0\n"
      "south = wall\nwest = wall\neast = wall\n[time]\nsteady = 0\nmax_steps = 3\n"
      "[output]\nfields = vorticity\npictures = none\n");
  const auto outcome = place.slipflow(Words{"run", "case.cfg", "--quiet"} + serial);
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  const auto frame = output::read_frame(place / "out/fields/000001.vtr");
  const auto& values = frame.fields.at("vorticity");
  double sum = 0;
  for (std::size_t j = 0; j < 5; ++j)
    for (std::size_t i = 0; i < 6; ++i)
      sum += values[6 * j + i] * (frame.x[i + 1] - frame.x[i]) * (frame.y[j + 1] - frame.y[j]);
  CHECK(sum == doctest::Approx(-1));
}

}  // namespace test_outputs
