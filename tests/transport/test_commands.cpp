// The commands with method transport.
#include <doctest/doctest.h>

#include <filesystem>
#include <map>

#include "program.hpp"
#include "results.hpp"
#include "slipflow/output/frame_file.hpp"

namespace fs = std::filesystem;
using namespace test_app;

namespace {
const std::string box =
    "title = Hot body\nmethod = transport\n[equation]\ndiffusion = 0.2\n"
    "velocity = rotation 2 0.5 0.5\n[mesh]\nx = 0 1\ny = 0 1\nz = 0 0.5\ncells = 12 11 6\n"
    "[body]\nrectangle = 0.3 0.3 0.5 0.6 z=0.1,0.3 value=1\n"
    "[boundary]\nwest = value 0\neast = flux 0\nsouth = exchange 2 0\nnorth = value 0\n"
    "bottom = flux 0\ntop = value 0\n"
    "[scheme]\ntime = crank_nicolson\n[time]\nstep = 0.02\nend = 0.2\n"
    "[output]\nevery_time = 0.1\nhistory_every = 5\nmeasures_every = 2\naverages = phi\n"
    "probe = 0.7 0.5 0.2 name=wake\nprofile = 0 0.5 0.2 1 0.5 0.2 points=5 name=low\n"
    "slice = z 0.2\nslice = x 0.4\n";

const Words serial = {"--backend", "serial"};

void run(const Place& place, const Words& words) {
  const auto outcome = place.slipflow(Words{"run", "case.cfg", "--quiet"} + words);
  CHECK_MESSAGE(outcome.status == 0, outcome.err);
}
}  // namespace

TEST_CASE("run writes frames in space, slices, averages, probes, profiles, fluxes, iterations") {
  const Place place(box);
  run(place, serial);
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
  const Place place(box);
  run(place, serial + Words{"--set", "output.format=vti", "--steps", "1"});
  CHECK(fs::exists(place / "out/fields/000001.vti"));
  CHECK(holds(read(place / "out/fields.pvd"), "fields/000001.vti"));
  CHECK(!fs::exists(place / "out/fields/000001.vtr"));
}

TEST_CASE("a run in two parts has the bytes of one in one go") {
  const Place place(box);
  run(place, serial + Words{"--output", "whole"});
  run(place, serial + Words{"--output", "parts", "--steps", "6"});
  run(place, serial + Words{"--output", "parts", "--restart", "latest"});
  check_same_results(place / "whole", place / "parts");
}

TEST_CASE("check prints the resolved case, which is the same case, and draws it") {
  const Place place(box);
  const auto checked = place.slipflow({"check", "case.cfg", "--picture", "case.png"});
  CHECK_MESSAGE(checked.status == 0, checked.err);
  CHECK(holds(checked.out, "\n# cells                     12 x 11 x 6 = 792\n"));
  CHECK(holds(checked.out, "\n# cell Peclet numbers       "));
  CHECK(fs::exists(place / "case.png"));
  const Words single = {"check", "case.cfg", "--set", "linear.multigrid_precision=single"};
  CHECK(holds(place.slipflow(single).out, " with multigrid in single precision\n"));
  write(place / "again.cfg", checked.out);
  CHECK(place.slipflow({"check", "again.cfg"}).out == checked.out);
}

TEST_CASE("the case files of the method are valid") {
  const Place place;
  for (const char* name : {"transport_box.cfg", "transport_rotation.cfg"}) {
    const auto file = fs::path(SLIPFLOW_SOURCE_DIR) / "configs" / name;
    const auto checked = place.slipflow({"check", file.string()});
    CHECK_MESSAGE(checked.status == 0, checked.err);
  }
}

TEST_SUITE_BEGIN("opencl");

TEST_CASE("verify: the same bits in parity mode, and fast mode within round-off") {
  const Place place(box);
  const Words without = {"--set", "equation.velocity=none"};
  for (const Words& more : {Words{}, without,
                            without + Words{"--set", "scheme.time=steady", "--set",
                                            "time.step=", "--set", "time.max_steps=1"}}) {
    const Words command = Words{"verify", "case.cfg", "--trust-device", "--steps", "3"} + more;
    const auto verified = place.slipflow(command + Words{"--parity"});
    CHECK_MESSAGE(verified.status == 0, verified.out, verified.err);
    CHECK(holds(verified.out, "verdict: the same bits\n"));
    CHECK(holds(place.slipflow(command).out,
                "verdict: within 1e-12 of each field's largest value\n"));
  }
}

TEST_CASE("a run on a device and one on the host have the same frames and tables in parity mode") {
  const Place place(box);
  run(place, serial + Words{"--output", "host"});
  run(place, {"--parity", "--output", "device"});
  auto host = results_in(place / "host"), device = results_in(place / "device");
  for (auto* results : {&host, &device}) results->erase("checkpoint");  // says who wrote it
  CHECK(host.count("fields/000002.vtr") == 1);
  CHECK(host == device);
}

TEST_CASE("tune and bench measure the method") {
  const Place place(box);
  const std::map<std::string, std::string> cache = {
      {"SLIPFLOW_CACHE_DIR", (place / "cache").string()}};
  const auto tuned =
      place.slipflow({"tune", "case.cfg", "--trust-device", "--seconds", "1"}, cache);
  CHECK_MESSAGE(tuned.status == 0, tuned.err);
  CHECK(holds(tuned.out, "\nremembered in "));
  const auto measured =
      place.slipflow({"bench", "--method", "transport", "--mesh", "40x40", "--check", "--rows",
                      "auto", "--repeats", "1", "--no-tuning", "--parity"});
  CHECK_MESSAGE(measured.status == 0, measured.err);
  CHECK(holds(read(place / "out/bench/bench.md"), "| equal to serial |"));
  const auto refused = place.slipflow({"bench", "--method", "transport", "--squares", "2"});
  CHECK(refused.err == "slipflow: --squares 2: the benchmark of method transport has none\n");
  const auto stretched = place.slipflow({"bench", "--method", "transport", "--stretched"});
  CHECK(stretched.status == 2);
  CHECK(stretched.err ==
        "slipflow: --stretched: the benchmark of method transport has no stretched mesh; leave out "
        "the option\n");
}

TEST_SUITE_END();
