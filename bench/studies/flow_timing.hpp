// The timing of the iterations of one flow.
#pragma once

#include <vector>

#include "piso.hpp"
#include "slipflow/opencl/workspace.hpp"

namespace slipflow::bench::studies {

class FlowTiming {
 public:
  /// On the device of the workspace, without one on the host.
  FlowTiming(TimedFlow& flow, opencl::Workspace* workspace, int repeats)
      : flow_(flow), workspace_(workspace), repeats_(repeats) {}

  /// Measures what a result has. `stage` is called again and again.
  void run(const Stage& stage, TimedResult& result);
  /// The launches of the same iterations on the device, and how many these are.
  std::vector<opencl::KernelTimes> kernels();
  int count() const { return count_; }

 private:
  void finish() const {
    if (workspace_) workspace_->finish();
  }
  void begin();
  void warm_up();
  double seconds_of_iterations();
  void time_parts(TimedResult& result);
  void iterate_to_goal(const Stage& stage, TimedResult& result);
  FlowIteration iterate_once(const Stage& stage, double tolerance, FlowWork& work);

  TimedFlow& flow_;
  opencl::Workspace* const workspace_;
  const int repeats_;
  int count_ = 1;
  long velocity_iterations_ = 0, pressure_iterations_ = 0;  // of all that are timed
};

}  // namespace slipflow::bench::studies
