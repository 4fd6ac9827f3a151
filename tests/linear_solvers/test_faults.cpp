// Pivots that nothing can be divided by, rows that are not dominant, arrays that do not fit: what
// the serial reference and a device answer.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "device_checks.hpp"
#include "failure.hpp"

namespace slipflow::linear_solvers {

namespace {
using test_support::failure;

std::string sentence(const LineStatus& status) {
  const auto [kind, text] = failure([&] { check_pivots(status); });
  CHECK(kind == (text.empty() ? ExitStatus::done : ExitStatus::diverged));
  return text;
}

std::string expected(long line, long row, const char* pivot) {
  return "line " + std::to_string(line) + ", row " + std::to_string(row) + ": the pivot is " +
         pivot + "; the matrix is singular or needs pivoting";
}

/// Uncoupled rows, of which some have another b.
struct Entry {
  long line, row;
  double b;
};
Systems diagonal_systems(const std::vector<Entry>& entries) {
  Systems s = constant_systems(Lines::interleaved(20, 40), 0, 1, 0);
  for (const auto& [line, row, b] : entries) s.b[s.at(line, row)] = b;
  return s;
}
}  // namespace

TEST_CASE("serial: the first bad pivot of a kind is named, whatever the algorithm") {
  const double smallest = std::numeric_limits<double>::denorm_min();
  for (const Algorithm& algorithm : algorithms(setup::Precision::in_double)) {
    CAPTURE(algorithm);
    const auto status_of = [&](const std::vector<Entry>& entries) {
      return solve_serially(diagonal_systems(entries), algorithm.choice).status;
    };
    CHECK(sentence(status_of({})).empty());
    CHECK(sentence(status_of({{17, 3, 0}, {18, 2, 0}, {4, 3, NAN}})) == expected(17, 3, "0"));
    CHECK(sentence(status_of({{3, 39, smallest}, {2, 5, NAN}})) == expected(3, 39, "subnormal"));
    CHECK(status_of({{3, 39, NAN}}).pivot == Pivot::not_finite);
    CHECK(status_of({{3, 39, INFINITY}, {7, 0, NAN}}).line == 3);
  }
}

TEST_CASE("rows that are not diagonally dominant are counted") {
  Systems s = constant_systems(Lines::contiguous(3, 10), -1, 2, -1);
  const auto counted = [&](const LineChoice& choice) {
    return weak_rows_warning(solve_serially(s, choice).status);
  };
  CHECK(counted({.check = true}).empty());
  s.b[s.at(1, 4)] = 1.5;
  CHECK(counted({.check = true}) ==
        "1 row of tridiagonal systems is not diagonally dominant, |b| < |a| + |c|: algorithms "
        "other than pta may lose digits");
  s.b[s.at(2, 9)] = 0.5;
  CHECK(counted({.check = true}).starts_with("2 rows of tridiagonal systems are not"));
  CHECK(counted({}).empty());
}

TEST_CASE("serial: lines beyond an array") {
  Systems s = constant_systems(Lines::contiguous(3, 10), -1, 2, -1);
  s.c.resize(29);
  CHECK_THROWS_WITH_AS(solve_serially(s, {}), "the lines reach beyond an array", std::logic_error);
}

TEST_SUITE_BEGIN("opencl");

TEST_CASE("device: bad pivots and rows that are not dominant, as the serial reference has them") {
  opencl::Workspace workspace{opencl::Queue(test_device())};
  for (const Algorithm& algorithm : algorithms(setup::Precision::in_double)) {
    CAPTURE(algorithm);
    for (const double b : {0.0, 1e-310, std::nan("")}) {
      CAPTURE(b);
      Systems s = diagonal_systems({{17, 3, b}, {18, 2, b}});
      s.a[s.at(5, 1)] = s.c[s.at(6, 1)] = 1.5;
      const auto device = solve_on_device(workspace, s, algorithm.choice);
      const auto serial = solve_serially(s, device.choice);
      CHECK(device.status.line == 17);
      CHECK(sentence(device.status) == sentence(serial.status));
      CHECK(device.status.weak_rows == serial.status.weak_rows);
      CHECK((device.status.weak_rows >= 2) == algorithm.choice.check);
    }
  }
}

TEST_CASE("device: the status is that of the solutions since it was read") {
  opencl::Workspace workspace{opencl::Queue(test_device())};
  const Systems s = diagonal_systems({{17, 3, 0}});
  LineSolver solver(workspace, s.lines, {.algorithm = LineAlgorithm::pta, .check = true});
  const opencl::Numbers doubles(sizeof(double));
  const auto array = [&](const std::vector<double>& v) { return workspace.array(doubles, v); };
  const auto a = array(s.a), b = array(s.b), c = array(s.c), d = array(s.d), x = array(s.d);
  solver.solve(a, b, c, d, x);
  solver.solve(a, b, c, d, x);
  CHECK(sentence(solver.status()) == expected(17, 3, "0"));
  CHECK(sentence(solver.status()).empty());
}

TEST_CASE("device: arrays and matrices that do not fit the lines, and lines too long") {
  opencl::Workspace workspace{opencl::Queue(test_device())};
  const Lines lines = Lines::contiguous(3, 10);
  const opencl::Numbers doubles(sizeof(double)), floats(sizeof(float));
  const opencl::Array good = workspace.array(doubles, 30), small = workspace.array(doubles, 29),
                      other = workspace.array(floats, 30);
  LineSolver solver(workspace, lines, {.algorithm = LineAlgorithm::pta});
  CHECK_THROWS_WITH_AS(solver.solve(good, good, small, good, good),
                       "the lines reach beyond an array", std::logic_error);
  CHECK_THROWS_WITH(solver.solve(good, good, good, good, small), "the lines reach beyond an array");
  CHECK_THROWS_WITH(solver.solve(good, other, good, good, good),
                    "an array of the lines has another precision");
  CHECK_THROWS_WITH(solver.solve(good, good), "the lines have no matrix of their own");
  const std::vector<double> off(10, -1), on(10, 2), few(9, 2);
  LineSolver fixed(workspace, lines, {.algorithm = LineAlgorithm::pta}, {off, on, off});
  CHECK_THROWS_WITH(fixed.solve(good, good, good, good, good),
                    "the lines have the matrix they were built for");
  CHECK_THROWS_WITH(LineSolver(workspace, lines, {}, {off, few, off}),
                    "the matrix of the lines has another number of rows");
  const long most = static_cast<long>(workspace.device().local_memory / 32);
  CHECK_THROWS_AS(
      LineSolver(workspace, Lines::contiguous(1, most + 1), {.algorithm = LineAlgorithm::cr}),
      Error);
}

TEST_CASE("device: a matrix with a bad pivot is refused, rows that are not dominant are counted") {
  opencl::Workspace workspace{opencl::Queue(test_device())};
  const Lines lines = Lines::contiguous(3, 10);
  std::vector<double> off(10, -1), on(10, 2);
  on[6] = 1.75;
  for (const auto algorithm : {LineAlgorithm::pta, LineAlgorithm::partition, LineAlgorithm::cr}) {
    CAPTURE(name_of(algorithm));
    LineSolver solver(workspace, lines, {.algorithm = algorithm, .check = true}, {off, on, off});
    CHECK(solver.status().weak_rows == 1);
  }
  on[0] = 0;
  for (const auto algorithm : {LineAlgorithm::pta, LineAlgorithm::partition}) {
    CAPTURE(name_of(algorithm));
    CHECK(failure([&] {
            LineSolver(workspace, lines, {.algorithm = algorithm}, {off, on, off});
          }).first == ExitStatus::diverged);
  }
}

TEST_SUITE_END();

}  // namespace slipflow::linear_solvers
