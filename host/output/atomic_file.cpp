#include "atomic_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "slipflow/support/error.hpp"

namespace slipflow::output {

namespace {

/// Flushes a file or folder to disk; 0 or the error number.
int flush_to_disk(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return errno;
  const int error = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  // Some file systems cannot flush what they hold and say EINVAL; that is no failure to write.
  return error == EINVAL ? 0 : error;
}

}  // namespace

void fail_to_write(const std::filesystem::path& file, const std::string& reason) {
  throw Error(ExitStatus::output_failed, "cannot write " + file.string() + ": " + reason);
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

int open_new(const std::filesystem::path& file, const std::filesystem::path& target) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) fail_to_write(target, std::generic_category().message(errno));
  return descriptor;
}

TemporaryFile::TemporaryFile(std::filesystem::path target)
    : target_(std::move(target)), path_(target_) {
  path_ += ".tmp";
}

TemporaryFile::~TemporaryFile() {
  std::error_code ignored;
  if (!moved_) std::filesystem::remove(path_, ignored);
}

void TemporaryFile::move_into_place() {
  int error = flush_to_disk(path_);
  if (error == 0 && ::rename(path_.c_str(), target_.c_str()) != 0) error = errno;
  if (error != 0) fail_to_write(target_, std::generic_category().message(error));
  moved_ = true;
  const auto folder = target_.has_parent_path() ? target_.parent_path() : ".";
  error = flush_to_disk(folder);
  if (error != 0) fail_to_write(target_, std::generic_category().message(error));
}

}  // namespace slipflow::output
