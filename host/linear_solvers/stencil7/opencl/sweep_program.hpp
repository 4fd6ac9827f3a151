// The programs of triangular sweeps.
#pragma once

#include "slipflow/linear_solvers/sweep_plan.hpp"
#include "slipflow/opencl/program.hpp"

namespace slipflow::linear_solvers {

/// The shape with all its parameters, which fits a device.
SweepShape resolved(const SweepShape& wanted, bool flat, const opencl::Device& device);

/// Builds the program of the schedule for one direction. Where registers allow only smaller
/// work-groups than planned, the shape of the plan becomes smaller.
opencl::SizedProgram build_sweep(const opencl::Queue& queue, SweepPlan& plan, bool upper);

}  // namespace slipflow::linear_solvers
