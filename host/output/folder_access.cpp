#include "folder_access.hpp"

#include <dirent.h>
#include <fcntl.h>

#include <algorithm>
#include <memory>

namespace slipflow::output {

std::optional<struct stat> status_of(int folder, const std::string& name) {
  struct stat status {};
  if (::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
  return status;
}

bool is_regular_file(int folder, const std::string& name) {
  const auto status = status_of(folder, name);
  return status && S_ISREG(status->st_mode);
}

Descriptor open_folder(int folder, const std::string& name) {
  return Descriptor(
      ::openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

std::vector<std::string> entries_of(int folder) {
  // A descriptor of its own, as closedir closes it.
  Descriptor own = open_folder(folder, ".");
  const auto closer = [](DIR* entries) { ::closedir(entries); };
  std::unique_ptr<DIR, decltype(closer)> entries(own ? ::fdopendir(own.number()) : nullptr, closer);
  if (!entries) return {};
  own.release();
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(entries.get()))
    if (const std::string name = entry->d_name; name != "." && name != "..") names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

std::pair<std::string, std::string> split(const std::string& name) {
  const auto slash = name.find('/');
  if (slash == std::string::npos) return {"", name};
  return {name.substr(0, slash), name.substr(slash + 1)};
}

}  // namespace slipflow::output
