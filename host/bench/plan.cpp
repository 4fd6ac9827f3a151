#include "plan.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <tuple>

namespace slipflow::bench {

namespace {
using setup::KernelSet;
using simple_ts::OpenClOptions;

// The part of a machine's memory that may be taken: the rest is for what else runs there.
constexpr double kPartOfMemory = 0.9;

std::vector<int> rows_of(const Options& options, const simple_ts::Case& c) {
  std::vector<int> rows = options.rows;
  const int ny = c.mesh.y.cells();
  if (options.half_the_rows) rows.push_back((ny + 1) / 2);
  // Nothing is higher than the mesh with the faces of its far side.
  for (int& n : rows) n = std::min(n, ny + 1);
  return rows;
}

bool same_launch(const OpenClOptions& a, const OpenClOptions& b) {
  return std::tuple(a.kernels, a.work_group_size, a.rows) ==
         std::tuple(b.kernels, b.work_group_size, b.rows);
}

}  // namespace

double state_bytes(const simple_ts::Case& c) {
  return 2 * 4 * sizeof(double) * static_cast<double>(c.mesh.layout().size());
}

std::vector<OpenClOptions> launches_of(const Options& options, const simple_ts::Case& c,
                                       const opencl::Device& device) {
  std::vector<OpenClOptions> launches;
  for (const KernelSet kernels : options.kernels)
    for (const int size : options.work_group_sizes)
      for (const int rows : rows_of(options, c)) {
        OpenClOptions given{options.parity, kernels, size, rows};
        if (options.tuned) given = options.tuned(c, device, given);
        const auto launch = simple_ts::resolve_options(c, device, given);
        const bool known = std::any_of(launches.begin(), launches.end(),
                                       [&](const auto& l) { return same_launch(l, launch); });
        if (!known) launches.push_back(launch);
      }
  return launches;
}

bool host_has(double bytes) {
  return bytes < kPartOfMemory * static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                     static_cast<double>(sysconf(_SC_PAGE_SIZE));
}

std::string obstacle(const simple_ts::Case& c, const opencl::Device& device) {
  const double needed = simple_ts::device_bytes(c);
  if (needed > device.memory)
    return fmt::format("it needs {:.2f} GB of device memory, there are {:.2f} GB", needed / 1e9,
                       device.memory / 1e9);
  const double on_host = state_bytes(c) + (device.cpu ? needed : 0);
  if (!host_has(on_host))
    return fmt::format("it needs {:.2f} GB of this machine's memory", on_host / 1e9);
  return "";
}

}  // namespace slipflow::bench
