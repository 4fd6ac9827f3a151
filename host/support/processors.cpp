#include "slipflow/support/processors.hpp"

#include <sched.h>
#include <unistd.h>

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

int usable_processors() { return usable_processors(1); }

int usable_processors(int processes) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  const bool known = ::sched_getaffinity(0, sizeof mask, &mask) == 0;
  const int own = known ? CPU_COUNT(&mask) : static_cast<int>(std::thread::hardware_concurrency());
  // Where a launcher has bound each process to processors of its own, there are `own` for each.
  double all = std::max(own, static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN)));
  // The groups around it limit it too.
  for (auto group = control_group(); group.string().starts_with(kGroups);
       group = group.parent_path())
    all = std::min(all, std::ceil(quota_of(group)));
  return std::clamp(static_cast<int>(all / processes), 1, std::max(1, own));
}

}  // namespace slipflow
