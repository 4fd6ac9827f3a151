#include "slipflow/opencl/pocl_cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "slipflow/support/foreign_text.hpp"

namespace slipflow::opencl {

namespace {
namespace fs = std::filesystem;

constexpr const char* kVariable = "POCL_CACHE_DIR";
// Sixteen times what the kernels of a case take.
constexpr off_t kRoom = 16 << 20;

std::string reason_of(int error) { return std::generic_category().message(error); }

/// Why PoCL could not keep kernels in the folder, which exists; empty when it can.
std::string reason_against(const fs::path& folder) {
  struct statvfs system {};
  // PoCL loads what it has compiled as a library.
  if (::statvfs(folder.c_str(), &system) == 0 && (system.f_flag & ST_NOEXEC))
    return "its file system is mounted noexec";
  std::string name = (folder / "room-XXXXXX").string();
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) return reason_of(errno);
  const int error = ::fallocate(file, 0, 0, kRoom) == 0 ? 0 : errno;
  ::close(file);
  ::unlink(name.c_str());
  const bool is_full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  return is_full ? reason_of(error) : "";  // not every file system knows fallocate
}

/// The reason against the folder that POCL_CACHE_DIR names, which PoCL would make.
std::string reason_against_given(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  return error ? error.message() : reason_against(folder);
}

void use(const fs::path& folder) { ::setenv(kVariable, folder.c_str(), 1); }
}  // namespace

/// Why the user's folder cannot be used, or nothing.
std::string PoclCache::open_users() {
  const auto cache = UserCache::users_folder();
  const auto folder = cache.empty() ? cache : cache / "pocl";
  if (auto reason = create_private_folder(folder); !reason.empty()) return reason;
  checked_.emplace(folder, UserCache::of_user("pocl"));
  if (checked_->state() == CheckedFolder::State::damaged)
    return "files in it are damaged, and another run uses it";
  if (auto reason = reason_against(folder); !reason.empty()) return reason;
  use(folder);
  return "";
}

/// What is used instead, as the end of a sentence.
std::string PoclCache::open_private() {
  std::error_code none;
  for (const auto& parent : {fs::temp_directory_path(none), fs::path("/dev/shm")}) {
    private_.emplace(parent, "slipflow-pocl-");
    if (private_->path().empty() || !reason_against(private_->path()).empty()) continue;
    use(private_->path());
    return "compiled kernels are not kept";
  }
  private_.reset();
  use("/dev/null/pocl");  // where nobody can put anything: PoCL then says that it cannot compile
  return "and there is no other place for compiled kernels";
}

PoclCache::PoclCache(const std::function<void(const std::string&)>& warn) {
  const char* const variable = std::getenv(kVariable);
  const std::string given = variable ? variable : "";
  const auto reason = given.empty() ? open_users() : reason_against_given(given);
  const auto folder = shown(given.empty() ? (UserCache::users_folder() / "pocl").string() : given);
  if (!reason.empty()) {
    checked_.reset();
    warn(fmt::format("the cache of compiled kernels {} cannot be used ({}): {}", folder, reason,
                     open_private()));
  } else if (checked_ && checked_->state() == CheckedFolder::State::repaired) {
    warn(
        fmt::format("files in the cache of compiled kernels {} were damaged: they are removed, and "
                    "the kernels built again",
                    folder));
  }
}

PoclCache::~PoclCache() {
  if (checked_) checked_->record();
}

}  // namespace slipflow::opencl
