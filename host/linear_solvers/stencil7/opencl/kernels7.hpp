// The kernels of seven-point systems on a device, by name.
#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>

#include "linear_solvers/level7.h"
#include "opencl/vector_kernels.hpp"
#include "slipflow/linear_solvers/stencil7.hpp"

namespace slipflow::linear_solvers {

/// Which rows a kernel knows: those of the system, or of multigrid on the finest level, on a
/// coarser one, or on all the small ones.
enum class Rows7 { system, finest, coarse, small };

/// Options of programs whose rows are those of a box.
std::string options_of(const Box7& box);

class Kernels7 : public VectorKernels {
 public:
  Kernels7(opencl::Workspace& workspace, Coefficients7 kind, const Box7& box, bool parity);

  /// Blocks that a work-group adds in kernels of rows of the system.
  int blocks_of_rows() const;
  /// The first arguments of the matrix of a level.
  opencl::Arguments of_level(const S7Level& level) const;
  /// All of them, of a symmetric matrix with the arrays a0, a1, a3, a5, or of a free one.
  opencl::Arguments of_symmetric(const S7Level& level, const opencl::Array (&a)[4]) const;
  opencl::Arguments of_free(const S7Level& level, opencl::Numbers reals,
                            const std::array<double, 3>& constants, const cl::Buffer& codes,
                            const opencl::Array& diagonals) const;
  /// Queues a kernel over nx x ny work-items, or over `groups`. Calls with the same slot set only
  /// the arguments that have changed.
  void run(Rows7 rows, const char* name, std::size_t slot, const opencl::Arguments& arguments,
           int nx, int ny = 1);
  void run_groups(Rows7 rows, const char* name, std::size_t slot,
                  const opencl::Arguments& arguments, Groups7 groups);
  /// As run(), in single precision for rows of multigrid: the symmetric part of the finest matrix.
  void run_in_single(Rows7 rows, const char* name, std::size_t slot,
                     const opencl::Arguments& arguments, int nx, int ny = 1);
  using VectorKernels::run;
  using VectorKernels::run_groups;

 private:
  // Built when it is first needed.
  Program& program(Rows7 rows, bool in_single);

  const Coefficients7 kind_;
  const std::string box_options_;
  std::map<std::pair<Rows7, bool>, Program> of_rows_;
  const bool is_periodic_;
};

}  // namespace slipflow::linear_solvers
