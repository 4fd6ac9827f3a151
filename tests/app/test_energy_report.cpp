// The energy balance at the end of a run that became steady.
#include <doctest/doctest.h>

#include "program.hpp"
#include "restarting.hpp"

namespace test_energy_report {

using namespace test_app;

namespace {
const std::string marched =
    "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = 0 1\ncells = 8 8\n[boundary]\n"
    "west = wall temperature=1.25\neast = wall\nsouth = wall\nnorth = wall velocity=0.3,0\n"
    "[time]\nsteady = 1e-6\n[output]\npictures = none\n";
}  // namespace

TEST_CASE("a run that became steady ends with its balance of energy") {
  const Place place(marched);
  run(place, serial);
  const auto log = read(place / "out/run.log"), summary = read(place / "out/summary.json");
  CHECK_MESSAGE(holds(log, "\nenergy: heat in "), log);
  CHECK_MESSAGE(holds(log, "; work in "), log);
  CHECK_MESSAGE(holds(log, " % of what enters\n"), log);
  for (const char* key : {"heat_in", "heat_out", "energy_in", "energy_out", "energy_error"})
    CHECK_MESSAGE(holds(summary, '"' + std::string(key) + "\": "), key);
  // A run that ended otherwise has no line.
  run(place, serial + Words{"--overwrite", "--steps", "3"});
  CHECK(!holds(read(place / "out/run.log"), "energy: "));
  CHECK(!holds(read(place / "out/summary.json"), "energy_error"));
}

}  // namespace test_energy_report
