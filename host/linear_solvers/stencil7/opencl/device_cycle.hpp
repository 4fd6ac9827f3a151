// A V-cycle of multigrid on a device.
#pragma once

#include <array>

#include "levels7.hpp"
#include "opencl/kernels7.hpp"

namespace slipflow::linear_solvers {

/// A system's matrix in the memory of a device.
struct DeviceMatrix7 {
  Coefficients7 kind = Coefficients7::symmetric;
  std::array<double, 3> constants{};  ///< and codes: of Coefficients7::free
  cl::Buffer codes;
  opencl::Arguments arguments;  ///< of kernels
  /// Parts of the diagonal from Dirichlet conditions; without any, `has_sides` is false.
  bool has_sides = false;
  opencl::Array sides[3];
};

/// The arguments of a step of the smoother.
opencl::Arguments arguments_of(S7Smoothing how, opencl::Numbers reals);

class DeviceCycle {
 public:
  /// `matrix`: the finest one; `numbers`: as parameters of kernels of vectors, the S7Progress
  /// `progress` among them; `choice`: degree and precision. All of them have to outlive the cycle.
  DeviceCycle(Kernels7& kernels, const Levels7& plan, const Choice7& choice,
              const DeviceMatrix7& matrix, const cl::Buffer& progress,
              const opencl::Array& numbers);

  /// Queues that the coefficients of coarser levels become those for the finest one.
  void set_coefficients();
  /// Queues that z becomes a cycle for r.
  void run(const opencl::Array& r, const opencl::Array& z);

 private:
  struct Vectors {
    opencl::Array r, d, d_next, x;
  };

  bool is_small(std::size_t level) const { return level >= first_small_; }
  Rows7 rows(std::size_t level) const { return level == 0 ? Rows7::finest : Rows7::coarse; }
  void make_vectors();
  // The matrix of a level in double precision, and as a cycle reads it.
  opencl::Arguments matrix(std::size_t level) const;
  opencl::Arguments matrix_of_cycle(std::size_t level) const;
  Vectors& vectors(std::size_t level) { return level == 0 ? finest_ : coarse_; }
  opencl::Arguments coarse_coefficients() const;
  void run_in_cycle(Rows7 rows, const char* name, std::size_t slot,
                    const opencl::Arguments& arguments, int nx, int ny = 1);
  // Of vectors with `count` entries.
  void run_on_vectors(const char* name, std::size_t slot, int count, const opencl::Arguments& more);
  void round_coefficients();
  void smooth(std::size_t level, S7Smoothing how, const opencl::Array& from,
              const opencl::Array& x);
  void descend(std::size_t level, const opencl::Array& r, const opencl::Array& x);
  void ascend(std::size_t level, const opencl::Array& x);
  void run_small_levels();

  Kernels7& kernels_;
  const Levels7& plan_;
  const int degree_;
  const bool is_single_;
  const opencl::Numbers reals_;  // of a cycle
  const DeviceMatrix7& matrix_;
  const cl::Buffer& progress_;
  const opencl::Array& numbers_;
  std::size_t first_small_;
  opencl::Array a_[4], coarse_sides_[3], ratios_;
  opencl::Array rounded_[4], finest_rounded_[4], diagonals_;  // in single precision
  cl::Buffer levels_;
  Vectors finest_, coarse_;
  opencl::Array residual_;     // in single precision
  std::vector<bool> swapped_;  // of each level: d and d_next
};

}  // namespace slipflow::linear_solvers
