#include "private_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <exception>

#include "atomic_file.hpp"
#include "folder_access.hpp"

namespace slipflow::output {

namespace fs = std::filesystem;

namespace {
/// What cannot be removed stays.
void remove_content(int folder, const fs::path& path) {
  for (const auto& name : entries_of(folder, path)) {
    if (::unlinkat(folder, name.c_str(), 0) == 0) continue;
    if (const Descriptor inside = open_folder(folder, name))
      remove_content(inside.number(), path / name);
    ::unlinkat(folder, name.c_str(), AT_REMOVEDIR);
  }
}
}  // namespace

PrivateFolder::PrivateFolder(const fs::path& target, const fs::path& shown_target)
    : name_(fmt::format(".slipflow-{}.tmp", random_name())) {
  const auto parent = target.has_parent_path() ? target.parent_path() : fs::path(".");
  path_ = parent / name_;
  parent_ = Descriptor(::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!parent_ || ::mkdirat(parent_.number(), name_.c_str(), 0700) != 0)
    fail_to_write(shown_target, errno);
  folder_ = Descriptor(
      ::openat(parent_.number(), name_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (folder_) return;
  const int error = errno;
  ::unlinkat(parent_.number(), name_.c_str(), AT_REMOVEDIR);
  fail_to_write(shown_target, error);
}

PrivateFolder::~PrivateFolder() {
  try {
    remove_content(folder_.number(), path_);
  } catch (const std::exception&) {
    // The result, or the reason why there is none, counts more than remaining files.
  }
  ::unlinkat(parent_.number(), name_.c_str(), AT_REMOVEDIR);
}

}  // namespace slipflow::output
