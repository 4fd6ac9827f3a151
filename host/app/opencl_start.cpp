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

void start_opencl(const std::function<void(const std::string&)>& warn) {
  // Until the end of the process, as drivers remain loaded until then. The cache comes first: PoCL
  // looks for it in the probe already.
  static const opencl::PoclCache cache(warn);
  static std::optional<opencl::DriverProbe> probe;
  if (!probe && !program().empty()) probe.emplace(program(), warn);
}

}  // namespace slipflow::app
