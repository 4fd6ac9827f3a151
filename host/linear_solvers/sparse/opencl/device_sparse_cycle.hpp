// A cycle of multigrid for systems on polyhedra on a device.
#pragma once

#include <vector>

#include "opencl/device_levels.hpp"
#include "opencl/sparse_kernels.hpp"
#include "slipflow/linear_solvers/face_system.hpp"

namespace slipflow::linear_solvers {

class DeviceSparseCycle {
 public:
  /// Kernels and progress have to outlive the cycle.
  DeviceSparseCycle(SparseKernels& kernels, const std::vector<SparseLevel>& levels,
                    const FaceMatrix& matrix, const cl::Buffer& progress, const Choice7& choice);

  const opencl::Array& a() const { return a_; }
  const opencl::Array& b() const { return b_; }
  const opencl::Array& diagonal() const { return diagonal_; }
  opencl::Arguments finest_rows() const {
    return {{"width", levels_[0].width},
            {"padded", levels_[0].padded},
            {"columns", columns_},
            {"row_faces", faces_},
            {"long_starts", long_starts_}};
  }
  /// Queues the rows and coefficients of all levels from those of the finest one.
  void set_coefficients();
  /// Queues that z becomes a cycle for r.
  void run(const opencl::Array& r, const opencl::Array& z);
  /// The first parameters of kernels of a level, and those of the matrices.
  opencl::Arguments of_level(std::size_t level) const;
  opencl::Arguments matrices() const;

 private:
  /// Where the vectors f and x of a level begin.
  struct Place {
    const opencl::Array& array;
    int begin;
  };
  void make_tables(const FaceTables& tables);
  void make_vectors(const FaceMatrix& matrix);
  bool is_small(std::size_t level) const { return level >= first_small_; }
  bool is_last(std::size_t level) const { return level + 1 == levels_.size(); }
  opencl::Arguments members() const;
  void set_rows(std::size_t level);
  void cycle(std::size_t level, Place f, Place x);
  void smooth(std::size_t level, Place from, Place x, bool from_zero);
  void run_small_levels();
  Place coarse(const opencl::Array& array, std::size_t level) const;

  SparseKernels& kernels_;
  const cl::Buffer& progress_;
  const int degree_;
  std::vector<SfFaceLevel> levels_;
  std::size_t first_small_ = 0;
  int inverted_ = 0;  // rows of the inverse of the coarsest matrix
  cl::Buffer level_table_, columns_, faces_, long_starts_, coarse_of_, member_starts_, members_,
      sum_starts_, sum_faces_, steps_;
  int steps_of_small_ = 0;
  opencl::Array sum_ratios_, side_ratios_, a_, b_, entries_, diagonal_;
  opencl::Array r_, d_, d_next_, f_, x_, inverse_, spare_;
};

}  // namespace slipflow::linear_solvers
