// The launches of triangular sweeps by each schedule.
#pragma once

#include "opencl/sweep_program.hpp"

namespace slipflow::linear_solvers {

/// Sweeps by the schedule of a plan, whether the device can run it or not.
class SweepLaunches {
 public:
  /// Builds the kernels.
  SweepLaunches(opencl::Workspace& workspace, const SweepPlan& plan);

  /// Queues a sweep with the arguments of Sweeps::lower() or Sweeps::upper().
  void sweep(bool upper, const opencl::Arguments& matrix, const opencl::Array& numbers,
             const cl::Buffer& progress, const opencl::Array& right, const opencl::Array& solution);
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
  opencl::Kernel kernels_[2], start_;  // lower, upper
  cl::Buffer order_, done_, ticket_;   // of the pipeline
};

}  // namespace slipflow::linear_solvers
