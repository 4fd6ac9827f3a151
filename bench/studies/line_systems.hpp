// Tridiagonal systems on a device: solved, timed and compared with the serial reference.
#pragma once

#include <vector>

#include "slipflow/linear_solvers/line_solver.hpp"
#include "tridiagonal.hpp"

namespace slipflow::bench::studies {

/// A number of each row, which is not quite the same in all rows.
class Coefficient {
 public:
  Coefficient(double first, double step, setup::Precision precision)
      : first_(first), step_(step), precision_(precision) {}

  /// At a place of the arrays, rounded to the precision.
  double at(std::size_t place) const;
  std::vector<double> all(std::size_t count) const;

 private:
  double first_, step_;
  setup::Precision precision_;
};

/// Bytes of the device that all variants of a size need at most, and of their largest array.
struct LineBytes {
  double all = 0, largest = 0;
};
LineBytes bytes_of_lines(const LineSize& size, setup::Precision precision);

/// The systems of one size. Their rows are diagonally dominant: no algorithm loses digits.
class LineSystems {
 public:
  LineSystems(opencl::Workspace& workspace, const LineSize& size, setup::Precision precision);

  /// Times a variant and checks its solution. Throws Error where it cannot be done.
  TridiagonalResult solve(const LineVariant& variant, bool parity, int repeats);

  /// Seconds in which the serial reference solves all lines, measured on some of them.
  double serial_seconds(int repeats) const;

 private:
  struct HostLines;
  std::size_t count() const;
  linear_solvers::LineSolver solver(const LineVariant& variant, bool parity);
  void solve(linear_solvers::LineSolver& solver, bool one_matrix) const;
  HostLines some_lines(const linear_solvers::Lines& layout, long most_rows, bool one_matrix) const;
  void check(const linear_solvers::Lines& layout, TridiagonalResult& result) const;

  opencl::Workspace& workspace_;
  const LineSize size_;
  const setup::Precision precision_;
  const opencl::Numbers numbers_;
  const Coefficient a_, b_, c_, d_;
  const opencl::Array device_a_, device_b_, device_c_, device_d_, device_x_;
};

}  // namespace slipflow::bench::studies
