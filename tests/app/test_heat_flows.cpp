// What a user is told about heat flows that the gas cannot supply; docs/methods/simple-ts.md (50).
#include <doctest/doctest.h>

#include <sstream>
#include <string>
#include <vector>

#include "program.hpp"

namespace test_heat_flows {

using namespace test_app;

namespace {
const std::string too_much =
    "[gas]\nknudsen = 0.01\n[mesh]\nx = 0 1\ny = 0 1\ncells = 4 10\n[boundary]\nwest = periodic\n"
    "east = periodic\nsouth = wall flux=0.3\nnorth = wall\n[initial]\nstate = rest\n"
    "[time]\nstep = 0.05\nmax_steps = 40\n[output]\npictures = none\n";

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::istringstream all(line);
  for (std::string word; std::getline(all, word, ',');) words.push_back(word);
  return words;
}
}  // namespace

TEST_CASE("check notes a heat flow without a steady state") {
  const Place place(too_much);
  const auto run = place.slipflow({"check", "case.cfg"});
  CHECK(run.status == 0);
  CHECK(holds(run.out,
              "# note: boundary.south: flux=0.3 has no steady state while the gas is at rest, "
              "which conducts at most 0.00692 from the opposite wall"));
}

TEST_CASE("a heat flux has the unit of the heat in tables") {
  const Place place(too_much);
  REQUIRE(place
              .slipflow({"run", "case.cfg", "--backend", "serial", "--set",
                         "boundary.south=wall flux=0.001"})
              .status == 0);
  const auto table = lines_of(read(place / "out" / "forces.csv"));
  const auto names = words_of(table.front()), last = words_of(table.back());
  for (std::size_t k = 0; k < names.size(); ++k)
    if (names[k] == "wall_south_heat")
      CHECK(std::stod(last[k]) == doctest::Approx(0.001).epsilon(1e-9));  // of a wall 1 long
}

TEST_CASE("a run says once that it limits a heat flow, and ends well") {
  const Place place(too_much);
  const auto run = place.slipflow({"run", "case.cfg", "--backend", "serial"});
  CHECK(run.status == 0);
  const std::string log = read(place / "out" / "run.log");
  CHECK(count(log, "the heat flow of south is limited on 4 of its faces, where flux=0.3") == 1);
}

}  // namespace test_heat_flows
