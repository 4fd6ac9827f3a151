// The preconditioner by lines on a device.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "opencl/kernels7.hpp"
#include "slipflow/linear_solvers/line_solver.hpp"

namespace slipflow::linear_solvers {

class DeviceLines {
 public:
  DeviceLines(Kernels7& kernels, const Box7& box, const std::array<bool, 3>& axes, bool parity);

  /// Queues that the rows of the lines become those of the matrix.
  void set_coefficients(const opencl::Arguments& matrix, const cl::Buffer& progress);
  /// Queues that z becomes the sum of the solutions for r.
  void solve(const opencl::Array& r, const opencl::Array& z, const cl::Buffer& progress);

 private:
  // The lines along an axis: a, b, c, and right-hand sides that become solutions.
  struct Family {
    int axis;
    opencl::Array a, b, c, d;
    LineSolver solver;
  };

  opencl::Arguments of_lines(const cl::Buffer& progress, int axis) const;

  Kernels7& kernels_;
  const Box7 box_;
  std::vector<Family> families_;
};

}  // namespace slipflow::linear_solvers
