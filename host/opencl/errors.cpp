#include "slipflow/opencl/errors.hpp"

#include <fmt/format.h>

#include <map>

namespace slipflow::opencl {

std::string error_name(cl_int code) {
  static const std::map<cl_int, const char*> names = {
      {CL_DEVICE_NOT_FOUND, "CL_DEVICE_NOT_FOUND"},
      {CL_DEVICE_NOT_AVAILABLE, "CL_DEVICE_NOT_AVAILABLE"},
      {CL_COMPILER_NOT_AVAILABLE, "CL_COMPILER_NOT_AVAILABLE"},
      {CL_MEM_OBJECT_ALLOCATION_FAILURE, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
      {CL_OUT_OF_RESOURCES, "CL_OUT_OF_RESOURCES"},
      {CL_OUT_OF_HOST_MEMORY, "CL_OUT_OF_HOST_MEMORY"},
      {CL_BUILD_PROGRAM_FAILURE, "CL_BUILD_PROGRAM_FAILURE"},
      {CL_INVALID_VALUE, "CL_INVALID_VALUE"},
      {CL_INVALID_BUFFER_SIZE, "CL_INVALID_BUFFER_SIZE"},
      {CL_INVALID_BUILD_OPTIONS, "CL_INVALID_BUILD_OPTIONS"},
      {CL_INVALID_KERNEL_NAME, "CL_INVALID_KERNEL_NAME"},
      {CL_INVALID_KERNEL_ARGS, "CL_INVALID_KERNEL_ARGS"},
      {CL_INVALID_WORK_GROUP_SIZE, "CL_INVALID_WORK_GROUP_SIZE"},
      {CL_INVALID_WORK_ITEM_SIZE, "CL_INVALID_WORK_ITEM_SIZE"},
      {CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
       "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
      {CL_INVALID_DEVICE, "CL_INVALID_DEVICE"},
      {CL_INVALID_CONTEXT, "CL_INVALID_CONTEXT"},
      {CL_INVALID_COMMAND_QUEUE, "CL_INVALID_COMMAND_QUEUE"},
      {CL_INVALID_EVENT, "CL_INVALID_EVENT"},
      {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
  };
  const auto found = names.find(code);
  return found == names.end() ? fmt::format("OpenCL error {}", code) : found->second;
}

namespace {
bool may_be_lack_of_memory(cl_int code) {
  return code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES ||
         code == CL_OUT_OF_HOST_MEMORY || code == CL_INVALID_BUFFER_SIZE;
}

// The codes CL_INVALID_... say that the call was wrong, except those of objects that a driver
// invalidates when it loses the device, as NVIDIA's does with the queue.
bool is_wrong_call(cl_int code) {
  constexpr cl_int kFirst = CL_INVALID_VALUE, kLast = -72;  // CL_MAX_SIZE_RESTRICTION_EXCEEDED
  return code <= kFirst && code >= kLast && code != CL_INVALID_DEVICE &&
         code != CL_INVALID_CONTEXT && code != CL_INVALID_COMMAND_QUEUE && code != CL_INVALID_EVENT;
}
}  // namespace

Error to_error(const cl::Error& failure, const std::string& doing) {
  const cl_int code = failure.err();
  const bool memory = may_be_lack_of_memory(code);
  const bool wrong_call = !memory && is_wrong_call(code);
  const char* advice =
      memory ? "; the device may be out of memory, or have failed: take a coarser mesh or another "
               "device (slipflow devices lists them)"
      : wrong_call
          ? ""
          : "; the device was lost or has failed: slipflow devices lists the available ones";
  const auto status = wrong_call ? ExitStatus::internal_error : ExitStatus::no_device;
  return {status, fmt::format("{}: {} from {}{}", doing, error_name(code), failure.what(), advice)};
}

}  // namespace slipflow::opencl
