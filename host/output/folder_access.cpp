#include "folder_access.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>

#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::output {

namespace {
[[noreturn]] void fail_to_list(const std::filesystem::path& folder, int error) {
  throw Error(ExitStatus::output_failed,
              fmt::format("cannot list the files in {}: {}", shown(folder.string()),
                          std::generic_category().message(error)));
}

// Any other error leaves it open whether there is a file of that name.
bool means_absent(int error) { return error == ENOENT || error == ENOTDIR || error == ELOOP; }
}  // namespace

std::optional<struct stat> status_of(int folder, const std::string& name) {
  struct stat status {};
  if (::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0) return status;
  if (means_absent(errno)) return std::nullopt;
  throw Error(ExitStatus::output_failed,
              fmt::format("cannot tell whether the output directory has '{}': {}", shown(name),
                          std::generic_category().message(errno)));
}

bool is_regular_file(int folder, const std::string& name) {
  const auto status = status_of(folder, name);
  return status && S_ISREG(status->st_mode);
}

Descriptor open_folder(int folder, const std::string& name) {
  Descriptor opened(
      ::openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (opened || means_absent(errno)) return opened;
  throw Error(ExitStatus::output_failed,
              fmt::format("cannot open the folder '{}' in the output directory: {}", shown(name),
                          std::generic_category().message(errno)));
}

std::vector<std::string> entries_of(int folder, const std::filesystem::path& path) {
  // A descriptor of its own, as closedir closes it.
  Descriptor own = open_folder(folder, ".");
  const auto closer = [](DIR* entries) { ::closedir(entries); };
  std::unique_ptr<DIR, decltype(closer)> entries(own ? ::fdopendir(own.number()) : nullptr, closer);
  if (!entries) fail_to_list(path, errno);
  own.release();
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = ::readdir(entries.get())) {
    if (const std::string name = entry->d_name; name != "." && name != "..") names.push_back(name);
    errno = 0;  // the end of the folder does not change it
  }
  if (errno != 0) fail_to_list(path, errno);
  std::sort(names.begin(), names.end());
  return names;
}

std::pair<std::string, std::string> split(const std::string& name) {
  const auto slash = name.find('/');
  if (slash == std::string::npos) return {"", name};
  return {name.substr(0, slash), name.substr(slash + 1)};
}

}  // namespace slipflow::output
