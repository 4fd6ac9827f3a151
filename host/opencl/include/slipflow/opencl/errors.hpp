// OpenCL failures as sentences.
#pragma once

#include <string>

#include "slipflow/opencl/opencl.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::opencl {

/// "CL_OUT_OF_RESOURCES" for -5, and so on; the number for unknown codes.
std::string error_name(cl_int code);

/// The Error for a failed call: `doing` says what was being done ("launching reduce_residuals on
/// NVIDIA H200"). Lack of memory and lost devices have their own advice and status.
Error to_error(const cl::Error& failure, const std::string& doing);

/// Runs `action` and turns an OpenCL failure into the Error that says what was being done.
template <class Action>
auto guarded(const std::string& doing, Action action) {
  try {
    return action();
  } catch (const cl::Error& failure) {
    throw to_error(failure, doing);
  }
}

}  // namespace slipflow::opencl
