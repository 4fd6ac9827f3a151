#include "slipflow/opencl/driver_probe.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <vector>

#include "slipflow/opencl/device.hpp"
#include "slipflow/support/child_programs.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/user_cache.hpp"

namespace slipflow::opencl {

namespace {
namespace fs = std::filesystem;

// Drivers of many GPUs take some ten seconds to start where nothing keeps them ready.
constexpr std::chrono::seconds kLimit{60};

// Where the loaders of Debian (ocl-icd) and of Khronos look for driver files.
constexpr const char* kVariables[] = {"OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH"};
constexpr const char* kUsualFolder = "/etc/OpenCL/vendors";

fs::path vendors() {
  for (const char* variable : kVariables)
    if (const char* value = std::getenv(variable); value && *value) return value;
  return kUsualFolder;
}

std::vector<fs::path> driver_files() {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(vendors(), error), end; !error && at != end; at.increment(error))
    if (at->path().extension() == ".icd") files.push_back(at->path());
  std::sort(files.begin(), files.end());
  return files;
}

/// Changes whenever a driver file does.
std::string state_of(const std::vector<fs::path>& files) {
  std::string text = vendors().string() + '\n';
  for (const auto& file : files) {
    struct stat status {};
    ::stat(file.c_str(), &status);
    text += fmt::format("{} {} {} {}.{}\n", file.string(), status.st_ino, status.st_size,
                        status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
  }
  return text;
}

std::string host() {
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

bool is_regular(const fs::path& file) {
  std::error_code error;  // the loader would wait for a pipe
  return fs::is_regular_file(file, error);
}

ChildEnd end_of_drivers(const fs::path& program, const fs::path& folder) {
  return end_of_child(program, kProbeArgument,
                      {{kVariables[0], folder.string()}, {kVariables[1], folder.string()}}, kLimit);
}

/// Why the driver cannot be loaded; empty when it can.
std::string fault_of(const fs::path& program, const fs::path& file) {
  if (!is_regular(file)) return "is not a regular file";
  const PrivateFolder alone(fs::temp_directory_path(), "slipflow-driver-");
  fs::create_symlink(file, alone.path() / file.filename());
  switch (end_of_drivers(program, alone.path())) {
    case ChildEnd::crashed:
      return "crashes the OpenCL loader";
    case ChildEnd::hung:
      return "names a driver that does not return when it is loaded";
    case ChildEnd::exited:
      break;
  }
  return "";
}
}  // namespace

int answer_probe() {
  list_devices();
  return 0;
}

void DriverProbe::leave_out_bad_files(const fs::path& program, const Warn& warn) {
  good_.emplace(fs::temp_directory_path(), "slipflow-drivers-");
  bool found = false;
  for (const auto& file : driver_files()) {
    const auto fault = fault_of(program, file);
    if (fault.empty()) {
      fs::create_symlink(fs::absolute(file), good_->path() / file.filename());
      continue;
    }
    found = true;
    warn(fmt::format("{} {}: it is left out; repair or remove it", shown(file.string()), fault));
  }
  if (!found)
    throw Error(ExitStatus::no_device,
                fmt::format("the OpenCL drivers of {} cannot be loaded (the loader crashes or does "
                            "not return): name the folder of others in OCL_ICD_VENDORS, or use "
                            "--backend serial",
                            shown(vendors().string())));
  for (const char* variable : kVariables) ::setenv(variable, good_->path().c_str(), 1);
}

DriverProbe::DriverProbe(const fs::path& program, const Warn& warn) {
  const auto files = driver_files();
  const auto state = state_of(files);
  const auto loaded = UserCache::of_user("drivers");  // a home directory may serve many hosts
  if (loaded.find(host()).bytes == state) return;
  if (std::all_of(files.begin(), files.end(), is_regular) &&
      end_of_child(program, kProbeArgument, {}, kLimit) == ChildEnd::exited)
    loaded.store(host(), state);
  else
    leave_out_bad_files(program, warn);
}

}  // namespace slipflow::opencl
