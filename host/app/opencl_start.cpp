#include "opencl_start.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <optional>

#include "command_line.hpp"
#include "slipflow/opencl/driver_probe.hpp"
#include "slipflow/opencl/pocl_cache.hpp"
#include "slipflow/support/foreign_text.hpp"

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

namespace {
[[noreturn]] void end_at_once(const Error& error) {
  print_error(error.what());
  std::fflush(stdout);
  std::_Exit(static_cast<int>(
      error.status()));  // releasing the resources of a hanging device would wait for it
}
}  // namespace

DeviceLimit::DeviceLimit(double seconds)
    : limit_(std::chrono::duration<double>(seconds), end_at_once) {}

DeviceLimit::DeviceLimit(double seconds, std::function<Error(const Error&)> prepare)
    : limit_(std::chrono::duration<double>(seconds),
             [prepare = std::move(prepare)](const Error& error) { end_at_once(prepare(error)); }) {}

Error with_checkpoint(const Error& error, const std::filesystem::path& newest) {
  return {error.status(),
          newest.empty()
              ? fmt::format("{}; no checkpoint was written before", error.what())
              : fmt::format("{}; the last checkpoint is {}", error.what(), shown(newest.string()))};
}

}  // namespace slipflow::app
