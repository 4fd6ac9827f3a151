#include "opencl_start.hpp"

#include <optional>

#include "slipflow/opencl/driver_probe.hpp"
#include "slipflow/opencl/pocl_cache.hpp"

namespace slipflow::app {

namespace {
std::filesystem::path& program() {
  static std::filesystem::path file;
  return file;
}
}  // namespace

void set_program(const std::filesystem::path& file) { program() = file; }

const std::filesystem::path& program_file() { return program(); }

void start_opencl(const std::function<void(const std::string&)>& warn) {
  // Both live until the end of the process, because drivers remain loaded. The cache comes first:
  // PoCL already uses it in the probe.
  static const opencl::PoclCache cache(warn);
  static std::optional<opencl::DriverProbe> probe;
  if (!probe && !program().empty()) probe.emplace(program(), warn);
}

}  // namespace slipflow::app
