// Iterations that are queued in batches: the device itself stops after the one that has converged
// or diverged.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>

#include "slipflow/opencl/batch_plan.hpp"
#include "slipflow/opencl/pinned_memory.hpp"
#include "slipflow/opencl/reduction.hpp"

namespace slipflow::opencl {

/// State of the iterations.
struct LoopProgress {
  int done = 0;
  bool ended = false;  ///< converged or diverged
};

/// Memory shared by the kernels of an iteration and those that judge it.
struct LoopMemory {
  Array partial;        ///< where every iteration stores its partial residuals
  int partial_count;    ///< and how many groups of them
  cl::Buffer progress;  ///< an SfInnerProgress
  std::size_t progress_bytes;
};

/// When the iterations end, macros/inner_outcome.h.
struct LoopControl {
  double tolerance;
  int max;
  double factor;  ///< of the loop before
};

/// Runs iterations in batches, of which the device itself carries out no more than are needed.
///
/// After each iteration's kernels a small one counts it and decides by the host's rule whether the
/// iterations continue (inner_outcome.h); the kernels of iterations queued beyond the last one
/// return at once. So bits and counts are those of one iteration at a time, and the host reads once
/// per batch. Two batches are in flight: while the host waits for the first and learns how it
/// ended, the device works on the second.
class DeviceLoop {
 public:
  /// Reads an SfInnerProgress from its bytes.
  using ReadProgress = std::function<LoopProgress(const std::byte*)>;

  /// `period`: iterations after which the relaxation factors recur. `batch`: iterations queued at a
  /// time; 0: adapted to the run.
  DeviceLoop(const Workspace& workspace, const Reduction& reduction, const LoopMemory& memory,
             int period, int batch);

  /// Up to control.max iterations, each queued by `queue_iteration`. `read` is called after each
  /// batch, the last time with the bytes of the progress that the loop ended with.
  void run(const LoopControl& control, const std::function<void()>& queue_iteration,
           const ReadProgress& read);
  /// Iterations that are queued outside of run() are carried out.
  void let_iterations_run();

 private:
  using Clock = std::chrono::steady_clock;
  struct Batch {
    int iterations;
    const std::byte* result;  // where it is stored: an SfInnerProgress
    cl::Event read;
  };

  void start(double factor);
  Batch queue_batch(int iterations, const std::function<void()>& queue_iteration);
  LoopProgress wait_for(const Batch& batch, int done_before, const ReadProgress& read);

  const Workspace& workspace_;
  const Reduction& reduction_;
  LoopMemory memory_;
  BatchPlan plan_;
  Kernel start_, judge_;
  PinnedMemory results_;  // an SfInnerProgress for each batch in flight
  std::size_t next_result_ = 0;
  bool ended_ = false;             // the device carries out no further iteration
  Clock::time_point alone_since_;  // from then on the oldest batch in flight had the device
};

}  // namespace slipflow::opencl
