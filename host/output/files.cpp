#include "slipflow/output/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <system_error>

#include "atomic_file.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::output {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_directory(const fs::path& directory, const std::string& reason) {
  throw Error(ExitStatus::output_failed,
              "cannot use output directory '" + directory.string() + "': " + reason);
}

/// Removes the files of a folder that are `ours` by their names, also with the ending of unfinished ones.
template <class Ours>
void remove_files(const fs::path& folder, Ours ours) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    fs::path name = entry->path().filename();
    if (name.extension() == ".tmp") name = name.stem();
    if (ours(name)) remove_file(entry->path());
  }
  if (error) fail_directory(folder, error.message());
}

/// Whether it is NUMBER.EXTENSION or NAME_NUMBER.EXTENSION with a number of at least six digits.
bool is_of_series(const fs::path& name, const std::string& extension) {
  const std::string stem = name.stem().string();
  const auto last = stem.find_last_not_of("0123456789");
  const auto digits = stem.size() - (last == std::string::npos ? 0 : last + 1);
  return name.extension() == extension && digits >= 6 &&
         (last == std::string::npos || (last > 0 && stem[last] == '_'));
}

/// Removes the numbered files with this extension from a folder of ours, and the folder if that
/// empties it: what a user keeps in pictures/ or profiles/ must survive --overwrite.
void remove_series(const fs::path& folder, const std::string& extension) {
  remove_files(folder, [&](const fs::path& name) { return is_of_series(name, extension); });
  std::error_code error;
  fs::remove(folder, error);  // fails when something is left, which is fine
}

void remove_known_names(const fs::path& directory) {
  constexpr std::array files = {"fields.pvd",  "history.csv", "forces.csv",   "balance.csv",
                                "probes.csv",  "summary.json", "case.cfg",    "run.log",
                                "bench.md",    "bench.csv",   "bench.json",   "speedup.png"};
  for (const char* file : files) {
    remove_file(directory / file);
    remove_file(directory / (std::string(file) + ".tmp"));
  }
  remove_series(directory / "fields", ".vtr");
  remove_series(directory / "pictures", ".png");
  remove_series(directory / "profiles", ".csv");
  remove_series(directory / "checkpoint", ".ckpt");
}

}  // namespace

void remove_file(const fs::path& file) {
  std::error_code error;
  fs::remove(file, error);
  if (error) {
    throw Error(ExitStatus::output_failed,
                "cannot remove " + file.string() + ": " + error.message());
  }
}

void write_whole_file(const fs::path& file, std::string_view text) {
  TemporaryFile temporary(file);
  const int descriptor = open_new(temporary.path(), file);
  int error = write_all(descriptor, text);
  if (::close(descriptor) != 0 && error == 0) error = errno;
  if (error != 0) fail_to_write(file, std::generic_category().message(error));
  temporary.move_into_place();
}

void remove_numbered_files(const fs::path& folder, const std::string& prefix,
                           const std::string& extension, std::size_t first) {
  remove_files(folder, [&](const fs::path& name) {
    const std::string stem = name.stem().string();
    if (name.extension() != extension || !stem.starts_with(prefix)) return false;
    std::size_t number = 0;
    const char* end = stem.data() + stem.size();
    const auto [stop, problem] = std::from_chars(stem.data() + prefix.size(), end, number);
    const bool ours = problem == std::errc{} && stop == end &&
                      stem == fmt::format("{}{:06}", prefix, number);
    return ours && number >= first;
  });
}

bool holds_files(const fs::path& directory) {
  std::error_code error;
  return fs::is_directory(directory, error) && !fs::is_empty(directory, error) && !error;
}

DirectoryLock::~DirectoryLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void DirectoryLock::take(const fs::path& directory) {
  if (descriptor_ >= 0) return;
  descriptor_ = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ < 0 || ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  if (errno == EWOULDBLOCK)
    throw Error(ExitStatus::bad_input,
                "output directory '" + directory.string() + "' is in use by another run");
}

void prepare_output_directory(const fs::path& directory, bool overwrite) {
  const std::string name = "output directory '" + directory.string() + "'";
  if (directory.empty()) throw Error(ExitStatus::bad_input, "the output directory has no name");
  std::error_code error;
  const fs::file_status status = fs::status(directory, error);
  const bool unclear = !fs::status_known(status) || status.type() == fs::file_type::unknown;
  if (unclear) fail_directory(directory, error.message());
  if (fs::exists(status) && !fs::is_directory(status)) {
    throw Error(ExitStatus::bad_input, name + " is a file, not a directory");
  }
  if (!fs::exists(status)) {
    fs::create_directories(directory, error);
    if (error) fail_directory(directory, error.message());
    return;
  }
  const bool empty = fs::is_empty(directory, error);
  if (error) fail_directory(directory, error.message());
  if (empty) return;
  if (!overwrite) {
    throw Error(ExitStatus::bad_input,
                name + " already holds files; choose another with --output or add --overwrite");
  }
  remove_known_names(directory);
}

}  // namespace slipflow::output
