#include "slipflow/support/processors.hpp"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <thread>

namespace slipflow {

namespace {
constexpr const char* kGroups = "/sys/fs/cgroup";

// The folder of the process's control group of version 2; empty where there is none.
std::filesystem::path control_group() {
  std::ifstream in("/proc/self/cgroup");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("0::/")) return kGroups + line.substr(3);
  return {};
}

// Processors' worth of time that a control group may use; infinite without a limit.
double quota_of(const std::filesystem::path& group) {
  std::ifstream in(group / "cpu.max");
  std::string quota;
  double period = 0;
  if (!(in >> quota >> period) || quota == "max" || !(period > 0))
    return std::numeric_limits<double>::infinity();
  return std::strtod(quota.c_str(), nullptr) / period;
}
}  // namespace

int usable_processors() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  const bool known = ::sched_getaffinity(0, sizeof mask, &mask) == 0;
  double processors = known ? CPU_COUNT(&mask) : std::thread::hardware_concurrency();
  // The groups around it limit it too.
  for (auto group = control_group(); group.string().starts_with(kGroups);
       group = group.parent_path())
    processors = std::min(processors, std::ceil(quota_of(group)));
  return std::max(1, static_cast<int>(processors));
}

}  // namespace slipflow
