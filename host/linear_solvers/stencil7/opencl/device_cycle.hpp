// A V-cycle of multigrid on a device.
#pragma once

#include "levels7.hpp"
#include "opencl/kernels7.hpp"

namespace slipflow::linear_solvers {

/// Parts of the finest diagonal from Dirichlet conditions; without any, `given` is false.
struct DeviceSides {
  bool given = false;
  opencl::Array along[3];
};

/// The arguments of a step of the smoother.
opencl::Arguments arguments_of(S7Smoothing how);

class DeviceCycle {
 public:
  /// `matrix`: the arguments of the finest matrix; `progress`: an S7Progress. All of them have to
  /// outlive the cycle.
  DeviceCycle(Kernels7& kernels, const Levels7& plan, int degree, const opencl::Arguments& matrix,
              const DeviceSides& sides, const cl::Buffer& progress);

  /// Queues that the coefficients of coarser levels become those for the finest one.
  void set_coefficients();
  /// Queues that z becomes a cycle for r.
  void run(const opencl::Array& r, const opencl::Array& z);

 private:
  struct Vectors {
    opencl::Array r, d, d_next, x;
  };

  bool is_small(std::size_t level) const { return level >= first_small_; }
  Rows7 rows(std::size_t level) const { return level == 0 ? Rows7::system : Rows7::coarse; }
  opencl::Arguments matrix(std::size_t level) const;
  Vectors& vectors(std::size_t level) { return level == 0 ? finest_ : coarse_; }
  opencl::Arguments coarse_coefficients() const;
  void smooth(std::size_t level, S7Smoothing how, const opencl::Array& from,
              const opencl::Array& x);
  void descend(std::size_t level, const opencl::Array& r, const opencl::Array& x);
  void ascend(std::size_t level, const opencl::Array& x);
  void run_small_levels();

  Kernels7& kernels_;
  const Levels7& plan_;
  const int degree_;
  const opencl::Arguments& matrix_;
  const DeviceSides& sides_;
  const cl::Buffer& progress_;
  std::size_t first_small_;
  opencl::Array a_[4], coarse_sides_[3], ratios_;
  cl::Buffer levels_;
  Vectors finest_, coarse_;
  std::vector<bool> swapped_;  // of each level: d and d_next
};

}  // namespace slipflow::linear_solvers
