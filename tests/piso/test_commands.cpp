// The command run with method piso. tests/app tests the commands with every method.
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <sstream>

#include "csv_rows.hpp"
#include "method_texts.hpp"
#include "program.hpp"
#include "results.hpp"
#include "slipflow/output/frame_file.hpp"

namespace test_commands {

using namespace test_app;

namespace {
const std::string channel =
    "title = Channel\nmethod = piso\n[flow]\nviscosity = 0.1\n"
    "[mesh]\nx = 0 2\ny = 0 1\ncells = 12 10\n"
    "[boundary]\nwest = inflow flow=1 profile=parabolic\neast = outflow\nsouth = wall\nnorth = "
    "wall\n";

std::vector<double> last_row(const fs::path& table) {
  const auto lines = lines_of(read(table));
  std::istringstream row(lines.back());
  std::vector<double> values;
  for (std::string cell; std::getline(row, cell, ',');) values.push_back(std::stod(cell));
  return values;
}
}  // namespace

TEST_CASE("run writes frames, slices, averages, probes, profiles, forces and flows") {
  const Place place(duct);
  run_case(place, serial);
  const auto frame = slipflow::output::read_frame(place / "out/fields/000002.vtr", 3);
  CHECK(frame.fields.at("w").size() == 14 * 9 * 6);
  CHECK(frame.fields.count("u_mean") == 1);
  CHECK(fs::exists(place / "out/pictures/p_z_000002.png"));
  CHECK(lines_of(read(place / "out/history.csv"))[0] ==
        "step,time,dt,inner_iterations,residual_u,residual_p,velocity_iterations,"
        "pressure_iterations,continuity,courant,change_rate,steady_limit");
  CHECK(lines_of(read(place / "out/probes.csv"))[0] ==
        "step,time,wake_u,wake_v,wake_w,wake_p,wake_vorticity_x,wake_vorticity_y,"
        "wake_vorticity_z");
  CHECK(lines_of(read(place / "out/forces.csv"))[0] ==
        "step,time,south_pressure_x,south_pressure_y,south_pressure_z,south_friction_x,"
        "south_friction_y,south_friction_z,top_pressure_x,top_pressure_y,top_pressure_z,"
        "top_friction_x,top_friction_y,top_friction_z,rectangle_1_pressure_x,"
        "rectangle_1_pressure_y,rectangle_1_pressure_z,rectangle_1_friction_x,"
        "rectangle_1_friction_y,rectangle_1_friction_z");
  const auto flows = last_row(place / "out/flows.csv");
  REQUIRE(flows.size() == 6);  // step, time, west, east, north, bottom
  CHECK(flows[2] == doctest::Approx(-0.8 * std::sin(2 * std::acos(-1) * 0.2 * 0.2 + 1)));
  CHECK(std::abs(flows[2] + flows[3] + flows[4]) < 1e-6);
  CHECK(flows[5] == 0);
}

TEST_CASE("a steady channel: the flow, and the force that the drop of pressure balances") {
  const Place place(channel +
                    "[time]\nmax_steps = 500\n[output]\nprofile = 1.9 0 1.9 1 name=end\n");
  run_case(place, serial);
  CHECK(holds(read(place / "out/summary.json"), "\"steady\""));
  const auto flows = last_row(place / "out/flows.csv"), forces = last_row(place / "out/forces.csv");
  CHECK(flows[3] == doctest::Approx(1).epsilon(1e-6));
  // u = 6 y (1 - y): both walls together take 12 nu over a length of 2, less for h^2.
  const double friction = forces[4] + forces[8];
  CHECK(friction == doctest::Approx(12 * 0.1 * 2).epsilon(0.02));
}

TEST_CASE("solids in space and their mirror images have mirrored forces") {
  const auto run_solids = [](const std::string& bodies) {
    const Place place(
        "title = Solids\nmethod = piso\n[flow]\nviscosity = 0.5\n"
        "[mesh]\nx = 0 3\ny = 0 1\nz = 0 1\ncells = 30 12 10\n[body]\n" +
        bodies +
        "[boundary]\nwest = inflow flow=1 profile=parabolic\neast = outflow\nsouth = wall\n"
        "north = wall\nbottom = wall\ntop = wall\n[time]\nsteady = 1e-8\nmax_steps = 300\n"
        "[output]\npictures =\n");
    fs::copy_file(fs::path(SLIPFLOW_SOURCE_DIR) / "configs/bodies_stl.stl", place / "ring.stl");
    run_case(place, serial);
    return read_csv(place / "out/forces.csv").back();
  };
  const auto forces = run_solids(
      "sphere = 0.5 0.3 0.35 0.16\ncylinder = 1 0.2 0.5 1.1 0.7 0.7 0.15\n"
      "box = 1.5 0.2 0.2 1.7 0.6 0.5\nstl = ring.stl scale=0.7 shift=2.3,0.45,0.45\n");
  const auto images = run_solids(
      "sphere = 0.5 0.7 0.35 0.16\ncylinder = 1 0.8 0.5 1.1 0.3 0.7 0.15\n"
      "box = 1.5 0.4 0.2 1.7 0.8 0.5\nstl = ring.stl scale=0.7 shift=2.3,0.55,0.45\n");
  for (const std::string body : {"sphere_1", "cylinder_1", "box_1", "stl_1"})
    for (const std::string part : {"_pressure_", "_friction_"})
      for (const std::string axis : {"x", "y", "z"}) {
        CAPTURE(body + part + axis);
        const double force = number(forces, body + part + axis);
        CHECK((axis == "y" ? -1 : 1) * number(images, body + part + axis) ==
              doctest::Approx(force).epsilon(1e-6));
        if (axis == "x") CHECK(force > 1);
      }
}

TEST_CASE("a step that Courant's number limits; a flow that diverges") {
  const Place place(channel + "[scheme]\nalgorithm = piso\n[time]\ncourant = 0.5\nend = 0.3\n");
  run_case(place, serial);
  CHECK(last_row(place / "out/history.csv").back() <= 0.51);
  const auto diverged =
      place.slipflow({"run", "case.cfg", "--backend", "serial", "--output", "far", "--set",
                      "flow.viscosity=1e-9", "--set", "time.courant=", "--set", "time.step=1000",
                      "--set", "time.end=1e6", "--set", "boundary.north=wall velocity=1e6,0"});
  CHECK(diverged.status == 4);
  CHECK(holds(diverged.err, "slipflow: diverged at step "));
}

TEST_CASE("a run in time reaches a small time.steady, as its systems are solved closely enough") {
  const Place place(
      "title = Cavity\nmethod = piso\n[flow]\nviscosity = 0.1\n[mesh]\nx = 0 1\ny = 0 1\n"
      "cells = 8 8\n[boundary]\nwest = wall\neast = wall\nsouth = wall\n"
      "north = wall velocity=1,0\n[scheme]\nalgorithm = piso\n[time]\nstep = 0.02\n"
      "steady = 1e-9\nmax_steps = 800\n[output]\npictures = none\n");
  run_case(place, serial);
  CHECK(holds(read(place / "out/summary.json"), "\"stopped_by\": \"steady\""));
}

TEST_CASE("a uniform flow becomes steady") {
  const Place place(
      "method = piso\n[flow]\nviscosity = 0.05\n[mesh]\nx = 0 2\ny = 0 1\nz = 0 1\n"
      "cells = 12 6 5\n[boundary]\nwest = inflow velocity=1,0,0\neast = pressure p=0\n"
      "south = symmetry\nnorth = symmetry\nbottom = symmetry\ntop = symmetry\n"
      "[time]\nsteady = 1e-9\nmax_steps = 400\n[output]\npictures = none\n");
  run_case(place, serial);
  const auto frame = slipflow::output::read_frame(place / "out/fields/000001.vtr", 3);
  for (const double u : frame.fields.at("u")) CHECK(u == doctest::Approx(1).epsilon(1e-9));
}

TEST_CASE("check and run refuse a flow that cannot begin") {
  const Place place(channel + "[time]\nmax_steps = 1\n");
  const auto refused = [&](const Words& command, const Words& set) {
    const auto outcome = place.slipflow(command + set);
    CHECK(outcome.status == 2);
    CHECK(outcome.out == "");
    return outcome.err;
  };
  for (const auto& command :
       {Words{"check", "case.cfg"}, Words{"run", "case.cfg", "--quiet"} + serial}) {
    CHECK(refused(command, {"--set", "boundary.east=inflow velocity=0.5,0"}) ==
          "slipflow: the boundaries let in 1 and out 0.5, and none of them gives a pressure: make "
          "one of them outflow or pressure, or flow.balance = on scales what flows out\n");
    CHECK(refused(command,
                  {"--set", "boundary.west=wall", "--set", "boundary.east=wall", "--set",
                   "scheme.algorithm=piso", "--set", "time.courant=0.5", "--set", "time.end=1"}) ==
          "slipflow: time.courant: nothing moves at the start, so it finds no time step; give "
          "time.step\n");
  }
}

}  // namespace test_commands
