// Promise 3: N + M steps give the bytes of N steps, a restart and M steps. And what a restart does with
// what it finds.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <signal.h>

#include <algorithm>

#include "frame.hpp"
#include "program.hpp"
#include "results.hpp"

namespace fs = std::filesystem;
using namespace test_app;

namespace {
using Words = std::vector<std::string>;

const Words serial = {"--backend", "serial"};
const Words plain = {"--parity", "--trust-device", "--kernels", "plain"};
const Words fused = {"--parity", "--trust-device", "--kernels", "fused"};

Words operator+(Words a, const Words& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

const std::string no_pictures = "pictures = none\n";

/// Two bodies, one on a side, on a mesh that stretches; the step follows the flow.
const std::string stretched_case =
    "[gas]\nknudsen = 0.1\nmach = 2\n"
    "[mesh]\nx = 0 4\ny = 0 2\ncells = 31 17\nx_stretch = geometric 1.01\n"
    "[body]\nrectangle = 1 0 1.5 0.5 jump=adiabatic\nrectangle = 2.2 0.9 2.6 1.3 slip=off temperature=2\n"
    "[boundary]\nwest = stream\neast = outflow\nsouth = wall slip=free jump=off\nnorth = symmetry\n"
    "[time]\ncourant = 0.2\nend = 5\n"
    "[output]\nevery_time = 0.04\nhistory_every = 3\n" + no_pictures;

/// A periodic box between a hot and a cold wall, with gravity, starting from a disturbed rest.
const std::string periodic_case =
    "[gas]\nknudsen = 0.05\nmach = 0.5\ngravity = 0.1 -0.2\n"
    "[mesh]\nx = 0 2\ny = 0 1\ncells = 21 19\n"
    "[boundary]\nwest = periodic\neast = periodic\nsouth = wall temperature=1.5 slip=off\n"
    "north = wall velocity=free_stream temperature=0.8\n"
    "[initial]\nstate = rest\nperturbation = 0.05\n"
    "[time]\nstep = 0.01\nend = 5\n"
    "[output]\nevery_time = 0.055\nhistory_every = 4\n" + no_pictures;

/// Open to a stream in the west, the south and the north.
const std::string open_case =
    "[gas]\nknudsen = 0.05\nmach = 2.43\n"
    "[mesh]\nx = 0 4\ny = 0 4\ncells = 20 22\n"
    "[body]\nrectangle = 1 1.6 1.8 2.4\n"
    "[boundary]\nwest = stream\neast = outflow\nsouth = stream\nnorth = outflow\n"
    "[initial]\nperturbation = 0.02\n"
    "[time]\nstep = 0.02\nend = 5\n"
    "[output]\nevery_time = 0.09\nhistory_every = 2\n" + no_pictures;

void run(const Place& place, const Words& words) {
  const auto outcome = place.slipflow(Words{"run", "case.cfg"} + words);
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
}

/// 7 steps on one backend, then 6 on another, into `output`.
void run_in_two_parts(const Place& place, const Words& first, const Words& second,
                      const Words& more, const std::string& output) {
  const Words into = {"--output", output};
  run(place, first + more + into + Words{"--steps", "7"});
  run(place, second + more + into + Words{"--steps", "13", "--restart", "latest"});
}

void check_goes_on(const std::string& text, const Words& backend, const Words& more) {
  const Place place(text);
  run(place, backend + more + Words{"--output", "whole", "--steps", "13"});
  run_in_two_parts(place, backend, backend, more, "parts");
  check_same_results(place / "whole", place / "parts");
}

Words scheme(const std::string& convection, const std::string& time) {
  return {"--set", "scheme.convection=" + convection, "--set", "scheme.time=" + time};
}

/// Part 1 of a run of the small case: 7 steps, checkpoints of steps 6 and 7.
Words first_part(const std::string& steps = "7") {
  return serial + Words{"--steps", steps, "--set", "time.end=10", "--set", "output.pictures=none",
                        "--set", "output.checkpoint_every_steps=3"};
}
Words second_part() {
  return serial + Words{"--steps", "13", "--set", "time.end=10", "--set", "output.pictures=none",
                        "--set", "output.checkpoint_every_steps=3", "--restart"};
}

/// The message of a restart that is refused with status 2 and changes nothing.
std::string refused(const Place& place, const Words& words) {
  const auto before = place.tree();
  const auto outcome = place.slipflow(Words{"run", "case.cfg"} + words);
  CHECK(outcome.status == 2);
  CHECK(outcome.out == "");
  CHECK_MESSAGE(place.tree() == before, "something was written");
  return outcome.err;
}

/// Where a bit of the last array of a checkpoint stands, from its end.
constexpr std::size_t kInLastArray = 500;

void flip_bit(const fs::path& file, std::size_t at) {
  auto bytes = read(file);
  bytes.at(at) = static_cast<char>(bytes.at(at) ^ 4);
  write(file, bytes);
}
}  // namespace

TEST_CASE("promise 3: 7 steps, a restart and 6 steps give the bytes of 13, serial, all schemes") {
  for (const char* convection : {"upwind", "tvd"})
    for (const char* time : {"implicit", "explicit"}) {
      CAPTURE(convection);
      CAPTURE(time);
      const Words chosen = scheme(convection, time);
      check_goes_on(small_case + no_pictures, serial, chosen + Words{"--set", "time.end=10"});
      check_goes_on(stretched_case, serial, chosen);
      check_goes_on(periodic_case, serial, chosen);
      check_goes_on(open_case, serial, chosen);
    }
}

// All schemes and kernels on a device: tests/parity, which has them built.
TEST_CASE("promise 3: the same on the device, from serial to device and back, to another kernel set" *
          doctest::test_suite("opencl")) {
  const Place place(small_case + no_pictures);
  const Words later_end = {"--set", "time.end=10"};
  run(place, serial + later_end + Words{"--output", "serial", "--steps", "13"});
  run(place, plain + later_end + Words{"--output", "device", "--steps", "13"});
  run_in_two_parts(place, plain, plain, later_end, "device-device");
  run_in_two_parts(place, serial, plain, later_end, "serial-device");
  run_in_two_parts(place, plain, serial, later_end, "device-serial");
  run_in_two_parts(place, plain, fused, later_end, "plain-fused");
  check_same_results(place / "device", place / "device-device");
  check_same_results(place / "device", place / "serial-device");
  check_same_results(place / "device", place / "plain-fused");
  check_same_results(place / "serial", place / "device-serial");
}

namespace {
/// All that is measured beside the fields, over a part of the run only.
const std::string every_measure =
    "measures_every = 4\nbalance = on\nprobe = 1 0.7\nprofile = 0 0.5 2 0.5 points=5 name=axis\n"
    "averages = p u v\naverage_from = 0.05\n";
}  // namespace

TEST_CASE("promise 3: tables of measures, profiles and averages go on too, serial and device") {
  check_goes_on(small_case + no_pictures + every_measure, serial, {"--set", "time.end=10"});
  check_goes_on(periodic_case + every_measure, serial, {});
  check_goes_on(small_case + no_pictures + every_measure, plain, {"--set", "time.end=10"});
  const Place place(stretched_case + every_measure);
  run(place, serial + Words{"--output", "serial", "--steps", "13"});
  run(place, plain + Words{"--output", "device", "--steps", "13"});
  run_in_two_parts(place, plain, serial, {}, "parts");
  check_same_results(place / "serial", place / "parts");
  auto in_serial = results_in(place / "serial"), on_device = results_in(place / "device");
  in_serial.erase("checkpoint"), on_device.erase("checkpoint");  // says who has written it
  CHECK(in_serial == on_device);
}

TEST_CASE("averages of other fields begin anew at a restart; new tables begin there") {
  const Place place(small_case + no_pictures);
  const Words later_end = {"--set", "time.end=10"};
  run(place, serial + later_end + Words{"--steps", "4", "--set", "output.averages=p"});
  run(place, serial + later_end + Words{"--steps", "6", "--restart", "latest", "--set",
                                        "output.averages=p T", "--set", "output.balance=on"});
  const auto lines = lines_of(read(place / "out" / "balance.csv"));
  REQUIRE(lines.size() == 2);
  CHECK(lines[1].starts_with("6,"));
}

TEST_CASE("promise 3: in mixed precision, on the serial reference and from there to a device" *
          doctest::test_suite("opencl")) {
  const Words mixed = {"--precision", "mixed", "--set", "time.end=10"};
  check_goes_on(small_case + no_pictures, serial, mixed);
  const Place place(small_case + no_pictures);
  run(place, plain + mixed + Words{"--output", "whole", "--steps", "13"});
  run_in_two_parts(place, serial, plain, mixed, "parts");
  check_same_results(place / "whole", place / "parts");
}

TEST_CASE("promise 3: other starts of the inner iteration and a run that becomes steady") {
  check_goes_on(small_case + no_pictures, serial,
                {"--set", "inner.start=previous", "--set", "time.end=10"});
  const Place place(periodic_case);
  const Words steady = serial + Words{"--set", "time.steady=0.5"};
  run(place, steady + Words{"--output", "whole"});
  REQUIRE(holds(read(place / "whole" / "summary.json"), "\"stopped_by\": \"steady\""));
  REQUIRE(lines_of(read(place / "whole" / "history.csv")).size() > 3);
  run(place, steady + Words{"--output", "parts", "--steps", "7"});
  run(place, steady + Words{"--output", "parts", "--restart", "latest"});
  check_same_results(place / "whole", place / "parts");
}

TEST_CASE("another device is allowed and said; the tables and run.log go on" *
          doctest::test_suite("opencl")) {
  const Place place(small_case + no_pictures);
  run(place, serial + Words{"--steps", "3"});
  const auto log = read(place / "out" / "run.log");
  const auto history = read(place / "out" / "history.csv");
  const auto second = place.slipflow(
      {"run", "case.cfg", "--restart", "latest", "--parity", "--trust-device", "--steps", "6"});
  REQUIRE(second.status == 0);
  CHECK(holds(second.out, "restart from out/checkpoint/step_000000003.ckpt: step 3, t = 0.05\n"));
  CHECK(holds(second.out,
              "  note: the checkpoint was written by 'serial: one CPU core', the run goes on on "
              "'opencl: "));
  CHECK(read(place / "out" / "run.log") == log + second.out);
  CHECK(lines_of(read(place / "out" / "history.csv"))[1] == lines_of(history)[1]);
}

TEST_CASE("a run that had ended ends again at once with the same results") {
  const Place place(small_case);
  run(place, serial);
  const auto before = results_in(place / "out");
  const auto again =
      place.slipflow({"run", "case.cfg", "--backend", "serial", "--restart", "latest"});
  CHECK(again.status == 0);
  CHECK(holds(again.out, "done (end): t = 0.1 after 6 steps (0 since the restart)"));
  CHECK(results_in(place / "out") == before);
}

TEST_CASE("a run that had ended goes on to a later end, and its closing output makes way") {
  const Place place(small_case + no_pictures);
  run(place, serial + Words{"--steps", "4"});
  CHECK(read_collection(place / "out" / "fields.pvd").size() == 3);  // 0, 0.05 and step 4
  run(place, serial + Words{"--restart", "latest"});
  std::vector<double> times;
  for (const auto& [time, file] : read_collection(place / "out" / "fields.pvd"))
    times.push_back(time);
  CHECK(times == std::vector<double>{0, 0.05, 0.1});
}

TEST_CASE("checkpoints by steps, by time and at the end; the newest two are kept") {
  const auto kept = [](const Words& words) {
    const Place place(small_case + no_pictures);
    run(place, serial + Words{"--set", "time.end=0.4"} + words);
    std::vector<std::string> names;
    if (fs::exists(place / "out" / "checkpoint"))
      for (const auto& entry : fs::directory_iterator(place / "out" / "checkpoint"))
        names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
  };
  const Words not_at_end = {"--set", "output.checkpoint_at_end=off"};
  CHECK(kept({}) == Words{"step_000000024"});
  CHECK(kept(not_at_end) == Words{});
  CHECK(kept(not_at_end + Words{"--set", "output.checkpoint_every_steps=5"}) ==
        Words{"step_000000015", "step_000000020"});
  // Multiples of 0.115 are passed by the steps that end at 0.12, 0.24 and 0.35.
  CHECK(kept(not_at_end + Words{"--set", "output.checkpoint_every_time=0.115"}) ==
        Words{"step_000000014", "step_000000021"});
  CHECK(kept(not_at_end + Words{"--set", "output.checkpoint_every=0.000001 s"}) ==
        Words{"step_000000023", "step_000000024"});
}

TEST_CASE("checkpoints change nothing in the results") {
  const Place place(small_case);
  run(place, serial + Words{"--output", "without", "--set", "output.checkpoint_at_end=off"});
  run(place, serial + Words{"--output", "with", "--set", "output.checkpoint_every=0.000001 s"});
  auto with = results_in(place / "with");
  CHECK(with.erase("checkpoint") == 1);
  CHECK(with == results_in(place / "without"));
}

TEST_CASE("results in a new directory begin where the checkpoint stands") {
  const Place place(small_case + no_pictures);
  run(place, first_part());
  const auto from = newest_checkpoint(place / "out").string();
  const auto before = results_in(place / "out");
  run(place, second_part() + Words{from, "--output", "new"});
  run(place, second_part() + Words{"latest"});
  CHECK(results_in(place / "out") != before);
  const auto frames = read_collection(place / "new" / "fields.pvd");
  CHECK(frames.front().first == doctest::Approx(0.12));
  CHECK(read(place / "new" / frames.back().second) ==
        read(place / "out" / read_collection(place / "out" / "fields.pvd").back().second));
}

TEST_CASE("a restart from an earlier checkpoint removes the later one and what followed") {
  const Place place(small_case + no_pictures);
  run(place, first_part("13") + Words{"--output", "whole"});
  run(place, first_part());
  const auto again = place.slipflow(Words{"run", "case.cfg"} + second_part() +
                                    Words{"out/checkpoint/step_000000006.ckpt"});
  CHECK(again.status == 0);
  CHECK(holds(again.out, "  note: removed out/checkpoint/step_000000007.ckpt, of a later step\n"));
  check_same_results(place / "whole", place / "out");
}

TEST_CASE("a time step may change, and that is said") {
  const Place place(small_case + no_pictures);
  run(place, first_part());
  const auto second = place.slipflow(Words{"run", "case.cfg"} + second_part() +
                                     Words{"latest", "--set", "time.step=0.01"});
  CHECK(second.status == 0);
  CHECK(holds(second.out, "  note: the checkpoint was written with time.step = 0.02, the case has "
                          "time.step = 0.01\n"));
}

TEST_CASE("a run in double precision may go on in mixed precision, and that is said") {
  const Place place(small_case + no_pictures);
  run(place, first_part());
  const auto second = place.slipflow(Words{"run", "case.cfg"} + second_part() +
                                     Words{"latest", "--precision", "mixed"});
  CHECK(second.status == 0);
  CHECK(second.err == "");
  CHECK(holds(second.out, "  note: the checkpoint was written with run.precision = double, the case has "
                          "run.precision = mixed\n"));
  CHECK(holds(read(place / "out" / "summary.json"), "\"precision\": \"mixed\""));
}

TEST_CASE("promise 4: a checkpoint of another case is refused by the name of the key") {
  const Place place(small_case + no_pictures);
  run(place, first_part());
  const auto refused_with = [&](const std::string& key_and_value) {
    return refused(place, second_part() + Words{"latest", "--set", key_and_value});
  };
  const std::string begin =
      "slipflow: cannot restart from out/checkpoint/step_000000007.ckpt: it was written with ";
  CHECK(refused_with("gas.knudsen=0.1") ==
        begin + "gas.knudsen = 0.05, the case has gas.knudsen = 0.1\n");
  CHECK(refused_with("mesh.cells=40 22") ==
        begin + "mesh.cells = 40 20, the case has mesh.cells = 40 22\n");
  CHECK(refused_with("scheme.convection=tvd") ==
        begin + "scheme.convection = upwind, the case has scheme.convection = tvd\n");
  CHECK(refused_with("body.rectangle=") ==
        begin + "body.rectangle = 2 1.6 2.8 2.4, the case has no body.rectangle\n");
  // The same number written otherwise is the same case.
  run(place, second_part() + Words{"latest", "--set", "gas.knudsen=5e-2"});
}

TEST_CASE("promise 4: another file of faces is another mesh") {
  std::string faces;
  for (int k = 0; k <= 40; ++k) faces += fmt::format("{}\n", 0.2 * k);
  const Place place(with_line(small_case, "cells = 40 20",
                              "cells = 40 20\nx_stretch = file path=faces.txt") +
                    no_pictures);
  write(place / "faces.txt", faces);
  run(place, first_part());
  write(place / "faces.txt", with_line(faces, "1", "1.01"));
  CHECK(refused(place, second_part() + Words{"latest"}) ==
        "slipflow: cannot restart from out/checkpoint/step_000000007.ckpt: it was written with another "
        "mesh, other bodies, or other tables of a side or wall: a file that the case names has "
        "changed\n");
}

TEST_CASE("promise 4: damaged, cut, foreign and missing checkpoints are refused and nothing is lost") {
  const Place place(small_case + no_pictures);
  run(place, first_part());
  const auto file = newest_checkpoint(place / "out");
  const auto good = read(file);
  const auto refusal = [&](const std::string& name) {
    return refused(place, second_part() + Words{name});
  };
  const std::string name = "out/checkpoint/step_000000007.ckpt";
  flip_bit(file, good.size() - kInLastArray);
  CHECK(refusal(name) ==
        "slipflow: " + name + ": is damaged: the checksum of block 'rho_old' does not fit\n");
  write(file, good.substr(0, good.size() - 1));
  CHECK(refusal(name) == fmt::format("slipflow: {}: is damaged: it ends at byte {}, too early\n",
                                     name, good.size() - 1));
  write(file, good + "x");
  CHECK(refusal(name) == "slipflow: " + name + ": is damaged: 1 bytes follow its end\n");
  write(file, "");
  CHECK(refusal(name) == "slipflow: " + name + ": is empty\n");
  CHECK(refusal("case.cfg") == "slipflow: case.cfg: is not a checkpoint of slipflow\n");
  CHECK(refusal("none.ckpt") ==
        "slipflow: none.ckpt: cannot be read: No such file or directory\n");
  CHECK(refusal("out") == "slipflow: out: is not a file that holds a checkpoint\n");
  CHECK(refusal("/dev/zero") == "slipflow: /dev/zero: is not a file that holds a checkpoint\n");
  CHECK(refused(place, second_part() + Words{"latest", "--output", "elsewhere"}) ==
        "slipflow: there is no checkpoint in elsewhere/checkpoint to restart from\n");
  CHECK(refused(place, second_part() + Words{"latest", "--overwrite"}) ==
        "slipflow: --restart goes on with results and --overwrite removes them: give one of the "
        "two\n");
}

TEST_CASE("promise 4: with a damaged newest checkpoint latest takes the one before, and says so") {
  const Place place(small_case + no_pictures);
  run(place, first_part("13") + Words{"--output", "whole"});
  run(place, first_part());
  const auto newest = newest_checkpoint(place / "out");
  flip_bit(newest, fs::file_size(newest) - kInLastArray);
  const auto second = place.slipflow(Words{"run", "case.cfg"} + second_part() + Words{"latest"});
  CHECK(second.status == 0);
  CHECK(second.err ==
        "warning: out/checkpoint/step_000000007.ckpt: is damaged: the checksum of block 'rho_old' does "
        "not fit; trying the one before it\n");
  check_same_results(place / "whole", place / "out");
}

TEST_CASE("results that are not those of the checkpoint are refused and stay") {
  const Place place(small_case + no_pictures);
  run(place, first_part());
  const auto table = place / "out" / "forces.csv";
  const auto good = read(table);
  const auto refusal = [&] { return refused(place, second_part() + Words{"latest"}); };
  const std::string begin = "slipflow: cannot go on with out/forces.csv: ";
  const std::string end = "; a new --output leaves it as it is\n";
  write(table, good.substr(0, 100));
  CHECK(refusal() == begin + "it is shorter than when the checkpoint was written" + end);
  write(table, good);
  flip_bit(table, good.size() / 2);
  CHECK(refusal() == begin + "it is not what it was when the checkpoint was written" + end);
  write(table, good);
  flip_bit(table, 2);
  CHECK(refusal() == begin + "it has other columns than this program writes" + end);
  fs::remove(table);
  CHECK(refusal() == begin + "it cannot be read" + end);
}

TEST_CASE("promise 4: a full disk while a checkpoint is written: status 5, the one before stays and is whole") {
  const Place place(small_case + no_pictures);
  run(place, first_part());
  // A checkpoint takes 87 kB; a frame without pictures 64 kB.
  const auto limited = launch({Words{"run", "case.cfg"} + second_part() +
                                   Words{"latest", "--set", "output.every_time=0"},
                               place.path(), {}, 80000, "", ""});
  CHECK(limited.status == 5);
  CHECK(holds(limited.err, "cannot write out/checkpoint/step_000000009.ckpt: File too large\n"));
  CHECK(newest_checkpoint(place / "out").stem() == "step_000000007");
  run(place, second_part() + Words{"latest"});
}

TEST_CASE("an output directory in use by another run is refused") {
  const Place place(with_line(small_case, "end = 0.1", "end = 1000") + no_pictures);
  const auto first = launch({Words{"run", "case.cfg"} + serial, place.path(), {}, -1, "", ""},
                            [&](int process) {
    wait_until([&] { return fs::exists(place / "out" / "history.csv"); });
    for (const Words& more : {Words{"--overwrite"}, Words{"--restart", "latest"}}) {
      const auto second = place.slipflow(Words{"run", "case.cfg"} + serial + more);
      CHECK(second.status == 2);
      CHECK(second.err == "slipflow: output directory 'out' is in use by another run\n");
    }
    kill(process, SIGKILL);
  });
  CHECK(first.status == 128 + SIGKILL);
}
