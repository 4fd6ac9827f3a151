#include "results.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

namespace test_app {

fs::path newest_checkpoint(const fs::path& directory) {
  fs::path newest;
  for (const auto& entry : fs::directory_iterator(directory / "checkpoint"))
    newest = std::max(newest, entry.path());
  return newest;
}

void run_case(const Place& place, const Words& more) {
  const auto outcome = place.slipflow(Words{"run", "case.cfg", "--quiet"} + more);
  CHECK_MESSAGE(outcome.status == 0, outcome.err);
}

std::string output_of(const Outcome& run) {
  CHECK(run.status == 0);
  CHECK(run.err == "");
  return run.out;
}

std::string refused(const Place& place, const Words& arguments, int status,
                    const std::map<std::string, std::string>& environment) {
  const auto before = place.tree();
  const auto run = place.slipflow(arguments, environment);
  CHECK(run.status == status);
  CHECK(run.out == "");
  CHECK_MESSAGE(lines_of(run.err).size() == 1, run.err);
  CHECK_MESSAGE(place.tree() == before, "something was written");
  return run.err;
}

void check_refuses(const Place& place, const Words& arguments, const std::string& sentence) {
  CAPTURE(sentence);
  const auto run = place.slipflow(arguments);
  CHECK(run.status == 2);
  CHECK(run.err.find("slipflow: " + sentence) == 0);
  CHECK(lines_of(run.err).size() == 1);
}

std::map<std::string, std::string> results_in(const fs::path& directory) {
  static const std::set<std::string> own = {"run.log", "summary.json", "case.cfg",
                                            ".slipflow-files"};
  std::map<std::string, std::string> results;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    const auto name = fs::relative(entry.path(), directory).string();
    const bool kept = !entry.is_directory() && !own.count(name) && name.find("checkpoint/") != 0;
    if (kept) results[name] = read(entry.path());
  }
  if (fs::exists(directory / "checkpoint"))
    results["checkpoint"] = read(newest_checkpoint(directory));
  return results;
}

void check_same_results(const fs::path& a, const fs::path& b) {
  const auto one = results_in(a), other = results_in(b);
  for (const char* name : {"fields.pvd", "fields/000001.vtr", "history.csv", "checkpoint"})
    REQUIRE_MESSAGE(one.count(name) == 1, name);
  for (const auto& [name, bytes] : other) CHECK_MESSAGE(one.count(name) == 1, name);
  for (const auto& [name, bytes] : one) {
    REQUIRE_MESSAGE(other.count(name) == 1, name);
    CHECK_MESSAGE(other.at(name) == bytes, name << " differs");
  }
}

}  // namespace test_app
