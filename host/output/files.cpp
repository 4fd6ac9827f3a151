#include "slipflow/output/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "atomic_file.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::output {

namespace {

namespace fs = std::filesystem;

/// Writes all of `text` to the descriptor; 0 or the error number.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

[[noreturn]] void fail_directory(const fs::path& directory, const std::string& reason) {
  throw Error(ExitStatus::output_failed,
              "cannot use output directory '" + directory.string() + "': " + reason);
}

void remove_file(const fs::path& file) {
  std::error_code error;
  fs::remove(file, error);
  if (error) {
    throw Error(ExitStatus::output_failed,
                "cannot remove " + file.string() + ": " + error.message());
  }
}

/// Removes the files with this extension from a folder of ours, and the folder if that empties it:
/// with a mistaken --output, a user's own pictures/ must survive --overwrite.
void remove_series(const fs::path& folder, const std::string& extension) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    fs::path name = entry->path().filename();
    if (name.extension() == ".tmp") name = name.stem();
    if (name.extension() == extension) remove_file(entry->path());
  }
  if (error) fail_directory(folder, error.message());
  fs::remove(folder, error);  // fails when something is left, which is fine
}

void remove_known_names(const fs::path& directory) {
  constexpr std::array files = {"fields.pvd", "history.csv", "forces.csv", "summary.json",
                                "case.cfg",   "run.log",     "bench.md",   "bench.csv",
                                "bench.json", "speedup.png"};
  for (const char* file : files) {
    remove_file(directory / file);
    remove_file(directory / (std::string(file) + ".tmp"));
  }
  remove_series(directory / "fields", ".vtr");
  remove_series(directory / "pictures", ".png");
}

}  // namespace

void write_whole_file(const fs::path& file, std::string_view text) {
  TemporaryFile temporary(file);
  const int descriptor =
      ::open(temporary.path().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) fail_to_write(file, std::generic_category().message(errno));
  int error = write_all(descriptor, text);
  if (::close(descriptor) != 0 && error == 0) error = errno;
  if (error != 0) fail_to_write(file, std::generic_category().message(error));
  temporary.move_into_place();
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
