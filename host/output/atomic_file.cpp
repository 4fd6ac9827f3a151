#include "atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <system_error>
#include <utility>

#include "folder_access.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::output {

namespace {
/// Renames and never replaces; 0 or the error number.
int rename_without_replacing(int from_folder, const char* from, int folder, const char* name) {
  if (::renameat2(from_folder, from, folder, name, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  // The file system does not support such a renaming: look first.
  struct stat status {};
  if (::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0) return EEXIST;
  return ::renameat(from_folder, from, folder, name) == 0 ? 0 : errno;
}
}  // namespace

void fail_to_write(const std::filesystem::path& file, const std::string& reason) {
  throw Error(ExitStatus::output_failed, "cannot write " + shown(file.string()) + ": " + reason);
}

void fail_to_write(const std::filesystem::path& file, int error) {
  fail_to_write(file, std::generic_category().message(error));
}

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

int write_all_at(int descriptor, std::string_view bytes, std::uint64_t at) {
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
    at += static_cast<std::uint64_t>(written);
  }
  return 0;
}

int skip(int descriptor, std::uint64_t bytes) {
  const off_t begin = ::lseek(descriptor, 0, SEEK_CUR);
  const auto count = static_cast<off_t>(bytes);
  if (begin < 0) return errno;
  while (count > 0 && ::fallocate(descriptor, 0, begin, count) != 0) {
    if (errno == EINTR) continue;
    if (errno != EOPNOTSUPP && errno != ENOSYS) return errno;
    break;  // this file system reserves no space
  }
  return ::lseek(descriptor, count, SEEK_CUR) < 0 ? errno : 0;
}

int flush_to_disk(int descriptor) {
  const int error = ::fsync(descriptor) == 0 ? 0 : errno;
  // Some file systems cannot flush what they hold and say EINVAL; that is not a failure to write.
  return error == EINVAL ? 0 : error;
}

std::string random_name() {
  std::uint64_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != sizeof number)
    throw Error(ExitStatus::output_failed, "the system has no random numbers");
  return fmt::format("{:016x}", number);
}

TemporaryFile::TemporaryFile(int folder, std::string name, std::filesystem::path target)
    : folder_(folder), name_(std::move(name)), target_(std::move(target)) {
  constexpr int kNew = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  file_ = Descriptor(::openat(folder_, name_.c_str(), kNew, 0666));
  if (!file_) fail_to_write(target_, errno);
}

TemporaryFile::~TemporaryFile() {
  if (file_ && !moved_) ::unlinkat(folder_, name_.c_str(), 0);
}

void TemporaryFile::write(std::string_view bytes) const {
  if (const int error = write_all(descriptor(), bytes); error != 0) fail_to_write(target_, error);
}

void TemporaryFile::write_at(std::uint64_t at, std::string_view bytes) const {
  if (const int error = write_all_at(descriptor(), bytes, at); error != 0)
    fail_to_write(target_, error);
}

std::uint64_t TemporaryFile::skip(std::uint64_t bytes) const {
  const off_t begin = ::lseek(descriptor(), 0, SEEK_CUR);
  if (const int error = output::skip(descriptor(), bytes); error != 0)
    fail_to_write(target_, error);
  return static_cast<std::uint64_t>(begin);
}

void TemporaryFile::flush() const {
  if (const int error = flush_to_disk(descriptor()); error != 0) fail_to_write(target_, error);
}

void TemporaryFile::move_to(int folder, const std::string& name, bool replaces) {
  int error = 0;
  if (!replaces)
    error = rename_without_replacing(folder_, name_.c_str(), folder, name.c_str());
  else if (::renameat(folder_, name_.c_str(), folder, name.c_str()) != 0)
    error = errno;
  if (error != 0) fail_to_write(target_, error);
  moved_ = true;
  if (error = flush_to_disk(folder); error != 0) fail_to_write(target_, error);
}

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
