// Cases of method piso on meshes of polyhedra.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <numbers>

#include "flow_meshes.hpp"
#include "program.hpp"
#include "results.hpp"
#include "slipflow/mesh/poly_build.hpp"
#include "slipflow/output/poly_mesh_files.hpp"

namespace test_polyhedra {

using namespace slipflow;
using namespace test_app;

namespace {
const std::string kFlow =
    "title = Sheared box\nmethod = piso\n[flow]\nviscosity = 0.05\ngravity = 0 -0.1 0\n"
    "[mesh]\nfile = mesh\n";
const std::string kPatches =
    "[boundary]\npatch = inflow name=west flow=0.4\npatch = outflow name=east\n"
    "patch = wall name=south velocity=0.2,0,0\npatch = wall name=north slip_length=0.05\n"
    "patch = symmetry name=bottom\npatch = pressure name=top p=0.1\n";
const std::string kSteps =
    "[scheme]\nalgorithm = piso\n[time]\nstep = 0.05\nend = 0.5\n"
    "[output]\nevery_time = 0.25\nmeasures_every = 1\naverages = u\n";

/// A case on a sheared box in the folder "mesh".
struct PolyPlace : Place {
  explicit PolyPlace(const std::string& text) : Place(text) {
    const auto mesh = test_flow::sheared(test_flow::box({7, 6, 5}, {1, 0.9, 0.8}), 0.4);
    output::write_poly_mesh(mesh, *this / "mesh", output::PolyMeshFormat::binary);
  }
};

/// A run in two parts has the results of a whole one.
void check_parts(const Place& place) {
  run_case(place, serial + Words{"--output", "whole"});
  run_case(place, serial + Words{"--output", "parts", "--steps", "4"});
  run_case(place, serial + Words{"--output", "parts", "--restart", "latest"});
  const auto whole = results_in(place / "whole");
  CHECK(whole.count("fields/000002.vtu") == 1);
  CHECK(whole == results_in(place / "parts"));
}

std::string refused(const std::string& text) {
  const PolyPlace place(text);
  const auto outcome = place.slipflow({"check", "case.cfg"});
  CHECK(outcome.status == 2);
  return outcome.err;
}
}  // namespace

TEST_CASE("a run on polyhedra, in two parts too, and what check says of the mesh") {
  const PolyPlace place(kFlow + kPatches + kSteps);
  const auto checked = place.slipflow({"check", "case.cfg"});
  CHECK_MESSAGE(checked.status == 0, checked.err);
  CHECK(holds(checked.out, "\n# cells           210\n"));
  CHECK(holds(checked.out, "\n# non-orthogonality  at most 2"));
  check_parts(place);
  CHECK(holds(read(place / "whole/fields.pvd"), "fields/000002.vtm"));
  const auto flows = lines_of(read(place / "whole/flows.csv"));
  CHECK(flows[0] == "step,time,west,east,bottom,top");
  double west = 0;
  REQUIRE(std::sscanf(flows.back().c_str(), "%*[^,],%*[^,],%lf", &west) == 1);
  CHECK(west == doctest::Approx(-0.4));
  // Its resolved case runs again, and its frames are drawn again.
  const auto plot =
      place.slipflow({"plot", "whole", "--field", "p", "--frames", "last", "--vectors", "5"});
  CHECK_MESSAGE(plot.status == 0, plot.err);
  CHECK(read(place / "whole/plots/pictures/p_000002.png").starts_with("\x89PNG"));
}

TEST_CASE(
    "a pipe from a compressed polyMesh: friction balances the pressures, flow is Poiseuille's") {
  const Place place;
  const auto file = fs::path(SLIPFLOW_SOURCE_DIR) / "configs/pipe_polymesh.cfg";
  const auto outcome = place.slipflow({"run", file.string(), "--quiet", "--backend", "serial"});
  CHECK_MESSAGE(outcome.status == 0, outcome.err);
  double friction = 0, out = 0;
  const auto forces = lines_of(read(place / "out/pipe_polymesh/forces.csv"));
  const auto flows = lines_of(read(place / "out/pipe_polymesh/flows.csv"));
  CHECK(forces[0] ==
        "step,iteration,wall_pressure_x,wall_pressure_y,wall_pressure_z,wall_friction_x,wall_"
        "friction_y,"
        "wall_friction_z");
  REQUIRE(std::sscanf(forces.back().c_str(), "%*[^,],%*[^,],%*[^,],%*[^,],%*[^,],%*[^,],%*[^,],%lf",
                      &friction) == 1);
  REQUIRE(std::sscanf(flows.back().c_str(), "%*[^,],%*[^,],%*[^,],%lf", &out) == 1);
  // The cross-section of the mesh is a polygon of 32 sides, the mean velocity 1.6/2/(8 nu) = 1.
  const double area = 16 * std::sin(2 * std::numbers::pi / 32);
  CHECK(friction == doctest::Approx(1.6 * area).epsilon(1e-4));
  CHECK(out == doctest::Approx(area).epsilon(0.01));
}

TEST_CASE("check warns of a mesh in two pieces") {
  const Place place(
      "title = Blocked\nmethod = piso\n[flow]\nviscosity = 1\n[mesh]\nfile = mesh\n[boundary]\n"
      "patch = inflow name=west velocity=1,0\npatch = outflow name=east\n"
      "patch = wall name=south\npatch = wall name=north\npatch = wall name=body1\n"
      "[time]\nmax_steps = 1\n");
  mesh::Mesh box{mesh::uniform_axis(0, 6, 6), mesh::uniform_axis(0, 2, 2), {}, {}};
  box.tags.assign(box.layout().size(), 0);
  for (int j = 0; j < 2; ++j) box.tags[box.layout().at(2, j)] = 1;
  output::write_poly_mesh(mesh::poly_mesh_of(box), place / "mesh", output::PolyMeshFormat::ascii);
  CHECK(holds(place.slipflow({"check", "case.cfg"}).out,
              "# WARNING                   the mesh is in 2 pieces that no face connects, of 6, 4 "
              "cells\n"));
}

TEST_CASE("check refuses cyclic patches that do not belong together") {
  const Place place(
      "method = piso\n[flow]\nviscosity = 1\n[mesh]\nfile = mesh\n[time]\n"
      "max_steps = 1\n");
  auto mesh = test_flow::box({2, 2, 2}, {1, 1, 1});
  for (auto& point : mesh.points) point[2] += 0.1 * point[0];
  for (mesh::Patch& patch : mesh.patches)
    if (patch.name == "west" || patch.name == "south") {
      patch.type = "cyclic";
      patch.neighbour_patch = patch.name == "west" ? "south" : "west";
    }
  output::write_poly_mesh(mesh, place / "mesh", output::PolyMeshFormat::ascii);
  const auto checked = place.slipflow({"check", "case.cfg"});
  CHECK(checked.status == 2);
  CHECK(holds(checked.err, "case.cfg:5: "));
  const auto west = std::ranges::find(mesh.patches, "west", &mesh::Patch::name);
  CHECK(
      holds(checked.err,
            "neither a translation nor a rotation about an axis takes the faces of the cyclic "
            "patch south to those of west in their order; the first face that does not match is " +
                std::to_string(west->begin) + "\n"));
  for (mesh::Patch& patch : mesh.patches)
    if (patch.name == "west") patch.neighbour_patch = "none";
  fs::remove_all(place / "mesh");
  output::write_poly_mesh(mesh, place / "mesh", output::PolyMeshFormat::ascii);
  CHECK(holds(place.slipflow({"check", "case.cfg"}).err,
              "the cyclic patch west needs another one with as many faces as its neighbourPatch"));
}

TEST_CASE(
    "a sector of 40 degrees: a run in two parts has the bytes of one, gravity is along the axis") {
  const std::string text =
      "title = Sector\nmethod = piso\n[flow]\nviscosity = 0.05\ngravity = -0.3 0.6 0.6\n[mesh]\n"
      "file = mesh\n[boundary]\npatch = inflow name=south flow=0.4\npatch = pressure name=north\n"
      "patch = wall name=bottom\npatch = symmetry name=top\n[scheme]\nalgorithm = piso\n[time]\n"
      "step = 0.05\nend = 0.3\n[output]\nevery_time = 0.15\npictures = none\nprobe = 0.8 -0.3 "
      "1.3\n";
  const Place place(text);
  const auto sector = test_flow::Ring{9, {3, 5, 4}}.mesh(1);
  output::write_poly_mesh(sector, place / "mesh", output::PolyMeshFormat::binary);
  check_parts(place);
  const auto checked = place.slipflow({"check", "case.cfg", "--set", "flow.gravity = 0 0 -1"});
  CHECK(checked.status == 2);
  CHECK(holds(checked.err,
              "must be along the axis about which cyclic patches of the mesh are rotated\n"));
}

TEST_CASE("check refuses a patch of type empty that is not normal to z") {
  const Place place(
      "method = piso\n[flow]\nviscosity = 1\n[mesh]\nfile = mesh\n[boundary]\n"
      "patch = wall name=south\npatch = wall name=north\npatch = wall name=bottom\n"
      "patch = wall name=top\n[time]\nmax_steps = 1\n");
  auto mesh = test_flow::box({2, 2, 2}, {1, 1, 1});
  for (mesh::Patch& patch : mesh.patches)
    if (patch.name == "west" || patch.name == "east") patch.type = "empty";
  output::write_poly_mesh(mesh, place / "mesh", output::PolyMeshFormat::ascii);
  const auto checked = place.slipflow({"check", "case.cfg"});
  CHECK(checked.status == 2);
  CHECK(holds(checked.err, " of the patch west of type empty is not normal to z\n"));
}

TEST_CASE("a piece of a decomposed mesh is refused, a wedge without symmetry has a note") {
  const Place place(kFlow + kPatches + kSteps + "pictures = none\n");
  const auto checked_with = [&](const char* type) {
    auto mesh = test_flow::box({2, 3, 2}, {1, 0.9, 0.8});
    for (mesh::Patch& patch : mesh.patches)
      if (patch.name == "bottom" || patch.name == "south") patch.type = type;
    fs::remove_all(place / "mesh");
    output::write_poly_mesh(mesh, place / "mesh", output::PolyMeshFormat::ascii);
    return place.slipflow({"check", "case.cfg"});
  };
  for (const std::string type : {"processor", "processorCyclic"}) {
    const auto piece = checked_with(type.c_str());
    CHECK(piece.status == 2);
    CHECK(piece.err == "slipflow: case.cfg:7: mesh.file = mesh: the patch south of type " + type +
                           " means that this is one piece of a decomposed mesh: OpenFOAM's "
                           "reconstructParMesh joins the pieces\n");
  }
  // The other wedge, bottom, is a symmetry.
  const auto wedges = checked_with("wedge");
  CHECK_MESSAGE(wedges.status == 0, wedges.err);
  const std::string note =
      "note: the patch south of type wedge is treated as wall, velocity 0.2 0 0; for an "
      "axisymmetric "
      "flow without swirl give both wedges the condition symmetry\n";
  CHECK(holds(wedges.out, note));
  CHECK(!holds(wedges.out, "the patch bottom"));
  const auto run = place.slipflow({"run", "case.cfg", "--backend", "serial", "--steps", "1"});
  CHECK_MESSAGE(run.status == 0, run.err);
  CHECK(holds(run.out, note));
  CHECK(!holds(checked_with("wall").out, "wedge"));
}

TEST_CASE("a checkpoint of another mesh is refused") {
  const PolyPlace place(kFlow + kPatches + kSteps);
  run_case(place, serial + Words{"--steps", "2"});
  fs::remove_all(place / "mesh");
  output::write_poly_mesh(test_flow::sheared(test_flow::box({7, 6, 5}, {1, 0.9, 0.8}), 0.3),
                          place / "mesh", output::PolyMeshFormat::ascii);
  const auto outcome =
      place.slipflow({"run", "case.cfg", "--quiet", "--restart", "latest", "--backend", "serial"});
  CHECK(outcome.status == 2);
}

TEST_CASE("every patch has one condition") {
  CHECK(refused(kFlow + kPatches + "patch = wall name=inlet\n" + kSteps) ==
        "slipflow: case.cfg:15: boundary.patch = wall name=inlet: the mesh has no patch inlet that "
        "takes a condition; it has west, east, south, north, bottom, top\n");
  CHECK(refused(kFlow + kPatches + "patch = wall name=top\n" + kSteps) ==
        "slipflow: case.cfg:15: boundary.patch = wall name=top: the patch top has a condition "
        "already\n");
  CHECK(
      refused(kFlow + "[boundary]\npatch = wall name=top\n" + kSteps) ==
      "slipflow: case.cfg:9: boundary.patch = wall name=top: is missing for the patch west of the "
      "mesh\n");
  CHECK(refused(kFlow + "[boundary]\npatch = wall\n" + kSteps) ==
        "slipflow: case.cfg:9: boundary.patch = wall: needs name=NAME, a patch of the mesh\n");
}

TEST_CASE("what is for boxes is refused, and so is what is no mesh") {
  CHECK(holds(
      refused(kFlow + "[boundary]\npatch = inflow name=west flow=1 profile=parabolic\n" + kSteps),
      "unknown option 'profile'"));
  CHECK(refused(kFlow + kPatches + "west = wall\n" + kSteps) ==
        "slipflow: case.cfg:15: boundary.west = wall: is for a box; the mesh is one of polyhedra, "
        "mesh.file\n");
  CHECK(refused(kFlow + kPatches + kSteps + "format = vti\n") ==
        "slipflow: case.cfg:24: output.format = vti: is for a box; the mesh is one of polyhedra, "
        "mesh.file\n");
  CHECK(holds(refused("title = T\nmethod = piso\n[flow]\nviscosity = 1\n[mesh]\nfile = case.cfg\n" +
                      kPatches + kSteps),
              "must be a folder with a polyMesh, or a file .msh of gmsh"));
  CHECK(holds(refused("title = T\nmethod = piso\n[flow]\nviscosity = 1\n[mesh]\nx = 0 1\n" +
                      kPatches + kSteps),
              "mesh.y: is missing: a box needs it, or give mesh.file"));
}

TEST_SUITE_BEGIN("opencl");

TEST_CASE("a device has the frames and tables of the host in parity mode, on polyhedra too") {
  const PolyPlace place(kFlow + kPatches + kSteps);
  run_case(place, serial + Words{"--output", "host"});
  run_case(place, {"--parity", "--trust-device", "--output", "device"});
  auto host = results_in(place / "host"), device = results_in(place / "device");
  for (auto* results : {&host, &device}) results->erase("checkpoint");  // says who wrote it
  CHECK(host.count("fields/000002.vtu") == 1);
  CHECK(host == device);
}

TEST_SUITE_END();

}  // namespace test_polyhedra
