// Pivots that nothing can be divided by, arrays that do not fit: what a device answers.
#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>

#include "bad_pivots.hpp"
#include "device_checks.hpp"

namespace slipflow::linear_solvers::test_device_faults {

namespace {
void check_bad_pivots(const std::vector<Algorithm>& algorithms) {
  opencl::Workspace workspace{test_queue()};
  for (const Algorithm& algorithm : algorithms) {
    CAPTURE(algorithm);
    for (const double b : {0.0, 1e-310, std::nan("")}) {
      CAPTURE(b);
      const Systems s = diagonal_systems({{17, 3, b}, {18, 2, b}});
      const auto device = solve_on_device(workspace, s, algorithm.choice);
      const auto serial = solve_serially(s, device.choice);
      CHECK(device.status.line == 17);
      CHECK(sentence(device.status) == sentence(serial.status));
    }
  }
}
}  // namespace

TEST_SUITE_BEGIN("opencl");

TEST_CASE("device: bad pivots as the serial reference has them") {
  check_bad_pivots(few_algorithms(setup::Precision::in_double));
}

TEST_CASE("device: bad pivots as the serial reference has them, with every algorithm" *
          doctest::test_suite("opencl full")) {
  check_bad_pivots(algorithms(setup::Precision::in_double));
}

TEST_CASE("device: the status is that of the solutions since it was read") {
  opencl::Workspace workspace{test_queue()};
  const Systems s = diagonal_systems({{17, 3, 0}});
  LineSolver solver(workspace, s.lines, {.algorithm = LineAlgorithm::pta});
  const opencl::Numbers doubles(sizeof(double));
  const auto array = [&](const std::vector<double>& v) { return workspace.array(doubles, v); };
  const auto a = array(s.a), b = array(s.b), c = array(s.c), d = array(s.d), x = array(s.d);
  solver.solve(a, b, c, d, x);
  solver.solve(a, b, c, d, x);
  CHECK(sentence(solver.status()) == expected(17, 3, "0"));
  CHECK(sentence(solver.status()).empty());
}

TEST_CASE("device: arrays and matrices that do not fit the lines, and lines too long") {
  opencl::Workspace workspace{test_queue()};
  const Lines lines = Lines::contiguous(3, 10);
  const opencl::Numbers doubles(sizeof(double)), floats(sizeof(float));
  const opencl::Array good = workspace.array(doubles, 30), small = workspace.array(doubles, 29),
                      other = workspace.array(floats, 30);
  LineSolver solver(workspace, lines, {.algorithm = LineAlgorithm::thomas});
  CHECK(solver.choice().algorithm == LineAlgorithm::pta);
  CHECK_THROWS_WITH_AS(solver.solve(good, good, small, good, good),
                       "the lines reach beyond an array", std::logic_error);
  CHECK_THROWS_WITH(solver.solve(good, good, good, good, small), "the lines reach beyond an array");
  CHECK_THROWS_WITH(solver.solve(good, other, good, good, good),
                    "an array of the lines has another precision");
  CHECK_THROWS_WITH(solver.solve(good, good), "the lines have no matrix of their own");
  const std::vector<double> off(10, -1), on(10, 2), few(9, 2);
  LineSolver fixed(workspace, lines, {.algorithm = LineAlgorithm::pta}, {off, on, off});
  CHECK_THROWS_WITH(fixed.solve(good, good, good, good, good),
                    "the lines have the rows they were built for");
  CHECK_THROWS_WITH(LineSolver(workspace, lines, {}, {off, few, off}),
                    "the matrix of the lines has another number of rows");
  CHECK_THROWS_WITH(solver.solve(opencl::Arguments{}), "the lines have arrays of rows");
  const long most = static_cast<long>(workspace.device().local_memory / 32);
  CHECK_THROWS_AS(
      LineSolver(workspace, Lines::contiguous(1, most + 1), {.algorithm = LineAlgorithm::cr}),
      Error);
}

TEST_CASE("device: a matrix with a bad pivot is refused") {
  opencl::Workspace workspace{test_queue()};
  const Lines lines = Lines::contiguous(3, 10);
  std::vector<double> off(10, -1), on(10, 2);
  on[0] = 0;
  for (const auto algorithm : {LineAlgorithm::pta, LineAlgorithm::partition}) {
    CAPTURE(text_of(kLineAlgorithms, algorithm));
    CHECK(test_support::failure([&] {
            LineSolver(workspace, lines, {.algorithm = algorithm}, {off, on, off});
          }).first == ExitStatus::diverged);
  }
}

TEST_SUITE_END();

}  // namespace slipflow::linear_solvers::test_device_faults
