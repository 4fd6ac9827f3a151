#include "slipflow/support/checked_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <sstream>
#include <vector>

#include "slipflow/support/input_file.hpp"

namespace slipflow {

namespace {
namespace fs = std::filesystem;

// Every start reads the whole folder: a quarter of a second for this much.
constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;
constexpr const char* kLockName = ".lock";

/// Everything below the folder that is not itself a folder, except the lock. An empty file counts:
/// a power cut leaves one in place of a kernel, and PoCL aborts when it loads that.
std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    std::error_code none;
    const bool is_lock = at.depth() == 0 && at->path().filename() == kLockName;
    if (!is_lock && (at->is_symlink(none) || !at->is_directory(none))) files.push_back(at->path());
  }
  return files;
}

std::uint64_t bytes_of(const fs::path& file) {
  std::error_code none;
  const auto bytes = fs::file_size(file, none);
  return none ? 0 : bytes;
}

std::string digest_of_file(const fs::path& file) {
  InputFile in(file);
  return digest_of(in.text(kMostBytes));
}

void remove_file(const fs::path& file) {
  std::error_code ignored;
  fs::remove(file, ignored);
}
}  // namespace

CheckedFolder::CheckedFolder(fs::path folder, UserCache records)
    : folder_(std::move(folder)), records_(std::move(records)) {
  const auto file = folder_ / kLockName;
  lock_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  const bool alone = lock(LOCK_EX | LOCK_NB);
  if (alone) remove_if_large();
  check(alone);
  lock(LOCK_SH);
}

CheckedFolder::~CheckedFolder() {
  if (lock_ >= 0) ::close(lock_);
}

bool CheckedFolder::lock(int operation) const {
  return lock_ >= 0 && ::flock(lock_, operation) == 0;
}

/// Reads the record; false if it is damaged. Having no record is fine.
bool CheckedFolder::read_record() {
  const auto entry = records_.find(folder_.string());
  std::istringstream lines(entry.bytes);
  lines.exceptions(std::ios::badbit);  // out of memory is not the end of the text
  File file;
  for (std::string path;
       lines >> file.bytes >> file.digest && lines.get() && std::getline(lines, path);)
    recorded_[path] = file;
  return entry.state != CacheEntry::State::damaged;
}

void CheckedFolder::check(bool alone) {
  bool damage = !read_record();
  Files whole;
  for (const auto& path : files_below(folder_)) {
    const auto known = recorded_.find(path.lexically_relative(folder_).string());
    const bool is_known = known != recorded_.end();
    if (is_known && !fs::is_symlink(path) && known->second.bytes == bytes_of(path) &&
        known->second.digest == digest_of_file(path)) {
      whole.insert(*known);
      continue;
    }
    damage = damage || is_known;
    if (alone) remove_file(path);
  }
  recorded_ = std::move(whole);
  if (damage) state_ = alone ? State::repaired : State::damaged;
}

void CheckedFolder::remove_if_large() const {
  std::uint64_t bytes = 0;
  const auto files = files_below(folder_);
  for (const auto& file : files) bytes += bytes_of(file);
  if (bytes > kMostBytes)
    for (const auto& file : files) remove_file(file);
}

void CheckedFolder::record() {
  Files files;
  for (const auto& path : files_below(folder_)) {
    const auto name = path.lexically_relative(folder_).string();
    const auto known = recorded_.find(name);
    const auto bytes = bytes_of(path);
    if (name.find('\n') != std::string::npos) continue;
    files[name] = known != recorded_.end() && known->second.bytes == bytes
                      ? known->second
                      : File{bytes, digest_of_file(path)};
  }
  if (files == recorded_ && state_ == State::good) return;
  std::string lines;
  for (const auto& [name, file] : files)
    lines += fmt::format("{} {} {}\n", file.bytes, file.digest, name);
  if (records_.store(folder_.string(), lines)) recorded_ = std::move(files);
}

}  // namespace slipflow
