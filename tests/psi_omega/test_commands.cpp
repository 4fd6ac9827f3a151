// The commands with method psi_omega.
#include <doctest/doctest.h>

#include <filesystem>
#include <map>

#include "frame.hpp"
#include "program.hpp"
#include "results.hpp"

namespace fs = std::filesystem;
using namespace test_app;

namespace {
const std::string channel =
    "title = Two bodies\nmethod = psi_omega\n[fluid]\nreynolds = 40\n"
    "[mesh]\nx = 0 8\ny = 0 4\ncells = 41 21\nx_stretch = geometric 1.02\n"
    "[body]\nrectangle = 2 1 3 2\ncircle = 5 3 0.5\n"
    "[boundary]\nwest = inflow\neast = outflow\nsouth = wall\nnorth = symmetry\n"
    "[scheme]\ntime = adi\n[time]\nstep = 0.02\nend = 0.2\n"
    "[output]\nevery_time = 0.1\nhistory_every = 5\naverages = u v\n"
    "probe = 4 1.5 name=wake\nprofile = 0 0.5 8 0.5 points=5 name=low\n";

const Words serial = {"--backend", "serial"};

void run(const Place& place, const Words& words) {
  const auto outcome = place.slipflow(Words{"run", "case.cfg", "--quiet"} + words);
  CHECK_MESSAGE(outcome.status == 0, outcome.err);
}
}  // namespace

TEST_CASE("run writes frames, averages, pictures, probes and profiles") {
  const Place place(channel);
  run(place, serial);
  const auto frame = read_frame(place / "out/fields/000002.vtr");
  CHECK(frame.nx == 41);
  for (const char* field : {"psi", "omega", "u", "v", "u_mean", "v_rms"})
    CHECK(frame.fields.count(field) == 1);
  CHECK(fs::exists(place / "out/pictures/omega_000002.png"));
  CHECK(lines_of(read(place / "out/history.csv"))[0] ==
        "step,time,dt,inner_iterations,residual_omega,residual_wall_omega,psi_min,psi_max,"
        "change_rate,steady_limit");
  CHECK(lines_of(read(place / "out/probes.csv"))[0] ==
        "step,time,wake_psi,wake_omega,wake_u,wake_v");
  CHECK(lines_of(read(place / "out/profiles/low_000002.csv")).size() == 6);
}

TEST_CASE("a run in two parts has the bytes of one in one go") {
  const Place place(channel);
  run(place, serial + Words{"--output", "whole"});
  run(place, serial + Words{"--output", "parts", "--steps", "6"});
  run(place, serial + Words{"--output", "parts", "--restart", "latest"});
  check_same_results(place / "whole", place / "parts");
}

TEST_CASE("a run in two parts halves its time step when one in one go does") {
  // Its steps are too long: after 1000 of them, two intervals, the first is halved.
  const Place place(
      "title = Cavity\nmethod = psi_omega\n[fluid]\nreynolds = 1000\n"
      "[mesh]\nx = 0 1\ny = 0 1\ncells = 16 16\n"
      "[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = wall velocity=1\n"
      "[relaxation]\nwall = 0.2\n[time]\nstep = 0.4\nsteady = 1e-6\nmax_steps = 1020\n"
      "[output]\nhistory_every = 10\npictures = none\n");
  run(place, serial + Words{"--output", "whole"});
  run(place, serial + Words{"--output", "parts", "--steps", "700"});
  run(place, serial + Words{"--output", "parts", "--restart", "latest"});
  const auto history = lines_of(read(place / "whole/history.csv"));
  CHECK(holds(history[100], "1000,"));
  CHECK(holds(history[100], ",0.40000000000000002,"));
  CHECK(holds(history[101], ",0.20000000000000001,"));
  check_same_results(place / "whole", place / "parts");
}

TEST_CASE("check prints the resolved case, which is the same case, and draws it") {
  const Place place(channel);
  const auto checked = place.slipflow({"check", "case.cfg", "--picture", "case.png"});
  CHECK(checked.status == 0);
  CHECK(holds(checked.out, "\n# cell Reynolds number "));
  CHECK(fs::exists(place / "case.png"));
  write(place / "again.cfg", checked.out);
  CHECK(place.slipflow({"check", "again.cfg"}).out == checked.out);
}

TEST_CASE("the case files of the method are valid") {
  const Place place;
  for (const char* name : {"cavity_psi_omega.cfg", "square_in_channel_psi_omega.cfg"}) {
    const auto file = fs::path(SLIPFLOW_SOURCE_DIR) / "configs" / name;
    const auto checked = place.slipflow({"check", file.string()});
    CHECK_MESSAGE(checked.status == 0, checked.err);
  }
}

TEST_CASE("kernels that the method does not have are refused") {
  const Place place(channel);
  const auto fused = place.slipflow({"verify", "case.cfg", "--kernels", "fused"});
  CHECK(fused.status == 2);
  CHECK(fused.err == "slipflow: --set: run.kernels = fused: must be one of auto, plain\n");
}

TEST_SUITE_BEGIN("opencl");

TEST_CASE("verify: the same bits in parity mode, and fast mode within round-off") {
  const Place place(channel);
  for (const char* time : {"adi", "steady", "rows"}) {
    CAPTURE(time);
    const Words command = {
        "verify",         "case.cfg", "--set", std::string("scheme.time=") + time,
        "--trust-device", "--steps",  "3"};
    const auto verified = place.slipflow(command + Words{"--parity"});
    CHECK_MESSAGE(verified.status == 0, verified.out, verified.err);
    CHECK(holds(verified.out, "verdict: the same bits\n"));
    CHECK(holds(place.slipflow(command).out,
                "verdict: within 1e-12 of each field's largest value\n"));
  }
}

TEST_CASE("a run on a device and one on the host have the same frames and tables in parity mode") {
  const Place place(channel);
  run(place, serial + Words{"--output", "host"});
  run(place, {"--parity", "--output", "device"});
  auto host = results_in(place / "host"), device = results_in(place / "device");
  for (auto* results : {&host, &device}) results->erase("checkpoint");  // says who wrote it
  CHECK(host.count("fields/000002.vtr") == 1);
  CHECK(host == device);
}

TEST_CASE("tune and bench measure the method") {
  const Place place(channel);
  const std::map<std::string, std::string> cache = {
      {"SLIPFLOW_CACHE_DIR", (place / "cache").string()}};
  const auto tuned =
      place.slipflow({"tune", "case.cfg", "--trust-device", "--seconds", "1"}, cache);
  CHECK_MESSAGE(tuned.status == 0, tuned.err);
  CHECK(holds(tuned.out, "\nremembered in "));
  const auto measured =
      place.slipflow({"bench", "--method", "psi_omega", "--mesh", "40x40", "--check", "--rows",
                      "auto", "--repeats", "1", "--no-tuning", "--parity"});
  CHECK_MESSAGE(measured.status == 0, measured.err);
  CHECK(holds(read(place / "out/bench/bench.md"), "| equal to serial |"));
  const auto refused = place.slipflow({"bench", "--method", "psi_omega", "--squares", "2"});
  CHECK(refused.err == "slipflow: --squares 2: the benchmark of method psi_omega has none\n");
}

TEST_SUITE_END();
