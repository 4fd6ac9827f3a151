// Promise 3: N + M steps give the bytes of N steps, a restart and M steps. How a restart treats
// the files that it finds.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "frame.hpp"
#include "restarting.hpp"
#include "results.hpp"
#include "slipflow/run/checkpoint.hpp"

namespace test_restart {

using namespace test_app;

namespace {
const Words plain = {"--parity", "--trust-device", "--kernels", "plain"};
const Words fused = {"--parity", "--trust-device", "--kernels", "fused"};

/// 7 steps on one backend, then 6 on another, into `output`.
void run_in_two_parts(const Place& place, const Words& first, const Words& second,
                      const Words& more, const std::string& output) {
  const Words into = {"--output", output};
  run(place, first + more + into + Words{"--steps", "7"});
  run(place, second + more + into + Words{"--steps", "13", "--restart", "latest"});
}

void check_goes_on(const Place& place, const Words& backend, const Words& more) {
  run(place, backend + more + Words{"--output", "whole", "--steps", "13"});
  run_in_two_parts(place, backend, backend, more, "parts");
  check_same_results(place / "whole", place / "parts");
}

/// Serial, on a device, and in two parts, of which a device has the first: the same results.
void check_goes_on_from_device(const Place& place, const Words& more = {}) {
  run(place, serial + more + Words{"--output", "serial", "--steps", "13"});
  run(place, plain + more + Words{"--output", "device", "--steps", "13"});
  run_in_two_parts(place, plain, serial, more, "parts");
  check_same_results(place / "serial", place / "parts");
  auto in_serial = results_in(place / "serial"), on_device = results_in(place / "device");
  in_serial.erase("checkpoint"), on_device.erase("checkpoint");  // says who has written it
  CHECK(in_serial == on_device);
}

struct RestartedCase {
  const char* name;
  std::string text;
  const char *time, *convection;  ///< its scheme where it has one
  bool on_device;                 ///< the others have tests of their own there, or store the same
};

/// Which cases with which schemes: each case with one scheme, those of devices, all with all.
enum class Pairs { one_each, on_device, all };

/// Does something with each case, in a place of its own, and the options of each scheme.
void for_cases_and_schemes(Pairs pairs,
                           const std::function<void(const Place&, const Words&)>& check) {
  const RestartedCase cases[] = {{"channel", longer_small_case(), "second_order", "tvd", false},
                                 {"stretched", stretched_case, "second_order", "upwind", false},
                                 {"periodic", periodic_case, "implicit", "tvd", true},
                                 {"open", open_case, "explicit", "tvd", false},
                                 {"sides", sides_case, "explicit", "upwind", true}};
  for (const auto& c : cases)
    for (const std::string convection : {"upwind", "tvd"})
      for (const std::string time : {"implicit", "explicit", "second_order"}) {
        const bool its_own = time == c.time && convection == c.convection;
        if (pairs != Pairs::all && !its_own) continue;
        if (pairs == Pairs::on_device && !c.on_device) continue;
        CAPTURE(c.name);
        CAPTURE(convection);
        CAPTURE(time);
        const Place place(c.text);
        write_tables(place);
        check(place, {"--set", "scheme.convection=" + convection, "--set", "scheme.time=" + time});
      }
}

}  // namespace

// Implicit steps with upwind differences are those of the tests below.
TEST_CASE("promise 3: 7 steps, a restart and 6 steps give the bytes of 13, serial") {
  for_cases_and_schemes(Pairs::one_each, [](const Place& place, const Words& scheme) {
    check_goes_on(place, serial, scheme);
  });
}

TEST_CASE("promise 3: 7 steps, a restart and 6 steps give the bytes of 13, serial, all schemes" *
          doctest::test_suite("full")) {
  for_cases_and_schemes(Pairs::all, [](const Place& place, const Words& scheme) {
    check_goes_on(place, serial, scheme);
  });
}

TEST_CASE(
    "promise 3: the same where a step takes so few iterations that it needs the rate of the one "
    "before") {
  const Place place(longer_small_case());
  check_goes_on(place, serial, {"--set", "inner.tolerance=0.03", "--set", "time.step=0.015"});
  const auto summary = read(place / "whole" / "summary.json");
  const std::string key = "\"inner_iterations\": ";
  const auto at = summary.find(key);
  REQUIRE(at != std::string::npos);
  CHECK(std::stoi(summary.substr(at + key.size())) < 13 * 4);
}

TEST_CASE("promise 3: from serial to threads and back") {
  const Place place(longer_small_case());
  const Words threads = {"--backend", "threads", "--threads", "2"};
  run(place, serial + Words{"--output", "whole", "--steps", "13"});
  run_in_two_parts(place, serial, threads, {}, "serial-threads");
  run_in_two_parts(place, threads, serial, {}, "threads-serial");
  check_same_results(place / "whole", place / "threads-serial");
  auto whole = results_in(place / "whole"), parts = results_in(place / "serial-threads");
  whole.erase("checkpoint"), parts.erase("checkpoint");  // says who has written it
  CHECK(whole == parts);
}

// With plain kernels: the others have the same bits (promise 1). PoCL builds them again for each
// case and scheme, so each case has one of the schemes; SLIPFLOW_PARITY=full takes all schemes in
// every case.
TEST_CASE("promise 3: the same on the device, from serial to device and back, all schemes" *
          doctest::test_suite("opencl full")) {
  const char* wanted = std::getenv("SLIPFLOW_PARITY");
  const bool all_schemes = wanted && wanted == std::string("full");
  const auto pairs = all_schemes ? Pairs::all : Pairs::on_device;
  for_cases_and_schemes(pairs, [&](const Place& place, const Words& scheme) {
    run(place, serial + scheme + Words{"--output", "serial", "--steps", "13"});
    run(place, plain + scheme + Words{"--output", "device", "--steps", "13"});
    run_in_two_parts(place, plain, plain, scheme, "device-device");
    run_in_two_parts(place, serial, plain, scheme, "serial-device");
    run_in_two_parts(place, plain, serial, scheme, "device-serial");
    check_same_results(place / "device", place / "device-device");
    check_same_results(place / "device", place / "serial-device");
    check_same_results(place / "serial", place / "device-serial");
  });
}

TEST_CASE("promise 3: from one kernel set to the other" * doctest::test_suite("opencl full")) {
  const Place place(longer_small_case());
  run(place, plain + Words{"--output", "whole", "--steps", "13"});
  run_in_two_parts(place, plain, fused, {}, "plain-fused");
  run_in_two_parts(place, fused, plain, {}, "fused-plain");
  check_same_results(place / "whole", place / "plain-fused");
  check_same_results(place / "whole", place / "fused-plain");
}

namespace {
/// All diagnostics, over a part of the run only.
const std::string every_measure =
    "measures_every = 4\nbalance = on\nprobe = 1 0.7\nprofile = 0 0.5 2 0.5 points=5 name=axis\n"
    "averages = p u v\naverage_from = 0.05\n";
}  // namespace

TEST_CASE("promise 3: tables of diagnostics, profiles and averages continue too, serial") {
  check_goes_on(Place(longer_small_case() + every_measure), serial, {});
  check_goes_on(Place(periodic_case + every_measure), serial,
                {"--set", "scheme.time=second_order"});
}

TEST_CASE("promise 3: tables of diagnostics, profiles and averages continue too, on the device" *
          doctest::test_suite("opencl")) {
  check_goes_on(Place(longer_small_case() + every_measure), plain, {});
  check_goes_on_from_device(Place(longer_small_case() + every_measure));
}

TEST_CASE("averages of other fields begin anew at a restart; new tables begin there") {
  const Place place(small_case + no_pictures);
  const Words later_end = {"--set", "time.end=10"};
  run(place, serial + later_end + Words{"--steps", "4", "--set", "output.averages=p"});
  const auto other = place.slipflow(Words{"run", "case.cfg"} + serial + later_end +
                                    Words{"--steps", "6", "--restart", "latest", "--set",
                                          "output.averages=p T", "--set", "output.balance=on"});
  REQUIRE_MESSAGE(other.status == 0, other.err);
  CHECK(holds(other.out,
              "  note: the checkpoint holds averages of p, the case has output.averages = "
              "p T: they begin anew\n"));
  const auto lines = lines_of(read(place / "out" / "balance.csv"));
  REQUIRE(lines.size() == 2);
  CHECK(lines[1].starts_with("6,"));
}

TEST_CASE("averages of the same fields in another order continue") {
  const Place place(small_case + no_pictures);
  const auto in_order = [](const std::string& fields) {
    return serial + Words{"--set", "time.end=10", "--set", "output.averages=" + fields};
  };
  run(place, in_order("u p") + Words{"--output", "whole", "--steps", "13"});
  run_in_two_parts(place, in_order("p u"), in_order("u p"), {}, "parts");
  const auto last_frame = [&](const std::string& output) {
    return read(place / output / read_collection(place / output / "fields.pvd").back().second);
  };
  CHECK(last_frame("whole") == last_frame("parts"));
  CHECK(!holds(read(place / "parts" / "run.log"), "they begin anew"));
}

TEST_CASE(
    "promise 3: in mixed precision, on a mesh that stretches, from serial to device and back" *
    doctest::test_suite("opencl full")) {
  const Words mixed = {"--precision", "mixed"};
  check_goes_on(Place(longer_small_case()), serial, mixed);
  const Place place(stretched_case + every_measure);
  check_goes_on_from_device(place, mixed);
  run_in_two_parts(place, serial, plain, mixed, "serial-device");
  check_same_results(place / "device", place / "serial-device");
}

TEST_CASE("promise 3: other starts of the inner iteration and a run that becomes steady") {
  check_goes_on(Place(longer_small_case()), serial, {"--set", "inner.start=previous"});
  const Place place(periodic_case);
  const Words steady = serial + Words{"--set", "time.steady=0.5"};
  run(place, steady + Words{"--output", "whole"});
  REQUIRE(holds(read(place / "whole" / "summary.json"), "\"stopped_by\": \"steady\""));
  REQUIRE(lines_of(read(place / "whole" / "history.csv")).size() > 3);
  run(place, steady + Words{"--output", "parts", "--steps", "7"});
  run(place, steady + Words{"--output", "parts", "--restart", "latest"});
  check_same_results(place / "whole", place / "parts");
}

TEST_CASE("another device is allowed and reported; the tables and run.log continue" *
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
              "  note: the checkpoint was written by 'serial: one CPU core', this run uses "
              "'opencl: "));
  CHECK(read(place / "out" / "run.log") == log + without_build_note(second.out));
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

TEST_CASE("a completed run continues to a later end, and its closing output is replaced") {
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

TEST_CASE("results in a new directory begin at the checkpoint") {
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

TEST_CASE("the time step and the precision may change, and that is said") {
  const std::tuple<Words, std::string, std::string> changes[] = {
      {{"--set", "time.step=0.01"}, "time.step = 0.02", "time.step = 0.01"},
      {{"--precision", "mixed"}, "run.precision = double", "run.precision = mixed"}};
  for (const auto& [words, before, now] : changes) {
    const Place place(small_case + no_pictures);
    run(place, first_part());
    const auto second =
        place.slipflow(Words{"run", "case.cfg"} + second_part() + Words{"latest"} + words);
    CHECK(second.status == 0);
    CHECK(second.err == "");
    CHECK(holds(second.out, "  note: the checkpoint was written with " + before +
                                ", the case has " + now + "\n"));
    const bool mixed = now == "run.precision = mixed";
    CHECK(holds(read(place / "out" / "summary.json"), "\"precision\": \"mixed\"") == mixed);
  }
}

}  // namespace test_restart
