// Cases of method transport, allowed and refused ones.
#include "cases.hpp"
#include "failure.hpp"
#include "slipflow/output/field_series.hpp"
#include "test_folder.hpp"

namespace test_case {

using namespace transport_tests;

namespace {
const std::string kPlane = "[equation]\ndiffusion = 1\n[mesh]\nx = 0 1\ny = 0 1\ncells = 6 5\n";
const std::string kSpace =
    "[equation]\ndiffusion = 1\n[mesh]\nx = 0 1\ny = 0 1\nz = 0 1\ncells = 6 5 4\n";

std::string refused(const std::string& text, const Overrides& overrides = {}) {
  return test_support::failure([&] { case_from(text, overrides); }).second;
}
}  // namespace

TEST_CASE("a mesh has the axes that mesh.cells counts") {
  CHECK(case_from(kPlane + kInsulated).mesh.axes() == 2);
  const auto c = case_from(kSpace + kInsulated + kInsulatedZ);
  CHECK(c.mesh.axes() == 3);
  CHECK(c.mesh.size_text() == "6 x 5 x 4");
  CHECK(refused(kPlane + kInsulated, {"mesh.cells=6 5 4"}) ==
        "case.cfg: mesh.z: is missing: mesh.cells has 3 numbers");
  CHECK(refused(kSpace + kInsulated + kInsulatedZ, {"mesh.cells=6 5"}) ==
        "case.cfg:7: mesh.z = 0 1: needs a number of cells in z, but mesh.cells has 2");
  CHECK(refused(kSpace + kInsulated + kInsulatedZ, {"mesh.cells=6 5 1"}) ==
        "--set: mesh.cells = 6 5 1: a third axis needs at least 2 cells; leave it out for a plane");
}

TEST_CASE("boundaries follow the axes") {
  CHECK(refused(kSpace + kInsulated) ==
        "case.cfg: boundary.bottom: is missing: the mesh has three axes");
  CHECK(refused(kPlane + kInsulated + kInsulatedZ) ==
        "case.cfg:14: boundary.bottom = flux 0: is for a mesh of three axes");
  CHECK(refused(kPlane + kInsulated, {"boundary.west=periodic"}) ==
        "--set: boundary.west = periodic: periodic needs the east side periodic too");
  CHECK(refused(kPlane + kInsulated, {"boundary.west=exchange 0 1"}) ==
        "--set: boundary.west = exchange 0 1: the first number of exchange must be greater than 0 "
        "and at most 1000000000000");
}

TEST_CASE("bodies have one condition") {
  const auto c =
      case_from(kSpace + kInsulated + kInsulatedZ, {"body.circle=0.5 0.5 0.2 z=0.2,0.8 value=2"});
  CHECK(c.conditions.back().in_words() == "value 2");
  CHECK(c.bodies[0].cells.k0 == 1);
  CHECK(c.bodies[0].cells.k1 == 3);
  CHECK(refused(kPlane + kInsulated, {"body.circle=0.5 0.5 0.2 value=2 flux=1"}) ==
        "--set: body.circle = 0.5 0.5 0.2 value=2 flux=1: give one of value, flux and exchange");
  CHECK(refused(kPlane + kInsulated, {"body.circle=0.5 0.5 0.2 exchange=2"}) ==
        "--set: body.circle = 0.5 0.5 0.2 exchange=2: exchange=2 must be two numbers, H,V");
  CHECK(refused(kPlane + kInsulated, {"body.circle=0.5 0.5 0.2 z=0,1"}) ==
        "--set: body.circle = 0.5 0.5 0.2 z=0,1: z is for a mesh of three axes");
}

TEST_CASE("numbers by axis are as many as axes") {
  CHECK(case_from(kSpace + kInsulated + kInsulatedZ, {"equation.diffusion=1 2 3"}).diffusion[2] ==
        3);
  CHECK(refused(kPlane + kInsulated, {"equation.diffusion=1 2 3"}) ==
        "--set: equation.diffusion = 1 2 3: takes one number, or 2 for the axes of the mesh");
  CHECK(refused(kPlane + kInsulated, {"equation.diffusion=0"}) ==
        "--set: equation.diffusion = 0: must be greater than 0 and at most 1000000000000");
  CHECK(refused(kPlane + kInsulated, {"equation.velocity=constant 1 2 3"}) ==
        "--set: equation.velocity = constant 1 2 3: takes 2 numbers, one for each axis of the "
        "mesh");
  CHECK(refused(kPlane + kInsulated, {"equation.velocity=rotation 1 0 0 axis=x"}) ==
        "--set: equation.velocity = rotation 1 0 0 axis=x: on a mesh of two axes the rotation is "
        "about z");
  CHECK(refused(kPlane + kInsulated, {"equation.source=1 box=0,0,1"}) ==
        "--set: equation.source = 1 box=0,0,1: box must be 4 numbers, separated by commas: the low "
        "corner, then the high one");
}

TEST_CASE("time steps belong to the unsteady schemes") {
  CHECK(refused(kPlane + kInsulated, {"time.step=1"}) ==
        "--set: time.step = 1: is for scheme.time = euler or crank_nicolson");
  CHECK(refused(kPlane + kInsulated, {"scheme.time=euler", "time.max_steps=1"}) ==
        "--set: scheme.time = euler: needs time.step or time.courant");
  CHECK(refused(kPlane + kInsulated, {"scheme.time=euler", "time.max_steps=1", "time.courant=1"}) ==
        "--set: time.courant = 1: needs a velocity; give time.step");
}

TEST_CASE("multigrid in single precision is refused where there is no multigrid") {
  CHECK(refused(kPlane + kInsulated,
                {"linear.multigrid_precision=single", "linear.preconditioner=jacobi"}) ==
        "--set: linear.multigrid_precision = single: needs multigrid as linear.solver or "
        "linear.preconditioner");
}

TEST_CASE("a solver of symmetric systems is refused with a velocity") {
  CHECK(refused(kPlane + kInsulated, {"equation.velocity=constant 1 0", "linear.solver=cg"}) ==
        "--set: linear.solver = cg: needs a symmetric system; with a velocity take auto, bicgstab "
        "or matm");
}

TEST_CASE("probes, profiles and slices have a position on each axis") {
  const auto c =
      case_from(kSpace + kInsulated + kInsulatedZ,
                {"output.probe=0.1 0.2 0.3", "output.profile=0 0 0 1 1 1", "output.slice=x 0.5"});
  CHECK(c.output.probes[0].z == 0.3);
  CHECK(c.output.profiles[0].z1 == 1);
  CHECK(c.output.slices[0].name == "x");
  CHECK(c.output.slices[0].cell == 3);
  CHECK(case_from(kSpace + kInsulated + kInsulatedZ).output.slices[0].cell == 2);
  CHECK(refused(kSpace + kInsulated + kInsulatedZ, {"output.probe=0.1 0.2"}) ==
        "--set: output.probe = 0.1 0.2: on a mesh of 3 axes it takes 3 numbers");
  CHECK(refused(kSpace + kInsulated + kInsulatedZ, {"output.probe=0.1 0.2 2"}) ==
        "--set: output.probe = 0.1 0.2 2: (0.1, 0.2, 2) lies outside the mesh, x 0 to 1, y 0 to 1, "
        "z 0 to 1");
  CHECK(refused(kPlane + kInsulated, {"output.slice=z 0.5"}) ==
        "--set: output.slice = z 0.5: is for a mesh of three axes");
  CHECK(refused(kPlane + kInsulated, {"output.format=vti", "mesh.x_stretch=geometric 1.1"}) ==
        "--set: output.format = vti: vti needs equal widths, but those along x differ");
}

TEST_CASE("a velocity is read from a frame, on any mesh that covers this one") {
  const test_support::Folder folder;
  const auto frame_mesh = case_from(kPlane + kInsulated, {"mesh.cells=10 20"}).mesh;
  {
    output::ResultsFolder results(folder / "flow", {{}, {"fields"}});
    results.prepare(false);
    output::FieldSeries series(results);
    output::NamedField u{"u", "u", {}}, v{"v", "v", {}};
    for (int j = 0; j < 20; ++j)
      for (int i = 0; i < 10; ++i) u.values.push_back(frame_mesh.y.centre(j));
    v.values = u.values;
    series.write({0, 0, &frame_mesh, {u, v}});
  }
  const Overrides with_frame = {"equation.velocity=file path=flow/fields/000000.vtr"};
  const auto c = case_from(kPlane + kInsulated, with_frame, (folder / "case.cfg").string());
  const auto box = transport::make_box(c);
  for (int j = 0; j < 5; ++j)
    for (int i = -1; i < 6; ++i) {
      CHECK(box.u[box.box.at(i, j)] == doctest::Approx(c.mesh.y.centre(j)));
      // Halfway between two cells is the mean of both.
      if (i >= 0 && j < 4) CHECK(box.v[box.box.at(i, j)] == doctest::Approx(c.mesh.y.faces[j + 1]));
    }
  const auto larger = test_support::failure([&] {
    case_from(kPlane + kInsulated, {with_frame[0], "mesh.x=0 2"}, (folder / "case.cfg").string());
  });
  CHECK(larger.second.find("does not cover all of the mesh") != std::string::npos);
}

TEST_CASE("a frame in SI units is read back unchanged") {
  const test_support::Folder folder;
  auto metres = case_from(kPlane + kInsulated, {"mesh.x=0 2e-6", "mesh.y=0 1e-6"}).mesh;
  {
    output::ResultsFolder results(folder / "flow", {{}, {"fields"}});
    results.prepare(false);
    output::FieldSeries series(results);
    const output::NamedField u{"u", "u", std::vector<double>(30, 150.0), "m/s", 400};
    const output::NamedField v{"v", "v", std::vector<double>(30, -20.0), "m/s", 400};
    output::Snapshot snapshot{0, 0, &metres, {u, v}};
    snapshot.length_factor = 5e-6;
    series.write(snapshot);
  }
  const std::string frame = "equation.velocity=file path=flow/fields/000000.vtr";
  const auto name = (folder / "case.cfg").string();
  const auto c =
      case_from(kPlane + kInsulated, {frame, "mesh.x=0.5e-6 1.5e-6", "mesh.y=0 1e-6"}, name);
  CHECK(c.velocity.cells[0] == std::vector<double>(30, 150.0));
  CHECK(c.velocity.cells[1] == std::vector<double>(30, -20.0));
  REQUIRE(c.notes.size() == 1);
  CHECK(c.notes[0].ends_with("is in SI units, so L is a metre and T a second"));
  const auto [status, why] =
      test_support::failure([&] { case_from(kPlane + kInsulated, {frame}, name); });
  CHECK(status == ExitStatus::bad_input);
  CHECK(why.ends_with(
      "does not cover all of the mesh: it is in SI units, with x from 0 m to 2e-06 m"));
}

}  // namespace test_case
