// Promise 3 for random combinations of the keys that say how a case is solved.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <optional>
#include <vector>

#include "drawn_keys.hpp"
#include "method_commands.hpp"
#include "methods.hpp"
#include "restarting.hpp"
#include "results.hpp"
#include "slipflow/support/error.hpp"

namespace test_restart_fuzz {

using namespace test_app;
using slipflow::ExitStatus;

namespace {
// Combinations of each method; SLIPFLOW_RESTART_SEEDS asks for more.
constexpr int kSeeds = 5;
constexpr int kMostDraws = 300;
constexpr int kMostFirst = 40, kMostSecond = 12;  // steps before and after the restart

/// Low Mach number and closed: solved pressures save iterations, and a march keeps the mass.
const std::string cavity =
    "[gas]\nknudsen = 0.001\nmach = 0.03\n"
    "[mesh]\nx = 0 1\ny = 0 1\ncells = 16 15\n"
    "[boundary]\nwest = wall\neast = wall\nsouth = wall temperature=1.2\n"
    "north = wall velocity=free_stream\n[initial]\nstate = rest\n"
    "[output]\nhistory_every = 1\nmeasures_every = 2\nbalance = on\naverages = p u\n";

/// Faces that are not normal to the lines between cells.
const std::string pipe =
    "method = piso\n[flow]\nviscosity = 0.1\n[mesh]\nfile = " SLIPFLOW_SOURCE_DIR
    "/configs/pipe_polymesh\n"
    "[boundary]\npatch = pressure name=inlet p=1.6\npatch = pressure name=outlet p=0\n"
    "patch = wall name=wall\n[output]\nhistory_every = 1\nmeasures_every = 1\n";

std::vector<Variant> cases_of(const std::string& method) {
  if (method == "simple_ts")
    return {{{}, stretched_case}, {{}, periodic_case}, {{}, open_case},
            {{}, sides_case},     {{}, cavity},        {{}, cavity}};
  std::vector<Variant> cases;
  for (const auto& known : method_cases()) {
    if (known.name != method) continue;
    cases.push_back({{}, known.text});
    for (const auto* variants : {&known.restarts, &known.comparisons})
      for (const Variant& variant : *variants)
        cases.push_back({variant.words, variant.text.empty() ? known.text : variant.text});
  }
  if (method == "piso") cases.push_back({{}, pipe});
  return cases;
}

/// A drawn case: how it is solved, and its steps before and after the restart.
struct Drawn {
  std::string text;
  Words words;
  int first, second;
};

Drawn drawn_case(const slipflow::config::KeyTable& table, const std::vector<Variant>& cases,
                 Draw& draw) {
  const Variant& variant = draw.of(cases);
  Keys keys = drawn_keys(table, draw);
  for (std::size_t k = 1; k < variant.words.size(); k += 2) {  // --set KEY=VALUE
    const auto equals = variant.words[k].find('=');
    keys.try_emplace(variant.words[k].substr(0, equals), variant.words[k].substr(equals + 1));
  }
  const int first = draw.whole(1, kMostFirst);
  return {variant.text, words_of(keys), first, draw.whole(1, kMostSecond)};
}

int run_steps(const Place& place, const Drawn& drawn, const std::string& output, int steps,
              const Words& more = {}) {
  return place
      .slipflow(Words{"run", "case.cfg", "--quiet", "--output", output, "--steps",
                      std::to_string(steps)} +
                serial + drawn.words + more)
      .status;
}

bool is_refused(const Place& place, const Drawn& drawn) {
  std::vector<std::string> overrides = {"time.max_steps=1000"};
  for (std::size_t k = 1; k < drawn.words.size(); k += 2) overrides.push_back(drawn.words[k]);
  try {
    slipflow::app::load_case((place / "case.cfg").string(), overrides);
    return false;
  } catch (const slipflow::Error& error) {
    REQUIRE(error.status() == ExitStatus::bad_input);
    return true;
  }
}

/// Resumes the first part, and compares the results with those of all steps in one go.
void check_two_parts(const Place& place, const Drawn& drawn) {
  const int steps = drawn.first + drawn.second;
  const int whole = run_steps(place, drawn, "whole", steps);
  CHECK(run_steps(place, drawn, "parts", steps, {"--restart", "latest"}) == whole);
  const auto one = results_in(place / "whole"), other = results_in(place / "parts");
  for (const char* name : {"history.csv", "fields.pvd", "checkpoint"}) CHECK(one.count(name) == 1);
  std::vector<std::string> different;
  for (const auto& [name, bytes] : one)
    if (other.count(name) == 0 || other.at(name) != bytes) different.push_back(name);
  for (const auto& [name, bytes] : other)
    if (one.count(name) == 0) different.push_back(name);
  CHECK_MESSAGE(different.empty(), fmt::format("{} differ", fmt::join(different, ", ")));
}

/// False if the program refuses the combination, or if its first steps diverge.
bool is_checked(const Drawn& drawn) {
  const Place place(drawn.text);
  write_tables(place);
  if (is_refused(place, drawn)) return false;
  if (run_steps(place, drawn, "parts", drawn.first) != 0) return false;
  CAPTURE(fmt::format("{} + {} steps: {}", drawn.first, drawn.second, fmt::join(drawn.words, " ")));
  CAPTURE(drawn.text);
  check_two_parts(place, drawn);
  return true;
}

int seeds() {
  const char* wanted = std::getenv("SLIPFLOW_RESTART_SEEDS");
  return wanted ? std::stoi(wanted) : kSeeds;
}
}  // namespace

TEST_CASE(
    "promise 3: the same with inner.pressure = auto, where the short step after a restart "
    "needs the rate of the one before") {
  const Drawn drawn = {cavity,
                       words_of({{"inner.pressure", "auto"},
                                 {"inner.tolerance", "1e-5"},
                                 {"time.step", "0.2"},
                                 {"output.every_time", "1.41"},
                                 {"output.pictures", "none"}}),
                       7, 6};
  const Place place(drawn.text);
  REQUIRE(run_steps(place, drawn, "parts", drawn.first) == 0);
  check_two_parts(place, drawn);
}

TEST_CASE("promise 3: a run in two parts has the bytes of one in one go, however it is solved" *
          doctest::test_suite("full")) {
  for (const auto& table : slipflow::app::key_tables()) {
    CAPTURE(table->method());
    const auto cases = cases_of(table->method());
    REQUIRE(!cases.empty());
    for (int seed = 0; seed < seeds(); ++seed) {
      CAPTURE(seed);
      Draw draw(static_cast<unsigned>(seed));
      int draws = 1;
      while (!is_checked(drawn_case(*table, cases, draw))) REQUIRE(++draws <= kMostDraws);
    }
  }
}

}  // namespace test_restart_fuzz
