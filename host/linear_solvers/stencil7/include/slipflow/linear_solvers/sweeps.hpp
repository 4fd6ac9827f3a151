// Triangular sweeps of a seven-point system on a device.
#pragma once

#include "slipflow/linear_solvers/sweep_plan.hpp"
#include "slipflow/opencl/workspace.hpp"

namespace slipflow::linear_solvers {

/// Sweeps in both directions. The workspace has to outlive them.
class Sweeps {
 public:
  /// Builds the kernels of the plan's schedule, whether the device can run it or not: checked().
  Sweeps(opencl::Workspace& workspace, const SweepPlan& plan);

  /// Queues the solution of (D + w R1) y = r, or if `upper` of (D + w R2) q = D y, with
  /// w = numbers[S7_W]; the solution may be the right-hand side. `matrix`: the arguments for
  /// S7_MATRIX_PARAMETERS, `progress`: an S7Progress. Nothing is done when the iterations have
  /// ended. Ghosts and cells outside of the domain have to be 0 in the solution.
  void sweep(bool upper, const opencl::Arguments& matrix, const opencl::Array& numbers,
             const opencl::Buffer& progress, const opencl::Array& right,
             const opencl::Array& solution);
  /// With all parameters of the shape.
  const SweepPlan& plan() const { return plan_; }

 private:
  template <class Action>
  void guarded(const char* doing, Action action) const;
  void build();
  void by_planes(opencl::Kernel& kernel, const opencl::Arguments& all) const;
  void by_tiles(opencl::Kernel& kernel, const opencl::Arguments& all) const;
  void by_pipeline(opencl::Kernel& kernel, const opencl::Arguments& all);

  const Box7& box() const { return plan_.box; }
  int tiles_x() const;
  int tiles_y() const;
  int tiles_z() const;

  opencl::Workspace& workspace_;
  SweepPlan plan_;
  opencl::Kernel kernels_[2], start_;     // lower, upper
  opencl::Buffer order_, done_, ticket_;  // of the pipeline
};

}  // namespace slipflow::linear_solvers
