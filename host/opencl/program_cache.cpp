#include "slipflow/opencl/program_cache.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace slipflow::opencl {

namespace {
constexpr std::string_view kMagic = "slipflow kernel 1\n";

// FNV-1a: to find an entry and to see damage, not against an attacker; the folder is the user's.
std::uint64_t hash(const unsigned char* data, std::size_t size) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (std::size_t k = 0; k < size; ++k) h = (h ^ data[k]) * 0x100000001b3u;
  return h;
}
std::uint64_t hash(const std::string& text) {
  return hash(reinterpret_cast<const unsigned char*>(text.data()), text.size());
}

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

// What stands before the binary: the key in full, and the binary's checksum.
std::string header(const std::string& key, std::uint64_t checksum) {
  return fmt::format("{}{:016x}\n{}\n{}\n", kMagic, checksum, key.size(), key);
}
}  // namespace

ProgramCache ProgramCache::of_user() { return ProgramCache(users_folder()); }

ProgramCache::ProgramCache(std::filesystem::path directory) {
  if (directory.empty()) return;
  std::error_code ignored;
  std::filesystem::create_directories(directory.parent_path(), ignored);
  ::mkdir(directory.c_str(), 0700);  // an existing one is judged as it is
  if (is_users_own(directory)) directory_ = std::move(directory);
}

std::filesystem::path ProgramCache::file_of(const std::string& key) const {
  return directory_ / fmt::format("{:016x}.kernel", hash(key));
}

std::optional<std::vector<unsigned char>> ProgramCache::find(const std::string& key) const {
  if (!usable()) return std::nullopt;
  std::ifstream in(file_of(key), std::ios::binary);
  const std::string all{std::istreambuf_iterator<char>(in), {}};
  const std::size_t before = header(key, 0).size();
  if (all.size() <= before) return std::nullopt;
  const auto* binary = reinterpret_cast<const unsigned char*>(all.data()) + before;
  const std::size_t size = all.size() - before;
  if (all.compare(0, before, header(key, hash(binary, size))) != 0) return std::nullopt;
  return std::vector<unsigned char>(binary, binary + size);
}

void ProgramCache::store(const std::string& key, const std::vector<unsigned char>& binary) const {
  if (!usable()) return;
  const auto file = file_of(key);
  const auto temporary = fmt::format("{}.{}", file.string(), ::getpid());
  std::ofstream out(temporary, std::ios::binary);
  out << header(key, hash(binary.data(), binary.size()));
  out.write(reinterpret_cast<const char*>(binary.data()),
            static_cast<std::streamsize>(binary.size()));
  out.close();
  std::error_code ignored;
  if (out)
    std::filesystem::rename(temporary, file, ignored);
  else
    std::filesystem::remove(temporary, ignored);
}

}  // namespace slipflow::opencl
