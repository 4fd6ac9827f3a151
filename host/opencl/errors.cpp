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
      {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
  };
  const auto found = names.find(code);
  return found == names.end() ? fmt::format("OpenCL error {}", code) : found->second;
}

Error to_error(const cl::Error& failure, const std::string& doing) {
  const cl_int code = failure.err();
  const bool memory = code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES ||
                      code == CL_OUT_OF_HOST_MEMORY || code == CL_INVALID_BUFFER_SIZE;
  const char* advice =
      memory ? "; the device may be out of memory, or have failed: take a coarser mesh or another "
               "device (slipflow devices lists them)"
      : code == CL_DEVICE_NOT_AVAILABLE ? "; the device is gone: slipflow devices lists those there are"
                                        : "";
  const auto status = memory || code == CL_DEVICE_NOT_AVAILABLE ? ExitStatus::no_device
                                                                : ExitStatus::internal_error;
  return {status, fmt::format("{}: {} from {}{}", doing, error_name(code), failure.what(), advice)};
}

}  // namespace slipflow::opencl
