// Promise 17: what a run did not make is neither replaced, removed nor followed. And promise 20:
// results that somebody else removes or changes while a run continues, or between two parts of it.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <signal.h>

#include "frame.hpp"
#include "restarting.hpp"
#include "results.hpp"

namespace test_results_kept {

using namespace test_app;

namespace {
Words into(const std::string& output, const std::string& steps) {
  return Words{"run", "case.cfg"} + serial + Words{"--output", output, "--steps", steps};
}
}  // namespace

TEST_CASE(
    "promise 17: --overwrite leaves look-alikes alone, and does not enter a folder that is a "
    "link") {
  const Place place(small_case);
  REQUIRE(place.slipflow(into("out", "1")).status == 0);
  for (const char* name : {"IMG_20231105.png", "holiday_000001.png", "p_000007.png"})
    write(place / "out" / "pictures" / name, "mine");
  REQUIRE(place.slipflow(into("out", "1") + Words{"--overwrite"}).status == 0);
  for (const char* name : {"IMG_20231105.png", "holiday_000001.png", "p_000007.png"})
    CHECK(read(place / "out" / "pictures" / name) == "mine");

  fs::create_directory(place / "data");
  write(place / "data" / "000000.vtr", "mine");
  fs::remove_all(place / "out" / "fields");
  fs::create_symlink("../data", place / "out" / "fields");
  CHECK(refused(place, into("out", "1") + Words{"--overwrite"}) ==
        "slipflow: output directory 'out' holds 'fields', which is a symbolic link, not a folder: "
        "remove it or choose another with --output\n");
}

TEST_CASE("promise 17: links planted in a results folder are not written through") {
  const Place place(small_case + no_pictures);
  write(place / "thesis", "mine");
  const Words later_end = {"--set", "time.end=10"};
  REQUIRE(place.slipflow(into("out", "2") + later_end).status == 0);
  for (const char* name : {"case.cfg.tmp", "fields.pvd.tmp", "summary.json.tmp",
                           "fields/000002.vtr.tmp", "checkpoint/step_000000003.ckpt.tmp"})
    fs::create_symlink(place / "thesis", place / "out" / name);
  const Words go_on = later_end + Words{"--restart", "latest"};
  REQUIRE(place.slipflow(into("out", "3") + go_on).status == 0);
  CHECK(read(place / "thesis") == "mine");
  for (const char* name : {"run.log", "summary.json", "case.cfg", "fields.pvd", "history.csv"}) {
    fs::rename(place / "out" / name, place / "aside");
    fs::create_symlink(place / "thesis", place / "out" / name);
    refused(place, into("out", "4") + go_on);
    fs::rename(place / "aside", place / "out" / name);
  }
  CHECK(place.slipflow(into("out", "4") + go_on).status == 0);
}

TEST_CASE("promise 17: the case file of a run is not changed") {
  const Place place(small_case + no_pictures);
  const auto run_there = [&](const Words& more) {
    return place.slipflow(Words{"run", "out/case.cfg", "--output", "out"} + serial + more);
  };
  fs::create_directory(place / "out");
  const auto notes = "# my notes\n" + small_case + no_pictures;
  write(place / "out" / "case.cfg", notes);
  REQUIRE(run_there({"--overwrite", "--steps", "1"}).status == 0);
  REQUIRE(run_there({"--overwrite", "--steps", "2"}).status == 0);
  REQUIRE(run_there({"--restart", "latest", "--steps", "3"}).status == 0);
  CHECK(read(place / "out" / "case.cfg") == notes);
  CHECK(holds(read(place / "out" / "case.resolved.cfg"), "max_steps = 3 "));
  CHECK(holds(refused(place, into("out", "1") + Words{"--overwrite"}),
              "output directory 'out' holds 'case.cfg', which slipflow did not write there"));
  // The case that a run has written runs again too, in either name.
  REQUIRE(place.slipflow(into("new", "1")).status == 0);
  const auto resolved = read(place / "new" / "case.cfg");
  for (const char* name : {"new/case.cfg", "new/case.resolved.cfg"})
    REQUIRE(place.slipflow(Words{"run", name, "--output", "new", "--overwrite"} + serial).status ==
            0);
  CHECK(read(place / "new" / "case.cfg") == resolved);
}

TEST_CASE("promise 17: a table among the results that would be removed is refused as an input") {
  const Place place(small_case + no_pictures + "profile = 0 0 0 4 points=9 name=inlet\n");
  REQUIRE(place.slipflow(into("out", "1")).status == 0);
  const auto table = "boundary.west=inflow path=out/profiles/inlet_000000.csv";
  write(place / "inlet.csv", "y,velocity\n0,1\n4,1\n");
  fs::rename(place / "inlet.csv", place / "out" / "profiles" / "inlet_000000.csv");
  CHECK(refused(place, into("out", "1") + Words{"--overwrite", "--set", table}) ==
        "slipflow: output directory 'out' holds 'profiles/inlet_000000.csv', which this run reads "
        "and its results would replace; choose another with --output\n");
}

TEST_CASE("promise 17: a folder of other files is refused by name, and results without a list") {
  const Place place(small_case + no_pictures);
  fs::create_directory(place / "other");
  write(place / "other" / "history.csv", "mine");
  CHECK(refused(place, into("other", "1") + Words{"--overwrite"}) ==
        "slipflow: output directory 'other' holds 'history.csv' and no list (.slipflow-files) of "
        "what slipflow has written: --overwrite would not know what to remove; choose another "
        "with --output\n");

  run(place, first_part() + Words{"--output", "old"});
  fs::remove(place / "old" / ".slipflow-files");
  const auto resumed =
      Words{"run", "case.cfg"} + second_part() + Words{"latest", "--output", "old"};
  CHECK(holds(refused(place, resumed),
              "and no list (.slipflow-files) of what slipflow has written: put the list back, or "
              "continue with --restart CHECKPOINT in another --output\n"));
}

TEST_CASE("promise 17: a killed run's half-written files are removed by the next one") {
  const Place place(with_line(small_case, "end = 0.1", "end = 1000") + no_pictures);
  launch({Words{"run", "case.cfg"} + serial, place.path(), {}, -1, "", ""}, [&](int process) {
    wait_until([&] { return lines_of(read(place / "out" / "history.csv")).size() > 2; });
    kill(process, SIGKILL);
  });
  const auto unfinished = [&] {
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(place / "out"))
      if (entry.is_directory() && entry.path().filename().string().starts_with(".slipflow-"))
        folders.push_back(entry.path());
    return folders;
  };
  REQUIRE(unfinished().size() == 1);
  CHECK((fs::status(unfinished()[0]).permissions() & fs::perms::mask) == fs::perms::owner_all);
  write(unfinished()[0] / "000009.vtr.tmp", "half a frame");
  run(place, serial + Words{"--overwrite", "--steps", "1"});
  CHECK(unfinished().empty());
}

TEST_CASE(
    "promise 20: a table that is removed or cut during the run: status 5, a good "
    "checkpoint") {
  const std::pair<const char*, std::function<void(const fs::path&)>> faults[] = {
      {"was removed, renamed or replaced during the run", [](const auto& f) { fs::remove(f); }},
      // A row may be written to the cut file before the fault is noticed.
      {"was changed during the run: it holds ", [](const auto& f) { fs::resize_file(f, 10); }}};
  for (const char* table : {"history.csv", "forces.csv"})
    for (const auto& [what, inflict] : faults) {
      CAPTURE(table);
      const Place place(with_line(small_case, "end = 0.1", "end = 1000") + no_pictures +
                        "measures_every = 1\n");
      const auto file = place / "out" / table;
      const auto lost =
          launch({Words{"run", "case.cfg"} + serial, place.path(), {}, -1, "", ""}, [&](int) {
            wait_until([&] { return lines_of(read(place / "out" / "history.csv")).size() > 2; });
            inflict(file);
          });
      CHECK(lost.status == 5);
      const auto checkpoint = newest_checkpoint(place / "out");
      const auto name = "out/checkpoint/" + checkpoint.filename().string();
      const auto begin = fmt::format("slipflow: out/{} {}", table, what);
      CHECK_MESSAGE(lost.err.starts_with(begin), lost.err);
      CHECK(lost.err.ends_with("; the checkpoint " + name +
                               " is whole: a run can resume from it with another --output\n"));
      // It holds the step after which the fault was noticed.
      const auto on = place.slipflow(
          Words{"run", "case.cfg"} + serial +
          Words{"--restart", name, "--output", "new", "--steps",
                std::to_string(std::stol(checkpoint.stem().string().substr(5)) + 2)});
      CHECK_MESSAGE(on.status == 0, on.err);
    }
}

TEST_CASE("promise 20: a frame that is gone at a restart leaves fields.pvd, with a warning") {
  const Place place(small_case + no_pictures);
  run(place, first_part("7") + Words{"--set", "output.every_time=0.02"});
  fs::remove(place / "out" / "fields" / "000001.vtr");
  const auto second = place.slipflow(Words{"run", "case.cfg"} + second_part() +
                                     Words{"latest", "--set", "output.every_time=0.02"});
  CHECK(second.status == 0);
  CHECK(second.err ==
        "warning: frames are missing and left out of fields.pvd: out/fields/000001.vtr\n");
  const auto frames = read_collection(place / "out" / "fields.pvd");
  REQUIRE(frames.size() > 6);
  CHECK(frames[1].second == "fields/000002.vtr");
  for (const auto& [time, file] : frames) CHECK(read_frame(place / "out" / file).time == time);
}

}  // namespace test_results_kept
