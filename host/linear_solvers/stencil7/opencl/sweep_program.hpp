// The programs of triangular sweeps.
#pragma once

#include <string>

#include "slipflow/linear_solvers/sweeps.hpp"

namespace slipflow::linear_solvers {

/// What a program is built for.
struct SweepPlan {
  Box7 box;
  Coefficients7 kind = Coefficients7::symmetric;
  bool parity = false;
  Schedule7 schedule = Schedule7::tiles;
  SweepShape shape;  ///< with all parameters
};

/// The shape with all its parameters, which fits a device.
SweepShape resolved(const SweepShape& wanted, bool flat, const opencl::Device& device);

/// Builds the program of the schedule for one direction. Where registers allow only smaller
/// work-groups than planned, the shape of the plan becomes smaller.
opencl::SizedProgram build_sweep(const opencl::Queue& queue, SweepPlan& plan, bool upper);

}  // namespace slipflow::linear_solvers
