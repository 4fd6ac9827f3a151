// The inner iterations of a time step, queued in batches: the device itself stops after the one
// that has converged or diverged.
#pragma once

#include <chrono>
#include <functional>
#include <utility>

#include "../precisions.hpp"
#include "batch_plan.hpp"
#include "reduction.hpp"

namespace slipflow::simple_ts {

/// After each iteration's kernels a small one counts it and decides by the host's rule whether the
/// iterations go on (inner_outcome.h); the kernels of iterations queued beyond the last one return
/// at once. So bits and counts are those of an iteration at a time, and the host reads once per
/// batch. Two batches are in flight: while the host waits for the first and learns how it ended,
/// the device has the second to go on with.
class InnerBatches {
 public:
  /// `partial`: where every iteration leaves its partial residuals, and how many.
  InnerBatches(DeviceCase& device, const Reduction& reduction,
               const std::pair<cl::Buffer, int>& partial);
  ~InnerBatches();
  InnerBatches(const InnerBatches&) = delete;
  InnerBatches& operator=(const InnerBatches&) = delete;

  /// Up to control.max iterations, as Backend::iterate(), each queued by `queue_iteration`.
  InnerResult run(const InnerControl& control, double factor,
                  const std::function<void()>& queue_iteration);
  /// Iterations that are queued outside of run() are carried out.
  void let_iterations_run();

 private:
  using Clock = std::chrono::steady_clock;
  struct Batch {
    int iterations;
    const std::byte* result;  // where it is read to: an SfInnerProgress
    cl::Event read;
  };

  void start(double factor);
  Batch queue_batch(int iterations, const std::function<void()>& queue_iteration);
  InnerResult wait_for(const Batch& batch, int done_before);

  DeviceCase& device_;
  const Reduction& reduction_;
  InnerIterations iterations_;
  BatchPlan plan_;
  cl::Kernel start_, judge_;
  cl::Buffer pinned_;   // memory of the host that the device writes to by itself
  std::byte* results_;  // in it, an SfInnerProgress for each batch in flight
  std::size_t next_result_ = 0;
  bool ended_ = false;             // the device carries out no further iteration
  Clock::time_point alone_since_;  // from then on the oldest batch in flight had the device
};

}  // namespace slipflow::simple_ts
