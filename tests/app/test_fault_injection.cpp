// Promise 21: calls of the C library that fail in a short run, each time another one.
// script/fault-injection lets every call fail; this takes some of each kind.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "program.hpp"
#include "restarting.hpp"
#include "results.hpp"

namespace test_fault_injection {

using namespace test_app;

#ifndef SLIPFLOW_SANITIZED  // the library would take the place of a sanitizer's memory
namespace {
constexpr unsigned long kFaultsOfAKind = 20;

/// Runs the case with calls of a kind failing: "write=5", or "" for none.
Outcome run_with(const Place& place, const Words& words, const std::string& fault) {
  return place.slipflow(
      Words{"run", "case.cfg", "--quiet"} + serial + words,
      {{"LD_PRELOAD", SLIPFLOW_FAULTY_CALLS}, {"SLIPFLOW_TEST_FAULT_CALL", fault}});
}

Words to(const std::string& output, const Words& words = {}) {
  return Words{"--output", output} + words;
}

const Words resumed = {"--restart", "latest"};

void renew(const fs::path& copy, const fs::path& original) {
  fs::remove_all(copy);
  fs::copy(original, copy, fs::copy_options::recursive);
}

/// The calls of each kind in a run of these words.
std::map<std::string, unsigned long> calls_of(const Place& place, const Words& words) {
  REQUIRE(run_with(place, words, "count=" + (place / "counts").string()).status == 0);
  std::map<std::string, unsigned long> calls;
  std::istringstream lines(read(place / "counts"));
  std::string kind;
  for (unsigned long count = 0; lines >> kind >> count;) calls[kind] = count;
  REQUIRE(calls.size() == 11);
  return calls;
}

std::set<int> statuses_of(const std::string& kind) {
  if (kind == "allocation") return {0, 3};
  if (kind == "malloc") return {0, 2, 3, 5};  // opening a file may find no memory, too
  if (kind == "open" || kind == "read" || kind == "stat") return {0, 2, 5};
  return {0, 5};
}

/// The run did without what failed, or has ended with one message. There may be warnings before it.
void check_end(const Outcome& run, const std::set<int>& statuses) {
  CHECK_MESSAGE(statuses.count(run.status) == 1, run.status << ": " << run.err);
  auto lines = lines_of(run.err);
  std::erase_if(lines, [](const std::string& line) { return line.starts_with("warning: "); });
  CHECK_MESSAGE(lines.size() == (run.status == 0 ? 0 : 1), run.err);
  for (const auto& line : lines) CHECK_MESSAGE(line.starts_with("slipflow: "), run.err);
}
}  // namespace

TEST_CASE(
    "promise 21: a call of a resumed run fails: one message, and a run resumes from what is left" *
    doctest::test_suite("full")) {
  const Place place(tiny_case);
  REQUIRE(run_with(place, to("whole"), "").status == 0);
  REQUIRE(run_with(place, to("begun", {"--steps", "2"}), "").status == 0);
  renew(place / "counted", place / "begun");
  for (const auto& [kind, calls] : calls_of(place, to("counted", resumed))) {
    const unsigned long stride = std::max(1ul, calls / kFaultsOfAKind);
    for (unsigned long n = 1; n <= calls; n += stride) {
      // Every second time all later calls fail as well.
      const auto fault = fmt::format("{}={}{}", kind, n, n / stride % 2 == 0 ? "" : "+");
      CAPTURE(fault);
      renew(place / "faulty", place / "begun");
      const auto faulty = run_with(place, to("faulty", resumed), fault);
      check_end(faulty, statuses_of(kind));
      if (faulty.status != 0) {
        const auto on = run_with(place, to("faulty", resumed), "");
        CHECK_MESSAGE(on.status == 0, on.err);
      }
      check_same_results(place / "whole", place / "faulty");
    }
  }
}

// Threads of their own write the last frame and checkpoint.
TEST_CASE("promise 21: memory that runs out while the last results are written: one message") {
  const Place place(tiny_case);
  REQUIRE(run_with(place, to("begun", {"--steps", "2"}), "").status == 0);
  renew(place / "counted", place / "begun");
  const unsigned long calls = calls_of(place, to("counted", resumed)).at("allocation");
  int failed = 0;
  for (unsigned long before_end = 100; before_end < 2500; before_end += 100) {
    const auto fault = fmt::format("allocation={}+", calls - before_end);
    CAPTURE(fault);
    renew(place / "faulty", place / "begun");
    const auto faulty = run_with(place, to("faulty", resumed), fault);
    check_end(faulty, statuses_of("allocation"));
    failed += faulty.status != 0;
  }
  CHECK(failed > 10);
}

TEST_CASE("promise 21: results are not replaced where it cannot be seen that they are there") {
  const Place place(tiny_case);
  REQUIRE(run_with(place, to("out"), "").status == 0);
  const auto before = place.tree();
  for (const std::string kind : {"open", "read", "stat"})
    for (int n = 1; n <= 20; ++n) {
      const auto fault = fmt::format("{}={}", kind, n);
      CAPTURE(fault);
      const auto run = run_with(place, to("out"), fault);
      check_end(run, {2, 5});
      CHECK_MESSAGE(place.tree() == before, "something was written");
    }
}
#endif

}  // namespace test_fault_injection
