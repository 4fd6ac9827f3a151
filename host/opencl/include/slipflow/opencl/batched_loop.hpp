// Iterations that are queued in batches, of which the device itself carries out no more than are
// needed.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>

#include "slipflow/opencl/batch_plan.hpp"
#include "slipflow/opencl/pinned_memory.hpp"
#include "slipflow/opencl/workspace.hpp"

namespace slipflow::opencl {

/// State of the iterations.
struct LoopProgress {
  int done = 0;
  bool ended = false;  ///< converged or diverged
};

/// The kernels of each iteration decide on the device whether there is another one, and note it in
/// a progress; the kernels of iterations queued beyond the last one return at once. So bits and
/// counts are those of one iteration at a time, and the host reads once per batch. Two batches are
/// in flight, unless superfluous iterations are expensive: while the host waits for the first and
/// learns how it ended, the device works on the second.
class BatchedLoop {
 public:
  /// Reads the progress from its bytes.
  using ReadProgress = std::function<LoopProgress(const std::byte*)>;

  /// `batch`: iterations queued at a time; 0: adapted to the run.
  BatchedLoop(const Workspace& workspace, const cl::Buffer& progress, std::size_t progress_bytes,
              int batch, Superfluous superfluous = Superfluous::cheap);

  /// Up to `max` iterations, each queued by `queue_iteration`, and after each batch what
  /// `end_batch` queues. `read` is called after each batch, the last time with the bytes of the
  /// progress that the loop ended with. Returns whether the device ended it.
  bool run(
      int max, const std::function<void()>& queue_iteration, const ReadProgress& read,
      const std::function<void()>& end_batch = [] {});

 private:
  using Clock = std::chrono::steady_clock;
  struct Batch {
    int iterations;
    const std::byte* result;  // where the progress is stored
    cl::Event read;
  };

  Batch queue_batch(int iterations, const std::function<void()>& queue_iteration,
                    const std::function<void()>& end_batch);
  LoopProgress wait_for(const Batch& batch, int done_before, const ReadProgress& read);

  const Workspace& workspace_;
  cl::Buffer progress_;
  std::size_t bytes_;
  BatchPlan plan_;
  PinnedMemory results_;  // a progress for each batch in flight
  std::size_t next_result_ = 0;
  Clock::time_point alone_since_;  // from then on the oldest batch in flight had the device
};

}  // namespace slipflow::opencl
