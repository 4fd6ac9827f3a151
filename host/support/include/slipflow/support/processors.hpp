// The processors of this machine that a process has.
#pragma once

namespace slipflow {

/// The processors that this process may use at a time: those of its affinity mask, or fewer where
/// the quota of its control group (cgroup version 2) allows fewer. At least 1.
int usable_processors();

/// The share of one of several processes on this machine, which divide its processors and quota.
int usable_processors(int processes);

}  // namespace slipflow
