#include "slipflow/support/machine.hpp"

#include <sched.h>
#include <sys/resource.h>
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

namespace {
constexpr double kUnlimited = std::numeric_limits<double>::infinity();

double free_memory() {
  std::ifstream in("/proc/meminfo");
  double kilobytes = 0;
  bool known = false;
  for (std::string name, unit; in >> name; std::getline(in, unit)) {
    double value = 0;
    in >> value;
    if (name != "MemAvailable:" && name != "SwapFree:") continue;
    known = known || name == "MemAvailable:";
    kilobytes += value;
  }
  return known ? 1024 * kilobytes : kUnlimited;
}

/// The files of a control group, by version of the kernel's interface.
struct GroupFiles {
  const char *root, *limit, *used;
  const char* cache;  ///< in memory.stat: pages of files, which the kernel gives back
};
constexpr GroupFiles kVersion1 = {"/sys/fs/cgroup/memory", "memory.limit_in_bytes",
                                  "memory.usage_in_bytes", "total_inactive_file"};
constexpr GroupFiles kVersion2 = {"/sys/fs/cgroup", "memory.max", "memory.current",
                                  "inactive_file"};

double number_in(const std::filesystem::path& file, double otherwise) {
  std::ifstream in(file);
  double number = 0;
  return in >> number ? number : otherwise;  // a limit may be "max"
}

double number_named(const std::filesystem::path& file, const std::string& wanted) {
  std::ifstream in(file);
  double number = 0;
  for (std::string name; in >> name >> number;)
    if (name == wanted) return number;
  return 0;
}

/// The least that a group and those around it leave.
double left_in_groups(const GroupFiles& files, const std::string& group) {
  const std::filesystem::path root = files.root;
  double least = kUnlimited;
  for (auto folder = root / group.substr(1);; folder = folder.parent_path()) {
    const double used =
        number_in(folder / files.used, 0) - number_named(folder / "memory.stat", files.cache);
    least = std::min(least, number_in(folder / files.limit, kUnlimited) - std::max(used, 0.0));
    if (folder == root || !folder.string().starts_with(root.string())) return least;
  }
}

double left_in_groups() {
  std::ifstream in("/proc/self/cgroup");
  double least = kUnlimited;
  for (std::string line; std::getline(in, line);) {
    const auto path = line.find(":/");
    if (path == std::string::npos) continue;
    const auto group = line.substr(path + 1);
    const auto kind = line.substr(0, path);
    if (kind == "0:") least = std::min(least, left_in_groups(kVersion2, group));
    if (kind.ends_with(":memory")) least = std::min(least, left_in_groups(kVersion1, group));
  }
  return least;
}

double address_space_left() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kUnlimited;
  double pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return static_cast<double>(limit.rlim_cur) - pages * static_cast<double>(::sysconf(_SC_PAGESIZE));
}
}  // namespace

UsableMemory usable_memory() {
  UsableMemory least{free_memory(), "free memory"};
  for (const auto& other : {UsableMemory{left_in_groups(), "control group"},
                            UsableMemory{address_space_left(), "ulimit -v"}})
    if (other.bytes < least.bytes) least = other;
  return least;
}

}  // namespace slipflow
