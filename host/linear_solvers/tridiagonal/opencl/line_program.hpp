// The program of a tridiagonal solver.
#pragma once

#include "slipflow/linear_solvers/line_solver.hpp"
#include "slipflow/opencl/workspace.hpp"

namespace slipflow::linear_solvers {

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
  bool counts_weak_rows() const { return choice.check && !shared_matrix; }
};

/// Builds the program. Where registers allow only smaller work-groups
/// than planned, `plan` becomes what is chosen for these, from `wanted`.
opencl::SizedProgram build_lines(const opencl::Queue& queue, const LineChoice& wanted,
                                 LinePlan& plan);

}  // namespace slipflow::linear_solvers
