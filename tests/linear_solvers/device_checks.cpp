#include "device_checks.hpp"

#include <doctest/doctest.h>

#include <limits>

namespace slipflow::linear_solvers {

namespace {
/// The lines of `s` with the matrix of its first one.
Systems with_shared_matrix(const Systems& s) {
  Systems shared = s;
  for (long line = 0; line < s.lines.lines; ++line)
    for (long i = 0; i < s.lines.rows; ++i)
      for (const auto array : {&Systems::a, &Systems::b, &Systems::c})
        (shared.*array)[s.at(line, i)] = (s.*array)[s.at(0, i)];
  return shared;
}

DeviceSolution solve_with_one_matrix(opencl::Workspace& workspace, const Systems& s,
                                     const LineChoice& choice, bool in_place) {
  std::vector<double> a, b, c;
  for (long i = 0; i < s.lines.rows; ++i) {
    a.push_back(s.a[s.at(0, i)]);
    b.push_back(s.b[s.at(0, i)]);
    c.push_back(s.c[s.at(0, i)]);
  }
  const opencl::Numbers numbers(setup::bytes_computed(choice.precision));
  LineSolver solver(workspace, s.lines, choice, {a, b, c});
  const opencl::Array d = workspace.array(numbers, s.d);
  const opencl::Array x = in_place ? d : workspace.array(numbers, empty_solution(s));
  solver.solve(d, x);
  return {{workspace.read(x), solver.status()}, solver.choice()};
}

void check_equal(const DeviceSolution& device, const Solution& serial) {
  CHECK(different_bits(device.x, serial.x) == 0);
  CHECK(device.status.pivot == serial.status.pivot);
}

}  // namespace

DeviceSolution solve_on_device(opencl::Workspace& workspace, const Systems& s,
                               const LineChoice& choice, bool in_place) {
  const opencl::Numbers numbers(setup::bytes_computed(choice.precision));
  LineSolver solver(workspace, s.lines, choice);
  const auto array = [&](const std::vector<double>& values) {
    return workspace.array(numbers, values);
  };
  const opencl::Array a = array(s.a), b = array(s.b), c = array(s.c), d = array(s.d);
  const opencl::Array x = in_place ? d : array(empty_solution(s));
  solver.solve(a, b, c, d, x);
  return {{workspace.read(x), solver.status()}, solver.choice()};
}

void check_arrays_of_rows(opencl::Workspace& workspace, const Algorithm& algorithm,
                          const Size& size) {
  CAPTURE(algorithm);
  CAPTURE(size);
  const auto precision = algorithm.choice.precision;
  const Systems s = dominant_systems(lines_in(size.layout, size.lines, size.rows), precision);
  const auto device = solve_on_device(workspace, s, algorithm.choice, size.in_place);
  check_equal(device, solve_serially(s, device.choice, size.in_place));
}

void check_shared_matrix(opencl::Workspace& workspace, const Algorithm& algorithm,
                         const Size& size) {
  CAPTURE(algorithm);
  CAPTURE(size);
  const auto precision = algorithm.choice.precision;
  const Systems s =
      with_shared_matrix(dominant_systems(lines_in(size.layout, size.lines, size.rows), precision));
  const auto device = solve_with_one_matrix(workspace, s, algorithm.choice, size.in_place);
  check_equal(device, solve_serially(s, device.choice, size.in_place));
}

void check_device_bits(const std::vector<Algorithm>& algorithms, const std::vector<Size>& sizes) {
  const auto precision = algorithms.front().choice.precision;
  opencl::Workspace workspace{test_queue(test_device(precision))};
  for (const Algorithm& algorithm : algorithms)
    for (const Size& size : sizes) {
      if (size.rows > algorithm.most_rows) continue;
      check_arrays_of_rows(workspace, algorithm, size);
      // For some sizes only: with other kernels.
      if (size.lines == 3 && (size.rows == 33 || (size.rows % 4 == 1 && needs_double(precision))))
        check_shared_matrix(workspace, algorithm, size);
    }
}

void check_device_nan(const std::vector<Algorithm>& algorithms) {
  opencl::Workspace workspace{test_queue(test_device(algorithms.front().choice.precision))};
  check_nan(algorithms, [&](const Systems& s, const LineChoice& choice) {
    return solve_on_device(workspace, s, choice).x;
  });
}

void check_fast_mode(setup::Precision precision) {
  opencl::Workspace workspace{test_queue(test_device(precision))};
  const Systems s = dominant_systems(Lines::interleaved(3, 255), precision);
  const auto thomas =
      solve_serially(s, {.algorithm = LineAlgorithm::thomas, .precision = precision});
  for (Algorithm algorithm : algorithms(precision)) {
    if (algorithm.name.starts_with("partition") && algorithm.choice.rows_per_item != 3) continue;
    CAPTURE(algorithm);
    algorithm.choice.parity = false;
    const auto device = solve_on_device(workspace, s, algorithm.choice);
    CHECK(difference(device.x, thomas.x) <= tolerance(precision));
  }
}

}  // namespace slipflow::linear_solvers
