// Vectors and numbers of the iterations on a device, whatever the rows of the matrix are:
// cl_kernels/linear_solvers/krylov.cl.
#pragma once

#include <array>
#include <optional>
#include <utility>

#include "opencl/vector_kernels.hpp"
#include "operations7.hpp"
#include "slipflow/opencl/batched_loop.hpp"

namespace slipflow::linear_solvers {

class DeviceVectors : public VectorOperations7 {
 public:
  /// Vectors of `count` entries. The kernels must outlive them.
  DeviceVectors(VectorKernels& kernels, int count, const Choice7& choice);

  const opencl::Array& vector(Vector7 name);
  void stop_with(const cl::Buffer& progress, int outcome_at) { outer_ = {progress, outcome_at}; }
  /// Work-groups of sums over vectors.
  Groups7 groups_of_vectors() const;
  std::size_t partial_sums() const;  ///< that they store at most

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
  void subtract(Vector7 a, Vector7 b, Vector7 r) override;

  void set_cg_direction() override;
  void advance_cg(Sum7 sum) override;
  void set_shadow_direction() override;
  void set_half_residual() override;
  void advance_full_step(Sum7 sum) override;
  void add_scaled(Vector7 q, int number) override;
  void add(Vector7 z) override;

 protected:
  // The sum over the blocks, after the kernel that has stored sums of blocks in block_sums().
  void finish(Sum7 sum);
  int blocks() const;
  int count() const { return count_; }
  const cl::Buffer& progress_buffer() const { return progress_; }
  const opencl::Array& numbers() const { return numbers_; }
  const opencl::Array& block_sums() const { return partial_[0]; }

 private:
  opencl::Arguments of_vectors() const;  // parameters that all kernels of vectors begin with
  void queue_iteration(const std::function<void()>& iteration);
  void run_on_vectors(const char* name, const opencl::Arguments& more);

  VectorKernels& kernels_;
  opencl::Workspace& workspace_;
  const Choice7 choice_;
  const int count_;
  std::array<opencl::Array, kVectors7> vectors_;
  std::array<opencl::Array, 2> partial_;  // sums of blocks
  opencl::Array numbers_, record_;
  int room_ = 0;  // of record_, in iterations
  cl::Buffer progress_;
  std::optional<std::pair<cl::Buffer, int>> outer_;  // progress and outcome of the outer loop
  std::optional<S7Progress> last_;                   // of it, once the host has read it
  std::optional<opencl::BatchedLoop> loop_;
};

}  // namespace slipflow::linear_solvers
