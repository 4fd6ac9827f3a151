#include "manifest.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "atomic_file.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::output {

namespace {
namespace fs = std::filesystem;

Error unusable(const fs::path& path, const std::string& why) {
  return {ExitStatus::bad_input,
          fmt::format("{}, the list of what slipflow has written, {}: take another --output",
                      shown(path.string()), why)};
}

/// A file of the folder, or of a folder in it: a forged list can name nothing outside.
bool is_name(const std::string& line) {
  if (line.empty() || line.front() == '/' || line.find('\0') != std::string::npos) return false;
  const fs::path path(line);
  return std::distance(path.begin(), path.end()) <= 2 &&
         std::none_of(path.begin(), path.end(),
                      [](const fs::path& part) { return part == "." || part == ".."; });
}

/// Its owner is the user of the program, or the owner of the folder.
bool is_ours(const struct stat& file, int folder) {
  struct stat around {};
  return file.st_uid == ::geteuid() ||
         (::fstat(folder, &around) == 0 && file.st_uid == around.st_uid);
}
}  // namespace

Manifest::Manifest(Descriptor file, fs::path path)
    : file_(std::move(file)), path_(std::move(path)) {}

std::optional<Manifest> Manifest::in(int folder, const fs::path& path) {
  constexpr int kOld = O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  const fs::path file_name = path / kName;
  Descriptor file(::openat(folder, kName, kOld));
  if (!file && errno == ENOENT) return std::nullopt;
  if (!file && errno == ELOOP) throw unusable(file_name, "is a symbolic link");
  if (!file)
    throw unusable(file_name, "cannot be opened: " + std::generic_category().message(errno));
  struct stat status {};
  if (::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_nlink != 1)
    throw unusable(file_name, "is not a regular file with one name");
  if (!is_ours(status, folder)) throw unusable(file_name, "belongs to another user");
  Manifest manifest(std::move(file), file_name);
  manifest.read();
  return manifest;
}

Manifest Manifest::make(int folder, const fs::path& path) {
  constexpr int kNew = O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  Manifest manifest(Descriptor(::openat(folder, kName, kNew, 0666)), path / kName);
  if (!manifest.file_) fail_to_write(manifest.path_, errno);
  if (const int error = flush_to_disk(folder); error != 0) fail_to_write(manifest.path_, error);
  return manifest;
}

void Manifest::read() {
  std::array<char, 1 << 16> piece{};
  std::string line;
  off_t at = 0, end_of_lines = 0;
  for (ssize_t n = 0; (n = ::pread(file_.number(), piece.data(), piece.size(), at)) != 0; at += n) {
    if (n < 0) throw unusable(path_, "cannot be read: " + std::generic_category().message(errno));
    for (ssize_t k = 0; k < n; ++k) {
      if (piece[static_cast<std::size_t>(k)] != '\n') {
        // No name is that long: the rest of such a line is skipped, and the line ignored.
        if (line.size() <= std::size_t{2} * FILENAME_MAX)
          line += piece[static_cast<std::size_t>(k)];
        continue;
      }
      if (is_name(line) && line.size() <= FILENAME_MAX) names_.insert(line);
      line.clear();
      end_of_lines = at + k + 1;
    }
  }
  if (end_of_lines < at && ::ftruncate(file_.number(), end_of_lines) != 0)
    fail_to_write(path_, errno);
}

void Manifest::add(const std::vector<std::string>& names) {
  std::string lines;
  for (const auto& name : names) {
    if (!is_name(name) || name.find('\n') != std::string::npos)
      throw Error(ExitStatus::internal_error, fmt::format("a result named '{}'", name));
    if (!has(name)) lines += name + '\n';
  }
  if (lines.empty()) return;
  int error = write_all(file_.number(), lines);
  if (error == 0) error = flush_to_disk(file_.number());
  if (error != 0) fail_to_write(path_, error);
  names_.insert(names.begin(), names.end());
}

}  // namespace slipflow::output
