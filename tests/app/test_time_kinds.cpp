// Times of runs to a steady state are no times of a flow: tables, reports and commands say so.
#include <doctest/doctest.h>

#include "program.hpp"
#include "restarting.hpp"
#include "results.hpp"

namespace test_time_kinds {

using namespace test_app;

namespace {
const std::string kBox =
    "[mesh]\nx = 0 1\ny = 0 1\ncells = 8 8\n[boundary]\nwest = wall temperature=1.25\n"
    "east = wall\nsouth = wall\nnorth = wall velocity=0.3,0\n";
const std::string kOutput =
    "[output]\npictures = none\nhistory_every = 1\nmeasures_every = 1\n"
    "probe = 0.5 0.5 name=middle\n";

const std::string marched = "[gas]\nknudsen = 0.05\n" + kBox + "[time]\nsteady = 1e-6\n" + kOutput;

std::string cavity(const std::string& scheme) {
  return "method = psi_omega\n[fluid]\nreynolds = 50\n[mesh]\nx = 0 1\ny = 0 1\ncells = 8 8\n"
         "[boundary]\nwest = wall\neast = wall\nsouth = wall\nnorth = wall velocity=1\n[scheme]\n"
         "time = " +
         scheme + "\n[time]\nmax_steps = 6\n" + kOutput;
}

const std::string channel =
    "method = piso\n[flow]\nviscosity = 0.1\n[mesh]\nx = 0 2\ny = 0 1\ncells = 8 6\n[boundary]\n"
    "west = inflow flow=1\neast = outflow\nsouth = wall\nnorth = wall\n[time]\nsteady = "
    "0\nmax_steps = 6\n" +
    kOutput;

const std::string heated =
    "method = transport\n[equation]\ndiffusion = 1\n[mesh]\nx = 0 1\ny = 0 1\ncells = 6 5\n"
    "[boundary]\nwest = value 1\neast = value 0\nsouth = flux 0\nnorth = flux 0\n" +
    kOutput;

/// Checks the names of times in the results of a run.
void check_names(const std::string& text, const std::string& column, const std::string& interval,
                 const std::string& symbol) {
  CAPTURE(text);
  const Place place(text);
  run(place, serial);
  CHECK(lines_of(read(place / "out/history.csv"))[0].starts_with("step," + column + ',' + interval +
                                                                 ",inner_iterations,"));
  CHECK(lines_of(read(place / "out/probes.csv"))[0].starts_with("step," + column + ",middle_"));
  CHECK(holds(read(place / "out/summary.json"), "\"time_name\": \"" + symbol + '"'));
  CHECK(holds(read(place / "out/run.log"), "): " + symbol + " = "));
  const auto watch = place.slipflow({"watch", "out"});
  CHECK_MESSAGE(holds(watch.out, "): " + symbol + " = "), watch.out);
  CHECK_MESSAGE(holds(watch.out, column), watch.out);
  CHECK(holds(place.slipflow({"show", "out"}).out, ", " + symbol + " = 0 to "));
  const auto file = newest_checkpoint(place / "out").string();
  CHECK(holds(place.slipflow({"show", file}).out, ", " + symbol + " = "));
  const auto plot = place.slipflow({"plot", "out", "--what", "series"});
  CHECK_MESSAGE(plot.status == 0, plot.err);
  CHECK(!holds(plot.out, "charts: 0"));
}
}  // namespace

TEST_CASE("columns and reports name the pseudo-time of a march and the count of iterations") {
  check_names(marched, "pseudo_time", "pseudo_dt", "pseudo-time");
  check_names(cavity("steady"), "pseudo_time", "pseudo_dt", "pseudo-time");
  check_names(cavity("rows"), "iteration", "dt", "iteration");
  check_names(channel, "iteration", "dt", "iteration");
}

TEST_CASE("a time of the flow keeps its name") {
  const Place place(marched);
  run(place, serial + Words{"--set", "time.courant=0.5", "--steps", "2"});
  CHECK(lines_of(read(place / "out/history.csv"))[0].starts_with("step,time,dt,"));
  CHECK(holds(read(place / "out/summary.json"), "\"time_name\": \"t\""));
  CHECK(holds(read(place / "out/run.log"), "): t = "));
  const Place steps(heated);
  run(steps, serial);
  CHECK(lines_of(read(steps / "out/history.csv"))[0].starts_with("step,pseudo_time,"));
  run(steps, serial + Words{"--overwrite", "--set", "scheme.time=euler", "--set", "time.step=0.1",
                            "--set", "time.max_steps=2"});
  CHECK(lines_of(read(steps / "out/history.csv"))[0].starts_with("step,time,dt,"));
}

TEST_CASE("tables of a march are continued by a restart") {
  const Place place(marched);
  run(place, serial + Words{"--output", "whole"});
  run(place, serial + Words{"--output", "parts", "--steps", "9"});
  const auto second =
      place.slipflow(Words{"run", "case.cfg", "--output", "parts", "--restart", "latest"} + serial);
  REQUIRE(second.status == 0);
  CHECK(holds(second.out, ": step 9, pseudo-time = "));
  check_same_results(place / "whole", place / "parts");
}

}  // namespace test_time_kinds
