#include "slipflow/support/user_cache.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>

#include "slipflow/support/input_file.hpp"

namespace slipflow {

namespace {
// Far above the size of a compiled kernel.
constexpr std::uint64_t kLargestEntry = std::uint64_t{1} << 30;

std::filesystem::path users_folder() {
  const auto from = [](const char* name) -> std::filesystem::path {
    const char* value = std::getenv(name);
    return value ? value : "";
  };
  if (const auto own = from("SLIPFLOW_CACHE_DIR"); !own.empty()) return own;
  if (const auto cache = from("XDG_CACHE_HOME"); !cache.empty()) return cache / "slipflow";
  if (const auto home = from("HOME"); !home.empty()) return home / ".cache" / "slipflow";
  return {};
}

bool is_users_own(const std::filesystem::path& directory) {
  struct stat status {};
  return ::stat(directory.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// Empty for what is no file that can be read.
std::string text_of(const std::filesystem::path& file) {
  InputFile in(file);
  return in.text(kLargestEntry);
}
}  // namespace

// FNV-1a.
std::string digest_of(const std::string& text) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return fmt::format("{:016x}", h);
}

UserCache UserCache::of_user(std::string kind) {
  return {users_folder(), std::move(kind)};
}

UserCache::UserCache(std::filesystem::path directory, std::string kind)
    : directory_(std::move(directory)), kind_(std::move(kind)) {}

std::filesystem::path UserCache::file_of(const std::string& key) const {
  return directory_ / fmt::format("{}.{}", digest_of(key), kind_);
}

// What stands before the bytes: their checksum and the key in full.
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
  std::error_code error;
  if (!directory_.empty()) std::filesystem::create_directories(directory_.parent_path(), error);
  ::mkdir(directory_.c_str(), 0700);  // an existing one is judged as it is
  if (!is_users_own(directory_)) return false;
  const auto file = file_of(key);
  const auto temporary = fmt::format("{}.{}", file.string(), ::getpid());
  std::ofstream out(temporary, std::ios::binary);
  out << header(key, bytes) << bytes;
  out.close();
  error.clear();
  if (out) std::filesystem::rename(temporary, file, error);
  if (out && !error) return true;
  std::filesystem::remove(temporary, error);
  return false;
}

}  // namespace slipflow
