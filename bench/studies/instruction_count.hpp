// FP64 instructions of the compiled kernel of an iteration, where they can be read.
#pragma once

#include <string>

#include "kernel_runner.hpp"

namespace slipflow::bench::studies {

/// The instructions of the march away from walls and boundaries. Sums, products, multiply-adds and
/// comparisons of doubles count, executed by a predicate or not; approximate reciprocals and roots
/// and conversions, which have units of their own, do not.
struct InstructionCount {
  int fp64 = 0;  ///< of one pass through its loop
  int rows = 0;  ///< of such a pass; 0: they could not be counted
  /// "SASS", the code of the device; "PTX", what the driver compiles that from, and why it was
  /// taken; or why there is no number.
  std::string counted_in;
};

/// Assembles PTX for the architecture ("sm_90") with `ptxas` and disassembles it with `nvdisasm`,
/// as found in PATH, /usr/local/cuda/bin or $CUDA_HOME/bin. That code may differ from the driver's
/// own. Where the tools fail, or find other marches than the kernel has, the PTX is counted.
InstructionCount count_instructions(const simple_ts::MarchingKernel& kernel,
                                    const std::string& architecture);

/// Per cell of a sub-domain, with columns and rows that are computed for its neighbours too; NaN if
/// they could not be counted.
double instructions_per_cell(const InstructionCount& count,
                             const simple_ts::MarchingKernel& kernel);

}  // namespace slipflow::bench::studies
