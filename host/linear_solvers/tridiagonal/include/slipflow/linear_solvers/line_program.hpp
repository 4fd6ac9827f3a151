// The program of a tridiagonal solver.
#pragma once

#include <string>

#include "slipflow/linear_solvers/lines.hpp"
#include "slipflow/opencl/program.hpp"

namespace slipflow::linear_solvers {

/// A kernel file that gives rows by the hooks of cl_kernels/linear_solvers/line_kernels.h, and
/// options to build it with besides those of the algorithm.
struct LineRows {
  std::string file;
  std::string options;
};

/// The limits of a choice on a device.
LineLimits limits_of(const opencl::Device& device);

/// How the lines of a solver are solved on its device.
struct LinePlan {
  Lines lines;
  LineChoice choice;           ///< with all parameters
  bool shared_matrix = false;  ///< all lines have the same
  bool of_arrays = true;       ///< or the hooks are those of a method
  LineRows rows{"linear_solvers/tridiagonal.cl", ""};

  bool split() const { return is_split(lines, choice); }
  /// The matrix is eliminated once; else every solution eliminates it.
  bool has_factors() const {
    return shared_matrix && !split() &&
           (choice.algorithm == LineAlgorithm::pta || choice.algorithm == LineAlgorithm::partition);
  }
};

/// Builds the program. Where registers allow only smaller work-groups than planned, `plan` becomes
/// what is chosen for these, from `wanted`.
opencl::SizedProgram build_lines(const opencl::Queue& queue, const LineChoice& wanted,
                                 LinePlan& plan);

}  // namespace slipflow::linear_solvers
