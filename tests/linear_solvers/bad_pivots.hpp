// What tests of bad pivots share.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "failure.hpp"
#include "systems.hpp"

namespace slipflow::linear_solvers {

/// The sentence of check_pivots().
inline std::string sentence(const LineStatus& status) {
  const auto [kind, text] = test_support::failure([&] { check_pivots(status); });
  CHECK(kind == (text.empty() ? ExitStatus::done : ExitStatus::diverged));
  return text;
}

/// The sentence for such a pivot.
inline std::string expected(long line, long row, const char* pivot) {
  return "line " + std::to_string(line) + ", row " + std::to_string(row) + ": the pivot is " +
         pivot + "; the matrix is singular or needs pivoting";
}

/// Uncoupled rows, of which some have another b.
struct Entry {
  long line, row;
  double b;
};
inline Systems diagonal_systems(const std::vector<Entry>& entries) {
  Systems s = constant_systems(Lines::interleaved(20, 40), 0, 1, 0);
  for (const auto& [line, row, b] : entries) s.b[s.at(line, row)] = b;
  return s;
}

}  // namespace slipflow::linear_solvers
