// The launches of the published decomposition of a sweep.
#pragma once

#include "sweep.hpp"
#include "sweep_system.hpp"

namespace slipflow::bench::studies {

class SweepFragments {
 public:
  /// Builds the kernel, kernels/sweep_fragments.cl, with tiles of `shape`, which has all
  /// its parameters.
  SweepFragments(opencl::Workspace& workspace, const linear_solvers::SweepShape& shape,
                 bool parity);

  /// Queues a sweep: a launch for each step, of which each block takes part in some.
  void lower(const SweepSystem& system, const SweepBlocks& blocks);

 private:
  opencl::Workspace& workspace_;
  opencl::Kernel kernel_;
};

}  // namespace slipflow::bench::studies
