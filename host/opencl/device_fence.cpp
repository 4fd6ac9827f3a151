#include "slipflow/opencl/device_fence.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace slipflow::opencl {

namespace {
// A query of OpenCL 3.0, which the headers for 1.2 leave out: an array of cl_name_version_khr.
constexpr cl_device_info kFeaturesOfOpenclC = 0x106F;
constexpr std::array<std::string_view, 2> kNeeded = {"__opencl_c_atomic_order_seq_cst",
                                                     "__opencl_c_atomic_scope_device"};

// None where the device does not know the query.
std::vector<cl_name_version_khr> features_of(const Device& device) {
  std::size_t bytes = 0;
  if (clGetDeviceInfo(device.handle(), kFeaturesOfOpenclC, 0, nullptr, &bytes) != CL_SUCCESS)
    return {};
  std::vector<cl_name_version_khr> features(bytes / sizeof(cl_name_version_khr));
  if (clGetDeviceInfo(device.handle(), kFeaturesOfOpenclC, bytes, features.data(), nullptr) !=
      CL_SUCCESS)
    return {};
  return features;
}

bool has_feature(const std::vector<cl_name_version_khr>& features, std::string_view name) {
  return std::ranges::any_of(features, [&](const auto& f) { return name == f.name; });
}
}  // namespace

std::string standard_with_fence(const Device& device) {
  if (device.platform_short == "NV") return "CL1.2";  // an instruction of its own
  if (device.handle.getInfo<CL_DEVICE_OPENCL_C_VERSION>().starts_with("OpenCL C 2.0"))
    return "CL2.0";
  const auto features = features_of(device);
  const bool all = std::ranges::all_of(
      kNeeded, [&](std::string_view name) { return has_feature(features, name); });
  return all ? "CL3.0" : "";
}

}  // namespace slipflow::opencl
