// The processors and the memory of this machine that a process may take.
#pragma once

#include <string>

namespace slipflow {

/// The processors that this process may use at a time: those of its affinity mask, or fewer where
/// the quota of its control group (cgroup version 2) allows fewer. At least 1.
int usable_processors();

/// The share of one of several processes on this machine, which divide its processors and quota.
int usable_processors(int processes);

struct UsableMemory {
  double bytes = 0;
  std::string limit;  ///< what sets it: "free memory", "control group" or "ulimit -v"
};

/// The least of the machine's free memory and swap, the rest that the control groups of this
/// process (versions 1 and 2) allow and the rest of its address space.
UsableMemory usable_memory();

}  // namespace slipflow
