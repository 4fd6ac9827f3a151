#include "slipflow/opencl/device.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "slipflow/opencl/errors.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::opencl {

namespace {

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// The limits of this process under which drivers may not load or compile, such as "ulimit -v
/// 1000".
std::string limits_in_force() {
  constexpr struct {
    int resource;
    const char* option;
  } kLimits[] = {{RLIMIT_AS, "-v"}, {RLIMIT_DATA, "-d"}, {RLIMIT_FSIZE, "-f"}};
  std::string text;
  for (const auto& [resource, option] : kLimits) {
    rlimit limit{};
    if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) continue;
    text += fmt::format("{}ulimit {} {}", text.empty() ? "" : ", ", option, limit.rlim_cur / 1024);
  }
  return text;
}

Error no_device_found() {
  const auto limits = limits_in_force();
  return {ExitStatus::no_device,
          limits.empty()
              ? "no OpenCL device was found: install a driver (on Debian and Ubuntu, package "
                "pocl-opencl-icd runs on any CPU), or use --backend serial"
              : fmt::format("no OpenCL device was found under the limits {}: raise them, or use "
                            "--backend serial",
                            limits)};
}

/// The short name of a platform, from its extension cl_khr_icd; empty where it has none.
std::string short_name(const cl::Platform& platform) {
  try {
    return platform.getInfo<CL_PLATFORM_ICD_SUFFIX_KHR>();
  } catch (const cl::Error&) {
    return "";
  }
}

Device describe(const cl::Platform& platform, const cl::Device& handle, int index) {
  Device d;
  d.index = index;
  d.handle = handle;
  d.platform = escaped(platform.getInfo<CL_PLATFORM_NAME>());
  d.platform_short = escaped(short_name(platform));
  d.name = escaped(handle.getInfo<CL_DEVICE_NAME>());
  d.driver = escaped(handle.getInfo<CL_DRIVER_VERSION>());
  d.version = escaped(handle.getInfo<CL_DEVICE_VERSION>());
  const auto type = handle.getInfo<CL_DEVICE_TYPE>();
  d.gpu = (type & CL_DEVICE_TYPE_GPU) != 0;
  d.cpu = (type & CL_DEVICE_TYPE_CPU) != 0;
  d.double_precision =
      handle.getInfo<CL_DEVICE_EXTENSIONS>().find("cl_khr_fp64") != std::string::npos;
  constexpr cl_device_fp_config exact = CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT | CL_FP_DENORM;
  d.exact_single = (handle.getInfo<CL_DEVICE_SINGLE_FP_CONFIG>() & exact) == exact;
  d.memory = static_cast<double>(handle.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>());
  d.largest_buffer = static_cast<double>(handle.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>());
  d.local_memory = static_cast<double>(handle.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>());
  d.compute_units = static_cast<int>(handle.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
  d.largest_work_group = static_cast<int>(handle.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>());
  return d;
}

std::string listed(const std::vector<Device>& devices) {
  std::string text;
  for (const Device& d : devices)
    text += fmt::format("{}{} '{}' ({})", text.empty() ? "" : ", ", d.index, d.name, d.platform);
  return text;
}

Device usable_or_error(const Device& d, bool needs_double) {
  const std::string reason = d.unusable(needs_double);
  if (!reason.empty())
    throw Error(ExitStatus::no_device,
                fmt::format("device {} '{}' cannot be used: {}", d.index, d.name, reason));
  return d;
}

Device best_device(const std::vector<Device>& devices, bool needs_double) {
  std::vector<Device> usable;
  for (const Device& d : devices)
    if (d.unusable(needs_double).empty()) usable.push_back(d);
  if (usable.empty())
    throw Error(ExitStatus::no_device,
                fmt::format("no OpenCL device can be used: none of {} has {}enough local memory; {}"
                            "--backend serial runs without a device",
                            listed(devices), needs_double ? "double precision and " : "",
                            needs_double ? "run.precision = single needs no doubles, and " : ""));
  return *std::max_element(usable.begin(), usable.end(), [](const Device& a, const Device& b) {
    return std::pair(a.gpu, a.compute_units) < std::pair(b.gpu, b.compute_units);
  });
}
}  // namespace

std::string Device::unusable(bool needs_double) const {
  if (needs_double && !double_precision)
    return "it has no double precision (cl_khr_fp64); run.precision = single needs none";
  if (local_memory < kSmallestLocalMemory)
    return fmt::format("it has {} KiB of local memory, {} are needed", local_memory / 1024,
                       kSmallestLocalMemory / 1024);
  return "";
}

std::vector<Device> list_devices() {
  std::vector<Device> devices;
  std::vector<cl::Platform> platforms;
  try {
    cl::Platform::get(&platforms);
  } catch (const cl::Error&) {
    return devices;  // the loader reports "no platform" as an error
  }
  for (const cl::Platform& platform : platforms) {
    std::vector<cl::Device> handles;
    try {
      platform.getDevices(CL_DEVICE_TYPE_ALL, &handles);
    } catch (const cl::Error&) {
      continue;  // a platform without a device
    }
    for (const cl::Device& handle : handles)
      devices.push_back(describe(platform, handle, static_cast<int>(devices.size())));
  }
  return devices;
}

std::vector<Device> devices_called(const std::vector<Device>& devices, const std::string& part) {
  std::vector<Device> matches;
  for (const Device& d : devices)
    if (lower(d.name + '\n' + d.platform + '\n' + d.platform_short).find(lower(part)) !=
        std::string::npos)
      matches.push_back(d);
  return matches;
}

Device choose_device(const std::string& wanted, bool needs_double) {
  return choose_device(list_devices(), wanted, needs_double);
}

Device choose_device(const std::vector<Device>& devices, const std::string& wanted,
                     bool needs_double) {
  if (devices.empty()) throw no_device_found();
  if (wanted.empty() || wanted == "auto") return best_device(devices, needs_double);
  int index = 0;
  const char* const end = wanted.data() + wanted.size();
  if (const auto [stop, error] = std::from_chars(wanted.data(), end, index); stop == end) {
    if (error != std::errc() || index < 0 || index >= static_cast<int>(devices.size()))
      throw Error(ExitStatus::bad_input, fmt::format("there is no device {}; there are {}",
                                                     shown(wanted), listed(devices)));
    return usable_or_error(devices[index], needs_double);
  }
  const std::vector<Device> matches = devices_called(devices, wanted);
  if (matches.size() == 1) return usable_or_error(matches[0], needs_double);
  if (matches.empty())
    throw Error(ExitStatus::bad_input, fmt::format("no device matches '{}'; there are {}",
                                                   shown(wanted), listed(devices)));
  throw Error(ExitStatus::bad_input,
              fmt::format("'{}' matches several devices: {}; give an index or "
                          "more of the name",
                          shown(wanted), listed(matches)));
}

namespace {
bool fits(const MemoryNeed& need, const Device& device) {
  return need.all <= device.memory && need.largest_array <= device.largest_buffer;
}

// The largest part of a case that fits.
double fitting_part(const Device& device, const std::function<MemoryNeed(double part)>& need) {
  double fitting = 0, too_much = 1;
  for (int k = 0; k < 30; ++k) {
    const double part = 0.5 * (fitting + too_much);
    (fits(need(part), device) ? fitting : too_much) = part;
  }
  return fitting;
}
}  // namespace

void check_fits(const Device& device, const std::function<MemoryNeed(double part)>& need,
                const std::function<std::string(double part)>& mesh) {
  const MemoryNeed whole = need(1);
  if (fits(whole, device)) return;
  const auto what =
      whole.all > device.memory
          ? fmt::format("the case needs {:.3g} GB, '{}' has {:.3g} GB", whole.all / 1e9,
                        device.name, device.memory / 1e9)
          : fmt::format("an array of the case needs {:.3g} GB, '{}' allows {:.3g} GB in one buffer",
                        whole.largest_array / 1e9, device.name, device.largest_buffer / 1e9);
  throw Error(ExitStatus::no_device,
              fmt::format("{}: the largest mesh of this shape that fits has {} cells; take that, "
                          "another device or --backend serial",
                          what, mesh(fitting_part(device, need))));
}

}  // namespace slipflow::opencl
