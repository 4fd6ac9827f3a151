#include "slipflow/opencl/device_loop.hpp"

namespace slipflow::opencl {

DeviceLoop::DeviceLoop(const Workspace& workspace, const Reduction& reduction,
                       const LoopMemory& memory, int period, int batch)
    : reduction_(reduction),
      reals_(memory.partial.numbers),
      start_(reduction.kernel("start_inner_iterations")),
      judge_(reduction.kernel("judge_inner_iteration")),
      loop_(workspace, memory.progress, memory.progress_bytes, batch) {
  start_.set({{"factor", reals_.number(0)}, {"progress", memory.progress}});
  judge_.set({{"partial", memory.partial},
              {"count", memory.partial_count},
              {"tolerance", reals_.number(0)},
              {"period", period},
              {"progress", memory.progress}});
}

void DeviceLoop::run(const LoopControl& control, const std::function<void()>& queue_iteration,
                     const BatchedLoop::ReadProgress& read) {
  judge_.set({"tolerance", reals_.number(control.tolerance)});
  start(control.factor);
  ended_ = loop_.run(
      control.max,
      [&] {
        queue_iteration();
        reduction_.launch(judge_);
      },
      read);
}

void DeviceLoop::start(double factor) {
  start_.set({"factor", reals_.number(factor)});
  reduction_.launch(start_);
  ended_ = false;
}

void DeviceLoop::let_iterations_run() {
  if (ended_) start(0);  // nothing depends on their factor
}

}  // namespace slipflow::opencl
