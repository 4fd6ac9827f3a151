#include "slipflow/opencl/device_loop.hpp"

namespace slipflow::opencl {

DeviceLoop::DeviceLoop(const Workspace& workspace, const Reduction& reduction,
                       const LoopMemory& memory, int period, int batch)
    : reduction_(reduction),
      reals_(memory.partial.numbers),
      start_(reduction.kernel("start_inner_iterations")),
      judge_(reduction.kernel("judge_inner_iteration")),
      groups_(memory.judges_itself ? memory.partial_count : 0),
      loop_(workspace, memory.progress, memory.progress_bytes, batch) {
  start_.set({{"factor", reals_.number(0)}, {"progress", memory.progress}});
  judge_.set({{"partial", memory.partial},
              {"first", 0},
              {"count", memory.partial_count},
              {"tolerance", reals_.number(0)},
              {"period", period},
              {"progress", memory.progress}});
}

void DeviceLoop::run(const InnerControl& control, const std::function<void()>& queue_iteration,
                     const BatchedLoop::ReadProgress& read) {
  judge_.set({"tolerance", reals_.number(control.tolerance)});
  const bool judges_itself = groups_ > 0;
  if (!judges_itself) start(control.factor);
  int queued = 0;
  ended_ = loop_.run(
      control.max,
      [&] {
        queue_iteration();
        ++queued;
        if (!judges_itself) reduction_.launch(judge_);
      },
      read,
      [&] {
        if (!judges_itself) return;
        judge_.set({"first", (queued + 1) % 2 * groups_});
        reduction_.launch(judge_);
      });
}

void DeviceLoop::start(double factor) {
  start_.set({"factor", reals_.number(factor)});
  reduction_.launch(start_);
  ended_ = false;
}

void DeviceLoop::let_iterations_run() {
  if (ended_ && groups_ == 0) start(0);  // nothing depends on their factor
}

}  // namespace slipflow::opencl
