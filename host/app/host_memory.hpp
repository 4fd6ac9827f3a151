// How much of this machine's memory a run takes.
#pragma once

#include "slipflow/methods/problem.hpp"

namespace slipflow::app {

/// Bytes that a run takes when it writes frames, which is its peak: the downloaded state, the
/// fields of the frames being written and the tags of the cells; with `serial` also the arrays of
/// the serial backend. Without the program itself, and without the OpenCL driver, which compiles
/// the kernels.
double host_bytes(const methods::Problem& problem, bool serial);

}  // namespace slipflow::app
