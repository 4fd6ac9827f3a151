// The program of the studies, called in a process of the tests or started.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "csv_rows.hpp"
#include "program.hpp"
#include "study_command.hpp"

namespace test_app {

inline int run_studies(const std::vector<std::string>& arguments) {
  return slipflow::bench::studies::run_program(arguments);
}

/// Runs a study, checks that it succeeds and names its files, and returns its results.
inline std::vector<Row> rows_of_study(const Place& place, const Words& words) {
  const auto run = place.slipflow(words);
  CHECK(run.status == 0);
  CHECK(run.err == "");
  const auto& name = words.front();
  CHECK(holds(run.out, fmt::format("results in out/{0}: {0}.md, {0}.csv, {0}.json", name)));
  return read_csv(place / "out" / name / (name + ".csv"));
}

}  // namespace test_app
