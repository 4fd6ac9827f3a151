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

}  // namespace slipflow::opencl
