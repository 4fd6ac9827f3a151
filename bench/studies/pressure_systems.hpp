// A seven-point system solved on a device and by the serial reference.
#pragma once

#include <array>
#include <vector>

#include "pressure.hpp"
#include "slipflow/opencl/workspace.hpp"

namespace slipflow::bench::studies {

/// A box without flow through its sides; the solution of its system begins at 0.
class PressureSystem {
 public:
  PressureSystem(const linear_solvers::Box7& box, const std::array<double, 3>& constants,
                 linear_solvers::Coefficients7 kind);

  /// Solves the system once, checks the solution and then times solving it again. Throws
  /// Error(diverged) as the solver does.
  void solve(opencl::Workspace& workspace, const linear_solvers::Choice7& choice, int repeats,
             PressureResult& result) const;

  /// Seconds of that many iterations by the serial reference, measured on some of them.
  double serial_seconds(linear_solvers::Choice7 choice, int iterations) const;

 private:
  double residual(const std::vector<double>& x) const;

  const linear_solvers::Matrix7 matrix_;
  const std::vector<double> f_;
};

}  // namespace slipflow::bench::studies
