#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "command_table.hpp"
#include "methods.hpp"
#include "opencl_start.hpp"
#include "slipflow/methods/tested_device.hpp"
#include "slipflow/opencl/device_address.hpp"
#include "slipflow/parallel/agree.hpp"
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
    if (auto fault = methods::find_device_fault(method, device, {precision})) return fault;
  return std::nullopt;
}

/// The devices of this process, at least one. Throws Error(no_device), which says what to install.
std::vector<opencl::Device> devices_here(const parallel::Team& team) {
  Log log;
  start_opencl([&](const std::string& text) { log.warn(by_rank(team, text)); });
  auto devices = opencl::list_devices();
  if (devices.empty()) opencl::choose_device(devices, "auto");
  return devices;
}

void print_device(const opencl::Device& d) {
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

constexpr const char* kRow = "{:<16} {:>5} {:>7}  {:<36} {}\n";

/// A row for each device of this rank, or why it has none.
std::pair<ExitStatus, std::string> rows_of(const parallel::Team& team) {
  try {
    std::string rows;
    for (const auto& d : devices_here(team))
      rows += fmt::format(kRow, team.host(), team.rank(), d.index, d.name, opencl::address_of(d));
    return {ExitStatus::done, rows};
  } catch (const Error& error) {
    return {error.status(), fmt::format(kRow, team.host(), team.rank(), "-", error.what(), "")};
  }
}

/// Rank 0 prints the devices of all ranks. Without the self-test, which ranks of one host would
/// run on the same devices at the same time.
int print_devices_of(parallel::Team& team) {
  const auto [status, rows] = rows_of(team);
  std::string table = fmt::format(kRow, "host", "rank", "device", "name", "address");
  for (int rank = 0; rank < team.size(); ++rank) table += text_of(team, rank, rows);
  if (team.rank() == 0) fmt::print("{}", table);
  auto worst = static_cast<std::uint64_t>(status);
  team.maximum({&worst, 1});
  return static_cast<int>(worst);
}
}  // namespace

CommandLine devices_line() {
  boost::program_options::options_description options("Options");
  add_no_mpi(options);
  return {
      options,
      "",
      {"slipflow devices",
       "Lists every OpenCL device and tests whether it computes correctly. Under a launcher such\n"
       "as mpirun, lists the devices of each rank with their addresses, without the test.",
       "slipflow devices"}};
}

int devices_command(const Call& call) {
  if (call.team.size() > 1) return print_devices_of(call.team);
  const auto devices = devices_here(call.team);
  for (const auto& device : devices) print_device(device);
  if (std::ranges::none_of(devices, &opencl::Device::gpu))
    fmt::print(
        "There is no GPU: slipflow run takes a CPU device or --backend threads, by the case\n");
  if (const char* folder = std::getenv("POCL_CACHE_DIR"))
    fmt::print("PoCL keeps compiled kernels in {}\n", shown(folder));
  return 0;
}

}  // namespace slipflow::app
