// The operations on a device: cl_kernels/linear_solvers/stencil7.cl.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "opencl/device_cycle.hpp"
#include "opencl/device_vectors.hpp"
#include "opencl/kernels7.hpp"
#include "slipflow/linear_solvers/line_solver.hpp"
#include "slipflow/linear_solvers/sweeps.hpp"

namespace slipflow::linear_solvers {

// The preconditioner by lines on a device.

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

class DeviceOperations7 : public DeviceVectors, public RowOperations7 {
 public:
  DeviceOperations7(opencl::Workspace& workspace, const Matrix7& matrix, const Choice7& choice);

  const opencl::Array& coefficient(int number) const { return a_[number]; }
  const opencl::Array& side(int axis) const { return matrix_.sides[axis]; }
  Kernels7& kernels() { return *kernels_; }
  /// Work-groups of sums over rows of the system.
  Groups7 groups_of_rows() const;
  opencl::Arguments of_rows() const;  ///< parameters that all kernels of rows begin with
  /// Why triangular systems are not solved by the schedule asked for; else empty.
  std::string warning() const { return sweeps_ ? sweeps_->plan().warning : std::string(); }

  void sum_weighted(Vector7 a, bool inverse, Sum7 sum) override;
  void take_mean_out(Vector7 a) override;

  void find_residual(Sum7 sum) override;
  void multiply(Part7 part, Vector7 x, Vector7 y, Vector7 with, Sum7 sum) override;
  void multiply_upper(Vector7 x, Vector7 y) override;
  void divide_by_diagonal(Vector7 r, Vector7 z) override;
  void sweep_lower(Vector7 r, Vector7 y) override;
  void sweep_upper(Vector7 y, Vector7 q) override;
  void solve_lines(Vector7 r, Vector7 z) override;
  void cycle(Vector7 r, Vector7 z) override;
  void set_coarse_levels() override;
  void set_lines() override;

 private:
  DeviceOperations7(std::unique_ptr<Kernels7> kernels, const Matrix7& matrix,
                    const Choice7& choice);
  void make_arrays(const Matrix7& matrix);
  opencl::Arguments matrix_arguments(const Matrix7& matrix) const;
  void run_on_rows(const char* name, const opencl::Arguments& more, std::size_t slot = 0);

  opencl::Workspace& workspace_;
  const Choice7 choice_;
  const Levels7 plan_;
  const std::unique_ptr<Kernels7> kernels_;
  std::array<opencl::Array, 7> a_;
  opencl::Array diagonals_;
  DeviceMatrix7 matrix_;
  std::unique_ptr<DeviceCycle> cycle_;
  std::optional<DeviceLines> lines_;
  std::optional<Sweeps> sweeps_;
  const Box7 box_;
};

}  // namespace slipflow::linear_solvers
