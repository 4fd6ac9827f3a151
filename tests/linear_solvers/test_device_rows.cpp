// A device: rows that a kernel computes instead of reading them from arrays.
#include <doctest/doctest.h>

#include "device_checks.hpp"

namespace slipflow::linear_solvers {
const opencl::SourceTree& test_kernels();  // kernels/*.cl
}

namespace slipflow::linear_solvers::test_device_rows {

namespace {
constexpr double kStep = 0.75;

/// The rows of kernels/test_rows.cl as arrays; T is in d of `field`.
Systems conduction(const Systems& field) {
  Systems s = constant_systems(field.lines, -1, 2 + kStep, -1);
  for (std::size_t k = 0; k < s.d.size(); ++k) s.d[k] = kStep * field.d[k];
  return s;
}

void check_rows(const Systems& field, const LineChoice& choice, bool one_matrix) {
  opencl::add_kernel_sources(test_kernels());
  opencl::Workspace workspace{test_queue()};
  const opencl::Numbers doubles(sizeof(double));
  const opencl::Array T = workspace.array(doubles, field.d);
  const opencl::Array next_T = workspace.array(doubles, empty_solution(field));
  const opencl::Array kept_d = workspace.array(doubles, field.d.size());
  const LineRows rows{"test_rows.cl", ""};
  const std::vector<double> off(static_cast<std::size_t>(field.lines.rows), -1);
  const std::vector<double> on(off.size(), 2 + kStep);
  auto solver = one_matrix
                    ? LineSolver(workspace, field.lines, choice, rows, LineMatrix{off, on, off})
                    : LineSolver(workspace, field.lines, choice, rows);
  solver.solve({{"s", doubles.number(kStep)}, {"T", T}, {"next_T", next_T}, {"kept_d", kept_d}});
  const auto serial = solve_serially(conduction(field), solver.choice());
  CHECK(different_bits(workspace.read(next_T), serial.x) == 0);
  CHECK_THROWS_WITH(solver.solve(T, next_T), "the lines have no matrix of their own");
}
}  // namespace

TEST_SUITE_BEGIN("opencl");

TEST_CASE("device: rows of equations" * doctest::test_suite("opencl full")) {
  const Systems field = dominant_systems(Lines::interleaved(9, 100), setup::Precision::in_double);
  for (const Algorithm& algorithm : algorithms(setup::Precision::in_double)) {
    if (algorithm.name.starts_with("partition of 1") ||
        algorithm.name.starts_with("partition of 2"))
      continue;
    CAPTURE(algorithm);
    check_rows(field, algorithm.choice, false);
    if (algorithm.choice.algorithm == LineAlgorithm::pta || algorithm.choice.rows_per_item == 3)
      check_rows(field, algorithm.choice, true);
  }
}

TEST_SUITE_END();

}  // namespace slipflow::linear_solvers::test_device_rows
