// Every command with a second method.
#include <doctest/doctest.h>

#include <filesystem>

#include "frame.hpp"
#include "program.hpp"
#include "results.hpp"
#include "slipflow/app/commands.hpp"
#include "slipflow/opencl/program.hpp"

namespace fs = std::filesystem;
using namespace test_app;

namespace {
const std::string heat_case =
    "title = Hot spot\nmethod = heat\n[heat]\ndiffusivity = 0.5\n"
    "[mesh]\nx = 0 2\ny = 0 1\ncells = 29 17\nx_stretch = geometric 1.03\n"
    "[body]\ncircle = 1 0.5 0.2 T=2\nrectangle = 1.6 0 1.8 0.4\n"
    "[boundary]\nwest = temperature T=1\neast = adiabatic\nsouth = periodic\nnorth = periodic\n"
    "[initial]\nstate = rectangle 0.2 0.2 0.6 0.8 inside=3\n"
    "[time]\ncourant = 0.8\nend = 0.03\n"
    "[output]\nevery_time = 0.011\nhistory_every = 2\naverages = T\n"
    "probe = 0.3 0.4 name=spot\nprofile = 0 0.1 2 0.1 points=5 name=low\n";

const Words serial = {"--backend", "serial"};

Outcome run(const Place& place, const Words& words) {
  const auto outcome = place.slipflow(Words{"run", "case.cfg", "--quiet"} + words);
  CHECK_MESSAGE(outcome.status == 0, outcome.err);
  return outcome;
}

// With a folder of its own for what is tuned.
Outcome with_cache(const Place& place, const Words& words) {
  return place.slipflow(words, {{"SLIPFLOW_CACHE_DIR", (place / "cache").string()}});
}
}  // namespace

TEST_CASE("run writes frames, averages, pictures, probes and profiles") {
  const Place place(heat_case);
  run(place, serial);
  const auto frame = read_frame(place / "out/fields/000003.vtr");
  CHECK(frame.nx == 29);
  CHECK(frame.time == 0.03);
  CHECK(frame.fields.count("T") == 1);
  CHECK(frame.fields.at("T_mean") != frame.fields.at("T"));
  CHECK(frame.fields.count("T_rms") == 1);
  CHECK(fs::exists(place / "out/pictures/T_000003.png"));
  CHECK(lines_of(read(place / "out/history.csv"))[0] ==
        "step,time,dt,inner_iterations,residual_T,mean_T,change_rate,steady_limit");
  CHECK(lines_of(read(place / "out/probes.csv"))[0] == "step,time,spot_T");
  CHECK(lines_of(read(place / "out/profiles/low_000003.csv")).size() == 6);
  CHECK(holds(read(place / "out/summary.json"), "\"status\": \"done\""));
}

TEST_CASE("a run in two parts has the bytes of one in one go") {
  const Place place(heat_case);
  run(place, serial + Words{"--output", "whole"});
  run(place, serial + Words{"--output", "parts", "--steps", "6"});
  run(place, serial + Words{"--output", "parts", "--restart", "latest"});
  check_same_results(place / "whole", place / "parts");
}

TEST_CASE("check prints the resolved case and its largest step, and draws it") {
  const Place place(heat_case);
  const auto checked = place.slipflow({"check", "case.cfg", "--picture", "case.png"});
  CHECK(checked.status == 0);
  CHECK(holds(checked.out, "\nmethod = heat\n"));
  CHECK(holds(checked.out, "\n# largest stable step       dt = 0.00"));
  CHECK(holds(checked.out, "\n# circle 1  "));
  CHECK(fs::exists(place / "case.png"));
  write(place / "again.cfg", checked.out);
  CHECK(place.slipflow({"check", "again.cfg"}).out == checked.out);
}

TEST_CASE("help lists the keys of the method") {
  const Place place;
  const auto keys = place.slipflow({"help", "keys", "--method", "heat"});
  CHECK(holds(keys.out,
              "heat.diffusivity\n  a number greater than 0 and at most 1000000, in "
              "L^2/t\n"));
  CHECK(holds(keys.out, "a part of the largest stable one"));
  CHECK(!holds(keys.out, "gas.knudsen"));
  const auto key = place.slipflow({"help", "time.courant"});
  CHECK(holds(key.out, "method = simple_ts\ntime.courant\n"));
  CHECK(holds(key.out, "method = heat\ntime.courant\n"));
}

TEST_CASE("a key of another method is refused by its name") {
  const Place place("method = heat\n[gas]\nknudsen = 0.1\n");
  const auto refused = place.slipflow({"check", "case.cfg"});
  CHECK(refused.status == 2);
  CHECK(refused.err ==
        "slipflow: case.cfg:3: gas.knudsen is a key of method simple_ts; this case has method = "
        "heat\n");
}

TEST_CASE("a checkpoint of another method is refused") {
  const Place place(small_case);
  run(place, serial + Words{"--steps", "1"});
  const auto checkpoint = newest_checkpoint(place / "out").string();
  write(place / "case.cfg", heat_case);
  const auto refused = place.slipflow(
      Words{"run", "case.cfg", "--output", "heat", "--restart", checkpoint} + serial);
  CHECK(refused.status == 2);
  CHECK(holds(refused.err, "it was written with method = simple_ts, the case has method = heat"));
}

TEST_CASE("kernels that the method does not have are refused") {
  const Place place(heat_case);
  const auto refused = place.slipflow({"verify", "case.cfg", "--kernels", "fused"});
  CHECK(refused.status == 2);
  CHECK(refused.err == "slipflow: --set: run.kernels = fused: must be one of auto, plain\n");
}

TEST_SUITE_BEGIN("opencl");

TEST_CASE("verify: the same bits in every precision, and fast mode within round-off") {
  const Place place(heat_case);
  for (const char* precision : {"double", "mixed", "single"}) {
    CAPTURE(precision);
    const auto verified = place.slipflow(
        {"verify", "case.cfg", "--parity", "--steps", "20", "--precision", precision});
    CHECK_MESSAGE(verified.status == 0, verified.out, verified.err);
    CHECK(holds(verified.out, "20 steps of explicit\n"));
    CHECK(holds(verified.out, "verdict: the same bits\n"));
  }
  const auto fast = place.slipflow({"verify", "case.cfg", "--steps", "20"});
  CHECK(holds(fast.out, "verdict: within 1e-12 of each field's largest value\n"));
}

TEST_CASE("a run on a device and one on the host have the same frames and tables in parity mode") {
  const Place place(heat_case);
  run(place, serial + Words{"--output", "host"});
  run(place, {"--parity", "--output", "device"});
  auto host = results_in(place / "host"), device = results_in(place / "device");
  for (auto* results : {&host, &device}) results->erase("checkpoint");  // says who wrote it
  CHECK(host.count("fields/000003.vtr") == 1);
  CHECK(host == device);
}

TEST_CASE("tune remembers a launch, and a run uses it") {
  const Place place(heat_case);
  const auto tuned = with_cache(place, {"tune", "case.cfg", "--trust-device", "--seconds", "1"});
  CHECK_MESSAGE(tuned.status == 0, tuned.err);
  CHECK(holds(tuned.out, "29 x 17 cells, explicit, fast mode\n"));
  CHECK(holds(tuned.out, "\nremembered in "));
  const auto ran = with_cache(place, {"run", "case.cfg", "--steps", "2"});
  CHECK(holds(ran.out, "tuned values: plain kernels"));
}

TEST_CASE("bench measures the method and compares its states with the serial ones") {
  const Place place;
  const auto measured =
      place.slipflow({"bench", "--method", "heat", "--mesh", "60x40", "--check", "--rows", "auto",
                      "--repeats", "1", "--no-tuning", "--parity"});
  CHECK_MESSAGE(measured.status == 0, measured.err);
  CHECK(holds(measured.out, "explicit"));
  CHECK(holds(read(place / "out/bench/bench.md"), "| equal to serial |"));
  const auto refused = place.slipflow({"bench", "--method", "heat", "--squares", "2"});
  CHECK(refused.err == "slipflow: --squares 2: the benchmark of method heat has none\n");
  const auto unpublished = place.slipflow({"bench", "--method", "heat", "--paper"});
  CHECK(unpublished.err == "slipflow: --paper: there are no published meshes of this method\n");
}

TEST_CASE("devices tests the kernels of all methods") {
  const Place place;
  CHECK(holds(place.slipflow({"devices"}).out, "self-test         passed in "));
}

TEST_CASE("a kernel folder replaces the method's own sources too") {
  const Place place(heat_case);
  fs::create_directory(place / "kernels");
  const auto equation = read(fs::path(SLIPFLOW_SOURCE_DIR) / "tests/heat/heat.h");
  write(place / "kernels" / "heat.h",
        with_line(equation, "  return (heat_T(box, i, j) - T_P) * rhf;",
                  "  return 1.0001 * (heat_T(box, i, j) - T_P) * rhf;"));
  const auto with_other = [&](const Words& words) {
    return in_child(place.path(), [&] {
      slipflow::opencl::override_kernel_sources(place / "kernels");
      return slipflow::app::run_program(words);
    });
  };
  CHECK(with_other({"verify", "case.cfg", "--parity", "--trust-device"}).status == 7);
  const auto refused = with_other({"run", "case.cfg"});
  CHECK(refused.status == 3);
  CHECK(holds(refused.err, "fails the self-test: the solver's kernel gives T = "));
}

TEST_SUITE_END();
