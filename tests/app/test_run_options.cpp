// Options of `slipflow run`.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <regex>

#include "frame.hpp"
#include "program.hpp"

namespace test_run_options {

using namespace test_app;

namespace {
std::string last_frame(const Place& place, const std::string& directory) {
  return read(place / directory / "fields" / "000002.vtr");
}
}  // namespace

TEST_CASE(
    "promise 1: serial and device in parity mode write the same bytes, with either kernel set" *
    doctest::test_suite("opencl")) {
  const Place place(small_case + "profile = 3 0 2 4 points=21 name=ends\n");
  REQUIRE(place.slipflow({"run", "case.cfg", "--backend", "serial", "--output", "serial"}).status ==
          0);
  const auto serial = last_frame(place, "serial");
  REQUIRE(serial.size() > 40 * 20 * sizeof(double));
  for (const std::string kernels : {"plain", "fused"}) {
    CAPTURE(kernels);
    const auto run =
        place.slipflow({"run", "case.cfg", "--parity", "--kernels", kernels, "--output", kernels});
    CHECK(run.status == 0);
    // A build is announced before it begins; its time follows, in run.log too.
    const auto said = run.out.find("building kernels for '");
    const auto built = run.out.find("kernels " + kernels + ", built in ");
    CHECK(said < built);
    CHECK(built != std::string::npos);
    CHECK(run.out.find("building kernels", said + 1) == std::string::npos);
    const std::regex count(", built in [0-9.]+ s \\([1-9][0-9]* programs?");
    CHECK(std::regex_search(read(place / kernels / "run.log"), count));
    CHECK(holds(read(place / kernels / "summary.json"), "\"kernels\": \"" + kernels + "\""));
    CHECK_MESSAGE(last_frame(place, kernels) == serial, kernels);
    for (const char* table : {"forces.csv", "profiles/ends_000002.csv"})
      CHECK(read(place / kernels / table) == read(place / "serial" / table));
  }
}

TEST_CASE("--backend threads writes the bytes of the serial reference, in a sweep too") {
  const Place place;
  const Words threads = {"--backend", "threads", "--threads", "2"};
  for (const Words& backend : {Words{"--backend", "serial"}, threads})
    REQUIRE(place.slipflow(Words{"run", "case.cfg", "--output", backend[1]} + backend).status == 0);
  CHECK(last_frame(place, "threads") == last_frame(place, "serial"));
  for (const char* table : {"forces.csv", "history.csv"})
    CHECK(read(place / "threads" / table) == read(place / "serial" / table));
  const auto summary = read(place / "threads" / "summary.json");
  CHECK(holds(summary, "\"backend\": \"threads\""));
  CHECK(holds(summary, "\"device\": \"2 threads\""));
  const auto sweep = place.slipflow(
      Words{"sweep", "case.cfg", "--over", "gas.knudsen=0.05", "--steps", "1", "--output", "o"} +
      threads);
  CHECK_MESSAGE(sweep.status == 0, sweep.err);
  CHECK(holds(read(place / "o" / "knudsen=0.05" / "summary.json"), "\"device\": \"2 threads\""));
}

TEST_CASE("a method without the backend threads says so, and leaves no results") {
  const Place place(
      "method = psi_omega\n[fluid]\nreynolds = 100\n[mesh]\nx = 0 1\ny = 0 1\ncells = 8 8\n"
      "[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = wall velocity=1\n"
      "[time]\nstep = 0.01\nmax_steps = 1\n");
  const auto run = place.slipflow({"run", "case.cfg", "--backend", "threads"});
  CHECK(run.status == 2);
  CHECK(run.err ==
        "slipflow: this method has no backend threads: take --backend serial or opencl\n");
  CHECK(!fs::exists(place / "out"));
}

TEST_CASE("--steps stops after that number of steps") {
  const Place place;
  const auto run = place.slipflow({"run", "case.cfg", "--backend", "serial", "--steps", "2"});
  CHECK(run.status == 0);
  CHECK(holds(run.out, "done (max_steps): t = 0.035 after 2 steps"));
  CHECK(read_frame(place / "out" / "fields" / "000001.vtr").time == 0.035);
  CHECK(holds(read(place / "out" / "case.cfg"), "\nmax_steps = 2 "));
}

TEST_CASE("--set replaces a key, all repeats of it, and can be given again") {
  const Place place;
  const auto run = place.slipflow({"run", "case.cfg", "--backend", "serial", "--steps", "1",
                                   "--set", "mesh.cells = 20 10", "--set", "body.rectangle=1 1 2 2",
                                   "--set", "body.rectangle=5 2 6 3 temperature=2"});
  CHECK(run.status == 0);
  const Frame frame = read_frame(place / "out" / "fields" / "000000.vtr");
  CHECK(frame.nx == 20);
  CHECK(frame.hidden(3, 3));
  CHECK(frame.hidden(13, 6));
  CHECK(!frame.hidden(6, 4));
  CHECK(holds(read(place / "out" / "case.cfg"),
              "rectangle = 1 1 2 2  # L\nrectangle = 5 2 6 3 temperature=2  # L\n"));
}

TEST_CASE("a run begins with the last frame of another one, on a finer mesh") {
  const Place place;
  REQUIRE(place.slipflow({"run", "case.cfg", "--backend", "serial", "--output", "coarse"}).status ==
          0);
  const auto fine = [&](const std::string& output, const std::vector<std::string>& more) {
    std::vector<std::string> words = {
        "run",       "case.cfg",
        "--backend", "serial",
        "--output",  output,
        "--set",     "initial.state=file path=coarse/fields/000002.vtr",
        "--set",     "mesh.cells=80 40",
        "--set",     "time.step=0.01"};
    words.insert(words.end(), more.begin(), more.end());
    return place.slipflow(words);
  };
  const auto run = fine("fine", {"--steps", "3"});
  REQUIRE_MESSAGE(run.status == 0, run.err);
  const Frame coarse = read_frame(place / "coarse" / "fields" / "000002.vtr");
  const Frame start = read_frame(place / "fine" / "fields" / "000000.vtr");
  const auto& p = coarse.fields.at("T");
  const auto& q = start.fields.at("T");
  const int i = 8,
            j = 9;  // before the body; a fine cell lies a quarter towards the next coarse one
  CHECK(q[2 * j * 80 + 2 * i] ==
        doctest::Approx(0.75 * (0.75 * p[j * 40 + i] + 0.25 * p[j * 40 + i - 1]) +
                        0.25 * (0.75 * p[(j - 1) * 40 + i] + 0.25 * p[(j - 1) * 40 + i - 1])));
  CHECK(q != std::vector<double>(q.size(), 1.0));
  // That file is not removed with the results that are replaced.
  const auto before = place.tree();
  const auto onto = fine("coarse", {"--overwrite"});
  CHECK(onto.status == 2);
  CHECK(
      onto.err ==
      "slipflow: --set: initial.state = file path=coarse/fields/000002.vtr: "
      "'coarse/fields/000002.vtr' lies in the output directory 'coarse', whose results --overwrite "
      "removes; take another --output\n");
  CHECK(place.tree() == before);
  CHECK(fine("fine", {"--steps", "3", "--overwrite"}).status == 0);
  // A restart has no need of the file any more.
  fs::remove_all(place / "coarse");
  CHECK(fine("fine", {"--steps", "5", "--restart", "latest"}).status == 0);
  const auto without = fine("again", {"--steps", "3"});
  CHECK(without.status == 2);
  CHECK(without.err ==
        "slipflow: --set: initial.state = file path=coarse/fields/000002.vtr: "
        "'coarse/fields/000002.vtr' cannot be read: No such file or directory\n");
}

TEST_CASE("--backend serial needs no OpenCL at all") {
  const Place place;
  fs::create_directory(place / "none");
  const auto run = place.slipflow({"run", "case.cfg", "--backend", "serial", "--steps", "1"},
                                  {{"OCL_ICD_VENDORS", (place / "none").string()}});
  CHECK(run.status == 0);
  CHECK(holds(run.out, "serial: one CPU core"));
}

TEST_CASE(
    "the case.cfg of a run runs again, also if the case was in a folder with blanks in its name") {
  const Place place;
  const auto folder = place / "my = #1 cases";
  fs::create_directory(folder);
  write(folder / "faces of x.txt", "0\n2\n4\n6\n8\n");
  write(folder / "case.cfg",
        with_line(with_line(small_case, "rectangle = 2 1.6 2.8 2.4", ""), "cells = 40 20",
                  "cells = 4 20\nx_stretch = file path=\"faces of x.txt\""));
  const Words serial_steps = {"--backend", "serial", "--steps", "2"};
  const auto first = place.slipflow(Words{"run", (folder / "case.cfg").string()} + serial_steps);
  CHECK(first.err == "");
  REQUIRE(first.status == 0);
  const auto again =
      place.slipflow(Words{"run", "out/case.cfg", "--output", "again"} + serial_steps);
  CHECK(again.err == "");
  REQUIRE(again.status == 0);
  CHECK(read(place / "again" / "history.csv") == read(place / "out" / "history.csv"));
}

TEST_CASE("an empty name of the output directory, and blanks at its ends, are refused") {
  const Place place;
  const auto before = place.tree();
  const auto refused = [&](const std::string& name) {
    const auto run = place.slipflow({"run", "case.cfg", "--backend", "serial", "--output", name});
    CHECK(run.status == 2);
    return run.err;
  };
  CHECK(refused("") == "slipflow: --output '' must be the name of a directory\n");
  const std::pair<const char*, const char*> names[] = {
      {"out ", "out "}, {" out", " out"}, {"out\t", "out\\x09"}, {" ", " "}};
  for (const auto& [name, shown] : names)
    CHECK(refused(name) ==
          fmt::format("slipflow: --output '{}' must be a name without blanks at its "
                      "ends\n",
                      shown));
  CHECK(place.tree() == before);
}

TEST_CASE("--quiet prints nothing, and writes the same") {
  const Place place;
  const auto run = place.slipflow({"run", "case.cfg", "--backend", "serial", "--quiet"});
  CHECK(run.status == 0);
  CHECK(run.out == "");
  CHECK(run.err == "");
  CHECK(holds(read(place / "out" / "run.log"), "done (end)"));
  CHECK(fs::exists(place / "out" / "fields" / "000002.vtr"));
}

TEST_CASE("--overwrite replaces all results of an earlier run and leaves other files alone") {
  const Place place;
  REQUIRE(place.slipflow({"run", "case.cfg", "--backend", "serial"}).status == 0);
  write(place / "out" / "notes.txt", "mine");
  const auto run =
      place.slipflow({"run", "out/case.cfg", "--backend", "serial", "--steps", "1", "--overwrite"});
  CHECK(run.status == 0);
  CHECK(read_collection(place / "out" / "fields.pvd").size() == 2);
  CHECK(!fs::exists(place / "out" / "fields" / "000002.vtr"));
  CHECK(!fs::exists(place / "out" / "pictures" / "p_000002.png"));
  CHECK(read(place / "out" / "notes.txt") == "mine");
}

TEST_CASE("SLIPFLOW_DEVICE names the device unless --device does" * doctest::test_suite("opencl")) {
  const Place place;
  const auto wrong = place.slipflow({"run", "case.cfg"}, {{"SLIPFLOW_DEVICE", "no such device"}});
  CHECK(wrong.status == 2);
  CHECK(wrong.err.starts_with("slipflow: SLIPFLOW_DEVICE: no device matches 'no such device'; "));
  for (const Words& command : {Words{"verify", "case.cfg"}, Words{"bench"}}) {
    const auto other = place.slipflow(command, {{"SLIPFLOW_DEVICE", "99\033[31m"}});
    CHECK(other.status == 2);
    CHECK(other.err.starts_with("slipflow: SLIPFLOW_DEVICE: no device matches '99\\x1B[31m'; "));
  }
  const auto right = place.slipflow({"run", "case.cfg", "--device", "0", "--steps", "1"},
                                    {{"SLIPFLOW_DEVICE", "no such device"}});
  CHECK(right.status == 0);
}

TEST_CASE("a Knudsen number beyond the slip regime is a warning, where there are walls") {
  const Place place;
  const std::string warning =
      "gas.knudsen = 0.2 is beyond the slip regime, which ends at 0.1: the Navier-Stokes equations "
      "with slip and temperature jump do not describe the gas near the walls\n";
  const Words short_run = {"run", "case.cfg", "--backend", "serial", "--quiet", "--steps", "1"};
  const auto run_with = [&](const std::string& output, const Words& more) {
    const auto run = place.slipflow(short_run + Words{"--output", output} + more);
    CHECK(run.status == 0);
    return run.err;
  };
  CHECK(run_with("beyond", {"--set", "gas.knudsen=0.2"}) == "warning: " + warning);
  CHECK(run_with("within", {"--set", "gas.knudsen=0.1"}) == "");
  CHECK(run_with("open", {"--set", "gas.knudsen=0.2", "--set", "body.rectangle=", "--set",
                          "boundary.south=symmetry", "--set", "boundary.north=symmetry"}) == "");
  const auto check = place.slipflow({"check", "case.cfg", "--set", "gas.knudsen=0.2"});
  CHECK(holds(check.out, "# WARNING                   " + warning));
}

TEST_CASE("the jump of hard spheres for a gas that is not monatomic is a warning") {
  const Place place;
  const auto check = [&](const Words& more) {
    const Words air = {"check", "case.cfg", "--set", "gas.gamma=1.4"};
    return place.slipflow(air + more).out;
  };
  const Words hard_sphere = {"--set", "gas.coefficients=hard_sphere"};
  // 2.0935 (2 gamma/((gamma + 1) Pr))/1.875 with Pr = 2/3.
  CHECK(
      holds(check(hard_sphere),
            "# WARNING                   gas.jump_coefficient = 2.0935 is that of a monatomic gas: "
            "for gamma = 1.4 and Pr = 0.6667 take 1.954\n"));
  CHECK(!holds(check(hard_sphere + Words{"--set", "gas.jump_coefficient=1.954"}), "monatomic"));
  CHECK(!holds(check({}), "monatomic"));
}

TEST_CASE("courant takes the place of step") {
  const Place place;
  const auto run = place.slipflow({"run", "case.cfg", "--backend", "serial", "--set",
                                   "time.step=", "--set", "time.courant=0.25"});
  CHECK(run.status == 0);
  CHECK(holds(run.out, "done (end): t = 0.1 after "));
}

}  // namespace test_run_options
