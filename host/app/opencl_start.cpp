#include "opencl_start.hpp"

#include <optional>

#include "slipflow/opencl/driver_probe.hpp"
#include "slipflow/opencl/pocl_cache.hpp"

namespace slipflow::app {

std::filesystem::path& program_file() {
  static std::filesystem::path file;
  return file;
}

void start_opencl(const std::function<void(const std::string&)>& warn) {
  // Both live until the end of the process, because drivers remain loaded. The cache comes first:
  // PoCL already uses it in the probe.
  static const opencl::PoclCache cache(warn);
  static std::optional<opencl::DriverProbe> probe;
  if (!probe && !program_file().empty()) probe.emplace(program_file(), warn);
}

}  // namespace slipflow::app
