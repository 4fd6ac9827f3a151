// How much memory this process may take.
#pragma once

#include <string>

namespace slipflow {

struct UsableMemory {
  double bytes = 0;
  std::string limit;  ///< what sets it: "free memory", "control group" or "ulimit -v"
};

/// The least of the machine's free memory and swap, the rest that the control groups of this
/// process (versions 1 and 2) allow and the rest of its address space.
UsableMemory usable_memory();

}  // namespace slipflow
