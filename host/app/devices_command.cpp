#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "command_line.hpp"
#include "methods.hpp"
#include "opencl_start.hpp"
#include "slipflow/methods/tested_device.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/log.hpp"

namespace slipflow::app {

namespace {
// With the kernels of any method, in double precision if the device has it.
std::optional<Error> find_fault(const opencl::Device& device) {
  const auto precision =
      device.double_precision ? setup::Precision::in_double : setup::Precision::in_single;
  for (const auto& method : all_methods())
    if (auto fault = methods::find_device_fault(method, device, precision)) return fault;
  return std::nullopt;
}
}  // namespace

int devices_command(const std::vector<std::string>& arguments) {
  const auto values = parse_command(
      arguments, boost::program_options::options_description("Options"), "",
      {"slipflow devices", "Lists every OpenCL device and tests whether it computes correctly.",
       "slipflow devices"});
  if (!values) return 0;
  Log log;
  start_opencl([&log](const std::string& text) { log.warn(text); });
  const auto devices = opencl::list_devices();
  if (devices.empty()) {
    opencl::choose_device(devices, "auto");  // its error says what to install
    return static_cast<int>(ExitStatus::no_device);
  }
  for (const auto& d : devices) {
    fmt::print("{}  {}\n", d.index, d.name);
    fmt::print("   platform          {}, driver {}\n", d.platform, d.driver);
    fmt::print("   kind              {}, {} compute units, work-groups up to {}\n",
               d.gpu   ? "GPU"
               : d.cpu ? "CPU"
                       : "other",
               d.compute_units, d.largest_work_group);
    fmt::print("   memory            {:.2f} GB, {:.2f} GB in one buffer, {:.0f} KiB local\n",
               d.memory / 1e9, d.largest_buffer / 1e9, d.local_memory / 1024);
    fmt::print("   double precision  {}\n",
               d.double_precision ? "yes" : "no: only for run.precision = single");
    const auto begin = std::chrono::steady_clock::now();
    const auto fault = find_fault(d);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    fmt::print("   self-test         {}\n", fault ? fmt::format("failed: {}", fault->what())
                                                  : fmt::format("passed in {:.2f} s", seconds));
    std::fflush(stdout);
  }
  if (const char* folder = std::getenv("POCL_CACHE_DIR"))
    fmt::print("PoCL keeps compiled kernels in {}\n", shown(folder));
  return 0;
}

}  // namespace slipflow::app
