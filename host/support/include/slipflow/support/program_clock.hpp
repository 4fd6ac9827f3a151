// The wall clock of this process.
#pragma once

namespace slipflow {

/// Seconds of wall-clock time since the program started.
double seconds_since_start();

}  // namespace slipflow
