// slipflow tune on a small case, and the commands that use what it remembers.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <regex>

#include "results.hpp"

namespace test_tune {

using namespace test_app;

namespace {
// A place with a cache of its own; kernels stay in PoCL's. Each launch is a build of its own, so
// the case has no walls: bench below has some.
struct TunePlace : Place {
  TunePlace() : Place(case_without_walls) {}
  std::map<std::string, std::string> environment{
      {"SLIPFLOW_CACHE_DIR", (*this / "cache").string()}};
  Outcome run(const Words& arguments) const { return slipflow(arguments, environment); }
  /// The files of remembered choices.
  std::vector<fs::path> remembered() const {
    std::vector<fs::path> files;
    if (!fs::exists(*this / "cache")) return files;
    for (const auto& entry : fs::directory_iterator(*this / "cache"))
      if (entry.path().extension() == ".tuned") files.push_back(entry.path());
    return files;
  }
};

// The first text that matches the part of the pattern in brackets.
std::string part_of(const std::string& text, const char* pattern) {
  std::smatch match;
  REQUIRE_MESSAGE(std::regex_search(text, match, std::regex(pattern)), text);
  return match[1];
}

// Little more than the model's choice can be tried in so little time.
const Words quick = {"tune", "case.cfg", "--trust-device", "--seconds", "1"};
}  // namespace

TEST_SUITE_BEGIN("opencl");

TEST_CASE("tune prints what it tried and the fastest, and run, verify and bench use that" *
          doctest::test_suite("opencl full")) {
  const TunePlace place;
  const auto tuned =
      output_of(place.run({"tune", "case.cfg", "--trust-device", "--seconds", "6", "--parity"}));
  CHECK(holds(tuned, "40 x 20 cells, implicit upwind, parity mode\n"));
  CHECK(holds(tuned, "\nkernels work-group   rows         ms    Mcell/s\n"));
  CHECK(std::regex_search(tuned, std::regex("\ntried [0-9]+ launch(es)? in [0-9]+ s")));
  CHECK(std::stod(part_of(tuned, "\nthe model's choice: .* ms, ([0-9.]+) % more\n")) >= 0);
  REQUIRE(place.remembered().size() == 1);
  CHECK(holds(tuned, "\nremembered in " + place.remembered()[0].string() + "\n"));
  // The winner is a line of the table, and its keys are shown for the case file.
  const auto kernels = part_of(tuned, "kernels = ([a-z]+),");
  const auto size = part_of(tuned, "work_group_size = ([0-9]+)");
  CHECK(std::regex_search(tuned, std::regex(fmt::format("\n *{} +{} +[0-9-]+ ", kernels, size))));
  CHECK(holds(tuned, fmt::format("\nfastest: {}, {}", kernels, size)));

  const auto values = fmt::format("tuned values: {} kernels, work-groups of {}", kernels, size);
  const Words brief = {"--steps", "1", "--trust-device"};
  const auto run = place.run(Words{"run", "case.cfg", "--parity", "--output", "used"} + brief);
  CHECK(run.status == 0);
  CHECK(holds(run.out, values));
  CHECK(holds(run.out, " (--no-tuning leaves them out)\n"));
  CHECK(holds(read(place / "used" / "run.log"), values));
  const auto summary = read(place / "used" / "summary.json");
  CHECK(holds(summary, "\"tuned\": true"));
  CHECK(holds(summary, fmt::format("\"kernels\": \"{}\"", kernels)));
  CHECK(holds(summary, fmt::format("\"work_group_size\": {}", size)));
  CHECK(holds(place.run(Words{"verify", "case.cfg", "--parity"} + brief).out, values));

  // The mode is another one, the option says no, or the case file knows better.
  for (const Words& other :
       {Words{}, Words{"--parity", "--no-tuning"},
        Words{"--parity", "--set", fmt::format("run.work_group_size={}", size == "8" ? 16 : 8)}}) {
    const auto unused = place.run(Words{"run", "case.cfg", "--overwrite"} + brief + other);
    CHECK(unused.status == 0);
    CHECK(!holds(unused.out, "tuned values"));
    CHECK(holds(read(place / "out" / "summary.json"), "\"tuned\": false"));
  }
  // The fields do not depend on it.
  place.run(Words{"run", "case.cfg", "--parity", "--no-tuning", "--output", "without"} + brief);
  CHECK(read(place / "used" / "fields" / "000001.vtr") ==
        read(place / "without" / "fields" / "000001.vtr"));
}

TEST_CASE("bench uses what is remembered for its channel") {
  // As bench makes it: make_bench_case.
  std::string channel = small_case;
  channel = with_line(channel, "x = 0 8", "x = 0 3");
  channel = with_line(channel, "y = 0 4", "y = 0 2");
  channel = with_line(channel, "cells = 40 20", "cells = 60 40");
  const TunePlace place;
  write(place / "case.cfg", channel);
  const auto tuned = place.run(quick + Words{"--device", "0", "--set", "scheme.wall_density=cell",
                                             "--set", "scheme.convex_corner=slip"});
  REQUIRE(tuned.status == 0);
  const Words bench = {"bench",    "--trust-device",  "--device",  "0",
                       "--mesh",   "60x40",           "--repeats", "1",
                       "--scheme", "implicit upwind", "--rows",    "auto"};
  REQUIRE(place.run(bench).status == 0);
  const auto table = read(place / "out" / "bench" / "bench.md");
  CHECK(holds(table, fmt::format("| 60 x 40 | implicit upwind | {} | {} |",
                                 part_of(tuned.out, "kernels = ([a-z]+),"),
                                 part_of(tuned.out, "work_group_size = ([0-9]+)"))));
  CHECK(holds(read(place / "out" / "bench" / "bench.json"), "\"tuned\": \"yes\""));
  REQUIRE(place.run(bench + Words{"--no-tuning", "--overwrite"}).status == 0);
  CHECK(holds(read(place / "out" / "bench" / "bench.json"), "\"tuned\": \"no\""));
}

TEST_CASE("what is remembered and damaged is a warning") {
  const TunePlace place;
  REQUIRE(place.run(quick).status == 0);
  REQUIRE(place.remembered().size() == 1);
  const auto file = place.remembered()[0];
  write(file, "something else");
  const auto run = place.run({"run", "case.cfg", "--steps", "1", "--trust-device"});
  CHECK(run.status == 0);
  const auto sentence =
      file.string() + " is damaged, so the values tuned for this case are not used";
  CHECK(holds(run.err, sentence));
  CHECK(holds(read(place / "out" / "run.log"), sentence));
  CHECK(holds(read(place / "out" / "summary.json"), "\"tuned\": false"));
  CHECK(place.run(quick).status == 0);
  CHECK(place.run({"run", "case.cfg", "--steps", "1", "--trust-device", "--overwrite"}).err == "");
}

TEST_CASE("tune searches only what the case leaves open" * doctest::test_suite("opencl full")) {
  const TunePlace place;
  const auto tuned = place.run(quick + Words{"--kernels", "fused", "--set",
                                             "run.work_group_size=32", "--set", "run.rows=7"});
  CHECK(tuned.status == 2);
  CHECK(tuned.err ==
        "slipflow: there is nothing to tune: the case gives run.kernels, run.work_group_size and "
        "run.rows; leave out at least one\n");
  CHECK(place.remembered().empty());
  const auto rows =
      place.run(quick + Words{"--kernels", "fused", "--set", "run.work_group_size=32"});
  CHECK(rows.status == 0);
  CHECK(holds(rows.out, "[run] kernels = fused, work_group_size = 32, rows = "));
  CHECK(!holds(rows.out, "plain"));
}

TEST_CASE("tune refuses bad input and writes nothing") {
  const TunePlace place;
  const auto refused = [&](const Words& arguments) {
    const auto run = place.run(arguments);
    CHECK(run.status == 2);
    CHECK(run.out == "");
    return run.err;
  };
  CHECK(refused({"tune"}) ==
        "slipflow: a case file is missing; usage: slipflow tune CASE.cfg [options]\n");
  CHECK(refused({"tune", "none.cfg"}) ==
        "slipflow: none.cfg: cannot be read: No such file or directory\n");
  CHECK(refused({"tune", "case.cfg", "--seconds", "0"}) ==
        "slipflow: --seconds 0 must be from 1 to 3600\n");
  CHECK(refused({"tune", "case.cfg", "--seconds", "3601"}) ==
        "slipflow: --seconds 3601 must be from 1 to 3600\n");
  CHECK(refused({"tune", "case.cfg", "--seconds", "soon"}) ==
        "slipflow: the argument ('soon') for option '--seconds' is invalid; usage: slipflow tune "
        "CASE.cfg [options]\n");
  CHECK(refused({"tune", "case.cfg", "--set", "gas.knusden=1"}) ==
        "slipflow: --set: unknown key 'gas.knusden'; did you mean 'gas.knudsen'?\n");
  CHECK(refused({"tune", "case.cfg", "--trust-device", "--set", "run.work_group_size=24"})
            .find("slipflow: a work-group size of 24 is not possible on '") == 0);
  CHECK(refused({"tune", "case.cfg", "--device", "no such device"})
            .find("slipflow: no device matches 'no such device'") == 0);
  CHECK(place.remembered().empty());
}

TEST_CASE("tune says when it cannot remember") {
  const TunePlace place;
  const auto run = place.slipflow(quick, {{"SLIPFLOW_CACHE_DIR", "/dev/null/cache"}});
  CHECK(run.status == 5);
  CHECK(holds(run.out, "\nfor a case file: [run] kernels = "));
  CHECK(run.err.find("slipflow: what was found cannot be remembered in /dev/null/cache/") == 0);
  CHECK(holds(run.err,
              ": name a folder of your own in SLIPFLOW_CACHE_DIR, or put the keys into the "
              "case file\n"));
}

TEST_CASE("tune ends with status 4 where the state is not finite" *
          doctest::test_suite("opencl full")) {
  const Place place;
  const auto run = with_infinite_temperatures(place, quick + Words{"--kernels", "plain"});
  CHECK(run.status == 4);
  CHECK(holds(run.err,
              "nothing can be tuned: the state is not finite after the first inner iteration"));
}

TEST_CASE("tune shows on a terminal what it is doing" * doctest::test_suite("opencl full")) {
  const TunePlace place;
  const auto run = on_terminal(
      {{"tune", "case.cfg", "--seconds", "5"}, place.path(), place.environment, -1, "", ""}, 100);
  CHECK(run.status == 0);
  CHECK(holds(run.out, "% "));
}

TEST_SUITE_END();

}  // namespace test_tune
