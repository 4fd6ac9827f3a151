// The operations on a device: cl_kernels/linear_solvers/krylov.cl and stencil7.cl.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "opencl/device_cycle.hpp"
#include "opencl/device_lines.hpp"
#include "opencl/kernels7.hpp"
#include "operations7.hpp"
#include "slipflow/linear_solvers/device_solver7.hpp"
#include "slipflow/linear_solvers/sweeps.hpp"
#include "slipflow/opencl/batched_loop.hpp"

namespace slipflow::linear_solvers {

class DeviceOperations7 : public Operations7 {
 public:
  DeviceOperations7(opencl::Workspace& workspace, const Matrix7& matrix, const Choice7& choice);

  const opencl::Array& coefficient(int number) const { return a_[number]; }
  const opencl::Array& side(int axis) const { return matrix_.sides[axis]; }
  const opencl::Array& vector(Vector7 name);
  Kernels7& kernels() { return kernels_; }
  void stop_with(const OuterLoop7& outer) { outer_ = outer; }
  /// Work-groups of sums over vectors and over rows of the system.
  Groups7 groups_of_vectors() const;
  Groups7 groups_of_rows() const;
  std::size_t partial_sums() const;   ///< that they store at most
  opencl::Arguments of_rows() const;  ///< parameters that all kernels of rows begin with
  /// Why triangular systems are not solved by the schedule asked for; else empty.
  std::string warning() const { return sweeps_ ? sweeps_->warning() : std::string(); }

  void begin() override;
  void set_number(int number, double value) override;
  void iterate(int max, const std::function<void()>& iteration) override;
  void queue(int iterations, const std::function<void()>& iteration) override;
  S7Progress progress() override;
  double number(int number) override;
  void record(int most) override;
  std::vector<Iteration7> recorded() override;

  void copy(Vector7 from, Vector7 to) override;
  void sum_products(Vector7 a, Vector7 b, Sum7 sum) override;
  void sum_values(Vector7 a, Sum7 sum) override;
  void sum_weighted(Vector7 a, bool inverse, Sum7 sum) override;
  void take_mean_out(Vector7 a) override;
  void subtract(Vector7 a, Vector7 b, Vector7 r) override;

  void set_cg_direction() override;
  void advance_cg(Sum7 sum) override;
  void set_shadow_direction() override;
  void set_half_residual() override;
  void advance_full_step(Sum7 sum) override;
  void add_scaled(Vector7 q, int number) override;
  void add(Vector7 z) override;
  void discard_broken_solution() override;

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
  void make_arrays(const Matrix7& matrix);
  opencl::Arguments matrix_arguments(const Matrix7& matrix) const;
  opencl::Arguments of_vectors() const;  // parameters that all kernels of vectors begin with
  void queue_iteration(const std::function<void()>& iteration);
  void run_on_rows(const char* name, const opencl::Arguments& more);
  void run_on_vectors(const char* name, const opencl::Arguments& more);
  // The sum over the blocks, after the kernel that has stored sums of blocks in partial_[0].
  void finish(Sum7 sum);
  int blocks() const;

  opencl::Workspace& workspace_;
  const Choice7 choice_;
  const int count_;
  const Levels7 plan_;
  Kernels7 kernels_;
  std::array<opencl::Array, 7> a_;
  opencl::Array diagonals_;
  DeviceMatrix7 matrix_;
  std::array<opencl::Array, kVectors7> vectors_;
  std::array<opencl::Array, 2> partial_;  // sums of blocks
  opencl::Array numbers_, record_;
  int room_ = 0;  // of record_, in iterations
  cl::Buffer progress_;
  std::optional<OuterLoop7> outer_;
  std::optional<S7Progress> last_;  // of it, once the host has read it
  std::optional<opencl::BatchedLoop> loop_;
  std::unique_ptr<DeviceCycle> cycle_;
  std::optional<DeviceLines> lines_;
  std::optional<Sweeps> sweeps_;
  const Box7 box_;
};

}  // namespace slipflow::linear_solvers
