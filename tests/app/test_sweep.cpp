// slipflow sweep: jobs, their results and table, failures, resuming, signals.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "csv_rows.hpp"
#include "program.hpp"
#include "restarting.hpp"
#include "results.hpp"

namespace test_sweep {

using namespace test_app;
using namespace std::chrono_literals;

namespace {
using Json = nlohmann::json;

Outcome sweep(const Place& place, const Words& more) {
  return place.slipflow(Words{"sweep", "case.cfg", "--backend", "serial", "--output", "o"} + more);
}

Json table_in(const Place& place) { return Json::parse(read(place / "o" / "sweep.json")); }

void check_refused(const Place& place, const Words& more, const std::string& message) {
  const auto before = place.tree();
  const auto run = sweep(place, more);
  CHECK(run.status == 2);
  CHECK(run.err == "slipflow: " + message + '\n');
  CHECK(run.out == "");
  CHECK(place.tree() == before);
}

/// Steps until a job with this time step diverges, or none.
const Words kDiverging = {"--set", "inner.diagonal=plain", "--set", "scheme.time=explicit"};
}  // namespace

TEST_CASE("a sweep: a folder per job with the results of run, one table, nothing done twice") {
  const Place place;
  const Words over = {
      "--over", "gas.knudsen=0.05,0.1", "--over", "gas.mach=2:2.5:2", "--zip", "--steps", "3"};
  const auto plan = sweep(place, over + Words{"--dry-run"});
  CHECK(plan.status == 0);
  CHECK(plan.out ==
        "o/knudsen=0.05_mach=2  runs\no/knudsen=0.1_mach=2.5  runs\n2 jobs, 2 of them to run\n");
  CHECK(!fs::exists(place / "o"));

  const auto run = sweep(place, over + Words{"--jobs", "2"});
  CHECK(run.err == "");
  REQUIRE(run.status == 0);
  CHECK(holds(run.out, "2 jobs: 2 done, 0 failed; o: sweep.csv, sweep.json\n"));
  REQUIRE(place
              .slipflow({"run", "case.cfg", "--backend", "serial", "--steps", "3", "--set",
                         "gas.knudsen=0.1", "--set", "gas.mach=2.5", "--output", "alone"})
              .status == 0);
  check_same_results(place / "alone", place / "o" / "knudsen=0.1_mach=2.5");

  const auto rows = read_csv(place / "o" / "sweep.csv");
  REQUIRE(rows.size() == 2);
  CHECK(rows[1].at("job") == "knudsen=0.1_mach=2.5");
  CHECK(rows[1].at("status") == "done");
  CHECK(rows[1].at("gas.knudsen") == "0.1");
  CHECK(number(rows[1], "gas.mach") == 2.5);
  CHECK(number(rows[1], "steps") == 3);
  const auto table = table_in(place);
  const auto& drag = table["jobs"][1]["summary"]["forces"][0]["drag"];
  CHECK(number(rows[1], "forces.rectangle 1.drag") == drag.get<double>());
  CHECK(number(rows[0], "forces.rectangle 1.drag") != drag.get<double>());
  CHECK(table["case"] == "case.cfg");

  const auto jobs = place.tree();
  const auto again = sweep(place, over);
  CHECK(again.status == 0);
  CHECK(again.out == "2 jobs: 2 done, 0 failed; o: sweep.csv, sweep.json\n");
  for (const auto& [name, content] : place.tree())
    if (name.find("knudsen=") != std::string::npos) CHECK(jobs.at(name) == content);
}

TEST_CASE("a sweep whose job fails names it, runs the others, and runs it again if asked") {
  const Place place;
  const Words over = Words{"--over", "time.step=0.9,0.02", "--steps", "2"} + kDiverging;
  const auto run = sweep(place, over);
  CHECK(run.status == 4);
  CHECK(holds(run.out, "step=0.9: failed with status 4: diverged at step 1, t = "));
  CHECK(holds(run.out, "\nstep=0.02: done after "));
  CHECK(run.err.starts_with(
      "slipflow: 1 of 2 jobs failed; step=0.9 with status 4: diverged at step 1, t = "));
  CHECK(lines_of(run.err).size() == 1);
  const auto job = table_in(place)["jobs"][0];
  CHECK(job["status"] == "failed");
  CHECK(job["exit_status"] == 4);
  CHECK(job["message"] == job["summary"]["message"]);

  const auto again = sweep(place, over);
  CHECK(again.status == 4);
  CHECK(again.out == "2 jobs: 1 done, 1 failed; o: sweep.csv, sweep.json\n");
  CHECK(again.err == run.err);
  CHECK(holds(sweep(place, over + Words{"--dry-run"}).out, "failed; --retry runs it again\n"));
  const auto retried = sweep(place, over + Words{"--retry"});
  CHECK(retried.status == 4);
  CHECK(holds(retried.out, "step=0.9: failed with status 4: "));
  CHECK(!holds(retried.out, "step=0.02: "));
}

TEST_CASE("a signal to a sweep makes its jobs write checkpoints, from which it is resumed") {
  const Place place(with_line(small_case, "end = 0.1", "end = 10000") +
                    "pictures = none\ncheckpoint_every = 0\n");
  const Words over = {"--over", "gas.knudsen=0.05,0.1,0.02", "--jobs", "2"};
  const Words command = Words{"sweep", "case.cfg", "--backend", "serial", "--output", "o"} + over;
  const auto running = place / "o" / "knudsen=0.1";
  const auto stopped = launch({command, place.path(), {}, -1, "", ""}, [&](int process) {
    for (const char* job : {"knudsen=0.05", "knudsen=0.1"})
      wait_until([&] { return lines_of(read(place / "o" / job / "history.csv")).size() >= 3; });
    kill(process, SIGINT);
  });
  CHECK(stopped.status == 130);
  CHECK(holds(stopped.out, "3 jobs are not finished: the same command resumes them\n"));
  CHECK(!fs::exists(place / "o" / "knudsen=0.02"));
  const long step = std::stol(newest_checkpoint(running).stem().string().substr(5));
  CHECK(table_in(place)["jobs"][1]["status"] == "stopped");
  CHECK(table_in(place)["jobs"][2]["status"] == "waiting");
  CHECK(holds(sweep(place, over + Words{"--dry-run"}).out, "o/knudsen=0.1  is resumed\n"));

  // A later end is among the values that may change.
  const auto end = std::to_string(step + 2);
  REQUIRE(sweep(place, over + Words{"--steps", end}).status == 0);
  CHECK(table_in(place)["jobs"][1]["summary"]["restarted_at_step"] == step);
  REQUIRE(place
              .slipflow({"run", "case.cfg", "--backend", "serial", "--steps", end, "--set",
                         "gas.knudsen=0.1", "--output", "whole"})
              .status == 0);
  check_same_results(place / "whole", running);
}

TEST_CASE("a sweep replaces no results of another case") {
  const Place place;
  const Words over = {"--over", "gas.knudsen=0.05", "--steps", "1"};
  REQUIRE(sweep(place, over).status == 0);
  const auto before = results_in(place / "o" / "knudsen=0.05");
  const auto other = sweep(place, over + Words{"--set", "gas.mach=2"});
  CHECK(other.status == 2);
  CHECK(holds(other.err, "it was written with gas.mach = 2.43, the case has gas.mach = 2\n"));
  CHECK(results_in(place / "o" / "knudsen=0.05") == before);
  CHECK(table_in(place)["jobs"][0]["summary"].is_null());
  REQUIRE(sweep(place, over + Words{"--set", "gas.mach=2", "--overwrite"}).status == 0);
  CHECK(results_in(place / "o" / "knudsen=0.05") != before);
}

TEST_CASE("a sweep takes no results of changed files or of another program for its own") {
  const Place place(sides_case);
  write_tables(place);
  const Words over = {"--over", "title=a table,b", "--steps", "1"};
  REQUIRE(sweep(place, over).status == 0);
  CHECK(read_csv(place / "o" / "sweep.csv")[0].at("title") == "a table");
  CHECK(lines_of(read(place / "o" / "sweep.csv"))[0].find("title") ==
        lines_of(read(place / "o" / "sweep.csv"))[0].rfind("title"));
  const auto parity = sweep(place, over + Words{"--parity"});
  CHECK(parity.status == 2);
  CHECK(holds(parity.err,
              ": the results are of a run without --parity: --overwrite runs the job anew\n"));
  fs::last_write_time(place / "wall.csv", fs::file_time_type::clock::now() + 10s);
  const auto changed = sweep(place, over);
  CHECK(changed.status == 2);
  CHECK(holds(changed.err, "wall.csv' is newer than the results: --overwrite runs the job anew\n"));
  CHECK(table_in(place)["jobs"][0]["status"] == "failed");
  // What a summary says may be anything.
  write(place / "o" / "title=b" / "summary.json",
        "{\"status\": \"failed\", \"exit_status\": \"x\", \"message\": 3, "
        "\"backend\": \"serial\", \"parity\": false}");
  fs::last_write_time(place / "wall.csv", fs::file_time_type::clock::now() - 1h);
  const auto odd = sweep(place, over);
  CHECK(odd.status == 1);
  CHECK(holds(odd.err, "title=b with status 1: "));
}

TEST_CASE("a sweep follows no links in its folder") {
  const Place place;
  const Words over = {"--over", "gas.knudsen=0.05,0.1", "--steps", "2"};
  REQUIRE(sweep(place, over).status == 0);
  const auto link = [&](const fs::path& file) {
    fs::rename(place / "o" / file, place / "elsewhere");
    fs::create_symlink(place / "elsewhere", place / "o" / file);
    check_refused(place, over,
                  "job knudsen=0.1: o/" + file.string() +
                      " is a link, which a sweep does not follow: move it away");
    fs::remove(place / "o" / file);
    fs::rename(place / "elsewhere", place / "o" / file);
  };
  link("knudsen=0.1");
  link("knudsen=0.1/summary.json");
  link("knudsen=0.1/case.cfg");
  CHECK(holds(sweep(place, over).out, "2 jobs: 2 done"));
}

TEST_CASE("a summary that someone has nested deeply is not the end of a sweep") {
  const Place place;
  const Words over = {"--over", "gas.knudsen=0.05,0.1", "--steps", "2"};
  REQUIRE(sweep(place, over).status == 0);
  const auto file = place / "o" / "knudsen=0.1" / "summary.json";
  const std::string levels(1'000'000, '[');
  write(file,
        "{\"deep\": " + levels + std::string(levels.size(), ']') + "," + read(file).substr(1));
  CHECK(sweep(place, over).status == 0);
}

TEST_CASE("a sweep says which limit of descriptors it meets") {
  const Place place;
  const auto run = in_child(place.path(), [] {
    const rlimit few{16, 16};
    ::setrlimit(RLIMIT_NOFILE, &few);
    ::execl(program_under_test, "slipflow", "sweep", "case.cfg", "--backend", "serial", "--jobs",
            "20", "--over", "gas.knudsen=0.01:0.1:20", "--output", "o", nullptr);
    return 1;
  });
  CHECK(run.status == 1);
  CHECK(holds(run.err, "a process cannot be started: Too many open files: `ulimit -n` is 16\n"));
}

TEST_CASE("sweeps that are refused before anything is written") {
  const Place place;
  const Words kn = {"--over", "gas.knudsen=0.1"};
  check_refused(place, {},
                "--over is missing: a key and its values, such as --over gas.knudsen=0.01,0.02");
  check_refused(place, {"--over", "gas.knudsen=0.1,-1"},
                "job knudsen=-1: --over: gas.knudsen = -1: must be a number greater than 0 and at "
                "most 10");
  check_refused(place, {"--over", "gas.knudsn=0.1"},
                "job knudsn=0.1: --over: unknown key 'gas.knudsn'; did you mean 'gas.knudsen'?");
  check_refused(place, {"--over", "gas.knudsen=.1:.2"},
                "--over gas.knudsen=.1:.2: a range is FIRST:LAST:COUNT, such as .1:.2:5 for five "
                "values at equal distances");
  check_refused(place, {"--over", "units.length=1:2 um"},
                "--over units.length=1:2 um: a range is FIRST:LAST:COUNT, such as 1:2:5 um for "
                "five values at equal distances");
  check_refused(place, kn + Words{"--set", "gas.knudsen=0.2"},
                "gas.knudsen has values by --over and by another option: leave out one");
  check_refused(place, {"--over", "output.directory=a,b"},
                "--over output.directory: each job has its own folder in --output");
  check_refused(place, kn + Words{"--jobs", "0"}, "--jobs 0 must be a whole number from 1 to 64");
  check_refused(place, kn + Words{"--device", "0"},
                "--device cannot be combined with --backend serial");
  fs::create_directory(place / "o");
  write(place / "o" / "mine.txt", "mine\n");
  check_refused(place, kn,
                "output directory 'o' already holds files; choose another with --output or add "
                "--overwrite");
  // Tables that no sweep has written.
  for (const char* name : {"sweep.json", "sweep.csv"}) write(place / "o" / name, "mine\n");
  check_refused(place, kn,
                "output directory 'o' already holds files; choose another with --output or add "
                "--overwrite");
  check_refused(place, kn + Words{"--overwrite"},
                "output directory 'o' holds 'mine.txt' and no list (.slipflow-files) of what "
                "slipflow has written: --overwrite would not know what to remove; choose another "
                "with --output");
  write(place / "o" / ".slipflow-files", "other.txt\n");
  check_refused(place, kn,
                "output directory 'o' holds 'sweep.csv', which slipflow did not write there (it is "
                "not in .slipflow-files): move it away or choose another with --output");
}

TEST_CASE("a sweep on devices" * doctest::test_suite("opencl")) {
  const Place place;
  const Words sweep_on = {"sweep",          "case.cfg", "--over",    "gas.knudsen=0.05,0.1",
                          "--steps",        "1",        "--output",  "o",
                          "--trust-device", "--parity", "--kernels", "plain"};
  const auto twice = place.slipflow(sweep_on + Words{"--device", "0,0"});
  CHECK(twice.status == 2);
  CHECK(holds(twice.err, "--device 0 is a device that another --device names too"));
  CHECK(!fs::exists(place / "o"));
  CHECK(place.slipflow(sweep_on + Words{"--device", "no such device"}).status == 2);
  REQUIRE(place.slipflow(sweep_on + Words{"--device", "0"}).status == 0);
  CHECK(table_in(place)["jobs"][1]["summary"]["backend"] == "opencl");
}

}  // namespace test_sweep
