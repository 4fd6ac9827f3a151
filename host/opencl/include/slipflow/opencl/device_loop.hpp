// Iterations that are queued in batches: the device itself stops after the one that has converged
// or diverged.
#pragma once

#include <cstddef>
#include <functional>

#include "slipflow/opencl/batched_loop.hpp"
#include "slipflow/opencl/inner_control.hpp"
#include "slipflow/opencl/reduction.hpp"

namespace slipflow::opencl {

/// Memory shared by the kernels of an iteration and those that judge it.
struct LoopMemory {
  Array partial;        ///< where every iteration stores its partial residuals
  int partial_count;    ///< and how many groups of them
  cl::Buffer progress;  ///< an SfInnerProgress
  std::size_t progress_bytes;
  /// Each work-group of an iteration judges the one before; odd iterations store their residuals
  /// behind those of even ones.
  bool judges_itself = false;
};

/// Inner iterations in batches. After each iteration's kernels a small one counts it and decides by
/// the host's rule whether the iterations continue (inner_outcome.h); where iterations judge
/// themselves, only after the last of a batch.
class DeviceLoop {
 public:
  /// `period`: iterations after which the relaxation factors recur. `batch`: iterations queued at a
  /// time; 0: adapted to the run.
  DeviceLoop(const Workspace& workspace, const Reduction& reduction, const LoopMemory& memory,
             int period, int batch);

  /// Up to control.max iterations, each queued by `queue_iteration`. `read` reads an
  /// SfInnerProgress; BatchedLoop::run().
  void run(const InnerControl& control, const std::function<void()>& queue_iteration,
           const BatchedLoop::ReadProgress& read);
  /// Iterations that are queued outside of run() are carried out.
  void let_iterations_run();

 private:
  void start(double factor);

  const Reduction& reduction_;
  Numbers reals_;
  Kernel start_, judge_;
  int groups_ = 0;  // of iterations that judge themselves
  BatchedLoop loop_;
  bool ended_ = false;  // the device carries out no further iteration
};

}  // namespace slipflow::opencl
