// How much of this machine's memory a run takes.
#pragma once

#include "slipflow/methods/problem.hpp"

namespace slipflow::app {

/// Bytes that a run takes when it writes a frame, which is its peak: the downloaded state, the
/// fields of the frame and the tags of the cells; with `serial` also the arrays of the serial
/// backend. Without the program itself, the OpenCL driver, which compiles the kernels, and other
/// frames that are being written (run::kBytesOfOtherFrames at most).
double host_bytes(const methods::Problem& problem, bool serial);

}  // namespace slipflow::app
