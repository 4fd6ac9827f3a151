#include "slipflow/support/usable_memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>

namespace slipflow {

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

/// The least limit of a group and of those around it.
double limit_of_groups(const std::filesystem::path& root, const std::string& group,
                       const char* file) {
  double least = kUnlimited;
  for (auto folder = root / group.substr(1);; folder = folder.parent_path()) {
    std::ifstream in(folder / file);
    if (double bytes = 0; in >> bytes && bytes < least) least = bytes;  // not "max"
    if (folder == root || !folder.string().starts_with(root.string())) return least;
  }
}

double limit_of_groups() {
  std::ifstream in("/proc/self/cgroup");
  double least = kUnlimited;
  for (std::string line; std::getline(in, line);) {
    const auto path = line.find(":/");
    if (path == std::string::npos) continue;
    const auto group = line.substr(path + 1);
    const auto kind = line.substr(0, path);
    if (kind == "0:")
      least = std::min(least, limit_of_groups("/sys/fs/cgroup", group, "memory.max"));
    if (kind.ends_with(":memory"))
      least =
          std::min(least, limit_of_groups("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes"));
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
  for (const auto& other : {UsableMemory{limit_of_groups(), "control group"},
                            UsableMemory{address_space_left(), "ulimit -v"}})
    if (other.bytes < least.bytes) least = other;
  return least;
}

}  // namespace slipflow
