#include "slipflow/support/user_cache.hpp"

#include <fmt/format.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <system_error>

#include "slipflow/support/checksum.hpp"
#include "slipflow/support/input_file.hpp"

namespace slipflow {

namespace {
// Far above the size of a compiled kernel.
constexpr std::uint64_t kLargestEntry = std::uint64_t{1} << 30;

/// $HOME, or where that is not set, as in some services, the folder in the user database.
std::filesystem::path home() {
  if (const char* value = std::getenv("HOME"); value && *value) return value;
  const passwd* const user = ::getpwuid(::geteuid());
  return user && user->pw_dir ? user->pw_dir : "";
}

bool is_users_own(const std::filesystem::path& directory) {
  struct stat status {};
  return ::stat(directory.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

void create(const std::filesystem::path& directory) {
  std::error_code error;
  if (!directory.empty()) std::filesystem::create_directories(directory.parent_path(), error);
  ::mkdir(directory.c_str(), 0700);  // an existing one keeps its mode: is_users_own()
}

// The text of the file; empty if it cannot be read.
std::string text_of(const std::filesystem::path& file) {
  InputFile in(file);
  return in.text(kLargestEntry);
}
}  // namespace

std::string digest_of(const std::string& text) { return fmt::format("{:016x}", checksum_of(text)); }

std::filesystem::path UserCache::users_folder() {
  const auto from = [](const char* name) -> std::filesystem::path {
    const char* value = std::getenv(name);
    return value ? value : "";
  };
  if (auto own = from("SLIPFLOW_CACHE_DIR"); !own.empty()) return own;
  if (const auto cache = from("XDG_CACHE_HOME"); !cache.empty()) return cache / "slipflow";
  return home().empty() ? "" : home() / ".cache" / "slipflow";
}

UserCache UserCache::of_user(std::string kind) { return {users_folder(), std::move(kind)}; }

std::string create_private_folder(const std::filesystem::path& folder) {
  if (folder.empty()) return "no home directory is known";
  create(folder.parent_path());
  errno = 0;
  struct stat status {};
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
    return std::generic_category().message(errno);
  if (::lstat(folder.c_str(), &status) != 0) return std::generic_category().message(errno);
  if (!S_ISDIR(status.st_mode)) return "is not a directory";
  if (status.st_uid != ::geteuid() || !is_users_own(folder.parent_path()))
    return "belongs to another user, or others may write to it";
  if ((status.st_mode & 0777) != 0700) return "its mode is not 0700";
  return "";
}

UserCache::UserCache(std::filesystem::path directory, std::string kind)
    : directory_(std::move(directory)), kind_(std::move(kind)) {}

std::filesystem::path UserCache::file_of(const std::string& key) const {
  return directory_ / fmt::format("{}.{}", digest_of(key), kind_);
}

// The header that precedes the bytes: their checksum and the key in full.
std::string UserCache::header(const std::string& key, const std::string& bytes) const {
  return fmt::format("slipflow {} 1\n{}\n{}\n{}\n", kind_, digest_of(bytes), key.size(), key);
}

CacheEntry UserCache::find(const std::string& key) const {
  using State = CacheEntry::State;
  std::error_code ignored;
  if (!is_users_own(directory_) || !std::filesystem::exists(file_of(key), ignored))
    return {State::absent, ""};
  const std::string all = text_of(file_of(key));
  const std::size_t before = header(key, "").size();
  if (all.size() <= before) return {State::damaged, ""};
  const std::string bytes = all.substr(before);
  if (all.compare(0, before, header(key, bytes)) != 0) return {State::damaged, ""};
  return {State::good, bytes};
}

bool UserCache::store(const std::string& key, const std::string& bytes) const {
  create(directory_);
  if (!is_users_own(directory_)) return false;
  const auto file = file_of(key);
  const auto temporary = fmt::format("{}.{}", file.string(), ::getpid());
  std::ofstream out(temporary, std::ios::binary);
  out << header(key, bytes) << bytes;
  out.close();
  std::error_code error;
  if (out) std::filesystem::rename(temporary, file, error);
  if (out && !error) return true;
  std::filesystem::remove(temporary, error);
  return false;
}

}  // namespace slipflow
