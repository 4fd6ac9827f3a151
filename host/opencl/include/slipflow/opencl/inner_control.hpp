// When the inner iterations of a time step end.
#pragma once

namespace slipflow::opencl {

/// As macros/inner_outcome.h has it, after `max` iterations at the latest.
struct InnerControl {
  double tolerance = 1e-9;
  int max = 200;
  double noise = 0;   ///< changes below it may be rounding errors, whose growth does not count
  double factor = 1;  ///< of the changes of the step before; 1: unknown
};

}  // namespace slipflow::opencl
