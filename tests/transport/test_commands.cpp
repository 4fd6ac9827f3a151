// What run and check do with method transport alone. tests/app tests the commands with every
// method.
#include <doctest/doctest.h>

#include <filesystem>

#include "method_texts.hpp"
#include "program.hpp"
#include "results.hpp"
#include "slipflow/output/frame_file.hpp"

namespace test_commands {

using namespace test_app;

TEST_CASE("run writes frames in space, slices, averages, probes, profiles, fluxes, iterations") {
  const Place place(hot_body);
  run_case(place, serial);
  const auto frame = slipflow::output::read_frame(place / "out/fields/000002.vtr", 3);
  CHECK(frame.z.size() == 7);
  CHECK(frame.fields.at("phi").size() == 12 * 11 * 6);
  CHECK(frame.fields.count("phi_mean") == 1);
  // Cell (5, 5, 2) is one of the body.
  CHECK(frame.hidden[(2 * 11 + 5) * 12 + 5]);
  CHECK(fs::exists(place / "out/pictures/phi_z_000002.png"));
  CHECK(fs::exists(place / "out/pictures/phi_x_000002.png"));
  CHECK(!fs::exists(place / "out/pictures/phi_000002.png"));
  CHECK(lines_of(read(place / "out/history.csv"))[0] ==
        "step,time,dt,inner_iterations,residual_phi,phi_min,phi_max,phi_mean,change_rate,"
        "steady_limit");
  CHECK(lines_of(read(place / "out/probes.csv"))[0] == "step,time,wake_phi");
  CHECK(lines_of(read(place / "out/fluxes.csv"))[0] ==
        "step,time,west,east,south,north,bottom,top,rectangle_1,source,loss");
  const auto iterations = lines_of(read(place / "out/iterations.csv"));
  CHECK(iterations[0] == "step,time,iteration,residual,omega,tau");
  CHECK(iterations.size() > 6);
  const auto profile = lines_of(read(place / "out/profiles/low_000002.csv"));
  CHECK(profile[0] == "distance,x,y,z,phi");
  CHECK(profile.size() == 6);
}

TEST_CASE("frames are images where the case asks for them") {
  const Place place(hot_body);
  run_case(place, serial + Words{"--set", "output.format=vti", "--steps", "1"});
  CHECK(fs::exists(place / "out/fields/000001.vti"));
  CHECK(holds(read(place / "out/fields.pvd"), "fields/000001.vti"));
  CHECK(!fs::exists(place / "out/fields/000001.vtr"));
}

TEST_CASE("a run whose linear system is not solved ends with status 4 and leaves only its start") {
  const Place place(hot_body);
  const auto outcome =
      place.slipflow(Words{"run", "case.cfg", "--quiet", "--set", "linear.max=1"} + serial);
  CHECK(outcome.status == 4);
  CHECK(holds(outcome.err, "no linear solver converged: the residual of bicgstab with multigrid"));
  CHECK(holds(read(place / "out/summary.json"), "\"exit_status\": 4"));
  CHECK(fs::exists(place / "out/fields/000000.vtr"));
  CHECK(!fs::exists(place / "out/fields/000001.vtr"));
  CHECK(lines_of(read(place / "out/fluxes.csv")).size() == 2);
}

TEST_CASE("check names the linear solvers in the order in which they are tried") {
  const Place place(hot_body);
  const auto checked = place.slipflow({"check", "case.cfg"});
  CHECK(holds(checked.out, "bicgstab with multigrid\n"));
  CHECK(holds(checked.out, "bicgstab with lines, then matm\n"));
}

TEST_CASE("check and run refuse a diagonal that central convection makes negative") {
  const Place place(
      "method = transport\n[equation]\ndiffusion = 0.01\nvelocity = constant 1 0\n[mesh]\nx = 0 1\n"
      "y = 0 1\ncells = 8 4\n[boundary]\nwest = value 0\neast = value 1\nsouth = flux 0\n"
      "north = flux 0\n[output]\npictures = none\n");
  const auto checked = place.slipflow({"check", "case.cfg"});
  CHECK(checked.status == 2);
  CHECK(checked.out == "");
  CHECK(holds(checked.err, "makes the diagonal of cell (7, 0, 0) negative"));
  const auto run = place.slipflow(Words{"run", "case.cfg", "--quiet"} + serial);
  CHECK(run.err.ends_with(checked.err));
}

TEST_CASE("check names the precision of multigrid") {
  const Place place(hot_body);
  const auto checked =
      place.slipflow({"check", "case.cfg", "--set", "linear.multigrid_precision=single"});
  CHECK(holds(checked.out, " with multigrid in single precision\n"));
}

}  // namespace test_commands
