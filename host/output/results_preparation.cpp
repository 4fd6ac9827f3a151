// Making a results folder ready: who owns it, which files in it are ours, and what prevents it.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "folder_access.hpp"
#include "manifest.hpp"
#include "slipflow/output/results_folder.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::output {

namespace fs = std::filesystem;

namespace {
constexpr const char* kOwnPrefix =
    ".slipflow-";  // of the manifest and of folders of unfinished files

bool is_folder(const std::string& name) { return name.ends_with('/'); }

std::string without_slash(const std::string& name) { return name.substr(0, name.size() - 1); }

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

[[noreturn]] void fail_directory(const fs::path& directory, const std::string& reason) {
  throw Error(ExitStatus::output_failed, fmt::format("cannot use output directory '{}': {}",
                                                     shown(directory.string()), reason));
}

/// Whether the directory exists. Throws if that is unknown, or if something else has its name.
bool directory_exists(const fs::path& directory) {
  if (directory.empty()) throw Error(ExitStatus::bad_input, "the output directory has no name");
  std::error_code error;
  const fs::file_status status = fs::status(directory, error);
  const bool unclear = !fs::status_known(status) || status.type() == fs::file_type::unknown;
  if (unclear) fail_directory(directory, error.message());
  if (fs::exists(status) && !fs::is_directory(status))
    throw Error(
        ExitStatus::bad_input,
        fmt::format("output directory '{}' is a file, not a directory", shown(directory.string())));
  return fs::exists(status);
}

/// Throws unless files can be made in the directory, or the directory itself where it is missing.
void require_writable(const fs::path& directory) {
  std::error_code error;
  fs::path nearest = fs::absolute(directory, error);
  while (!fs::exists(nearest, error) && nearest.has_relative_path())
    nearest = nearest.parent_path();
  // With the dot, a file is reported as "Not a directory", to root too.
  if (::access((nearest / ".").c_str(), W_OK | X_OK) != 0)
    fail_directory(directory, std::generic_category().message(errno));
}

void make_directory(const fs::path& directory) {
  if (directory_exists(directory)) return;
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) fail_directory(directory, error.message());
}
}  // namespace

Error ResultsFolder::refusal(const std::string& why) const {
  return {ExitStatus::bad_input,
          fmt::format("output directory '{}' {}", shown(path_.string()), why)};
}

void ResultsFolder::lock() {
  if (folder_) return;
  folder_ = Descriptor(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder_ || ::flock(folder_.number(), LOCK_EX | LOCK_NB) == 0) return;
  if (errno == EWOULDBLOCK) throw refusal("is in use by another run");
}

bool ResultsFolder::holds_files() const {
  const auto names = folder_ ? entries_of(folder_.number(), path_) : std::vector<std::string>{};
  return std::any_of(names.begin(), names.end(),
                     [](const std::string& name) { return !name.starts_with(kOwnPrefix); });
}

void ResultsFolder::require_preparable(bool overwrite) {
  const bool exists = directory_exists(path_);
  require_writable(path_);
  if (!exists) return;
  lock();
  if (!folder_) fail_directory(path_, std::generic_category().message(errno));
  const Purpose purpose = purpose_of_new_results(overwrite);
  const auto manifest = Manifest::in(folder_.number(), path_);
  require_usable(our_files(manifest, purpose), purpose);
}

void ResultsFolder::prepare(bool overwrite) {
  make_directory(path_);
  lock();
  if (!folder_) fail_directory(path_, std::generic_category().message(errno));
  const Purpose purpose = purpose_of_new_results(overwrite);
  take_possession(purpose);
  if (purpose == Purpose::overwrite) remove_results();
  remove_leftovers();
}

ResultsFolder::Purpose ResultsFolder::purpose_of_new_results(bool overwrite) const {
  if (!holds_files()) return Purpose::begin;
  if (overwrite) return Purpose::overwrite;
  throw refusal("already holds files; choose another with --output or add --overwrite");
}

void ResultsFolder::resume() {
  lock();
  if (!folder_) fail_directory(path_, std::generic_category().message(errno));
  take_possession(Purpose::resume);
  remove_leftovers();
}

void ResultsFolder::take_possession(Purpose purpose) {
  auto manifest = Manifest::in(folder_.number(), path_);
  require_usable(our_files(manifest, purpose), purpose);
  if (!manifest) manifest = Manifest::make(folder_.number(), path_);
  manifest_ = std::make_unique<Manifest>(std::move(*manifest));
}

/// The files in it that are ours. Without a manifest none are, and --overwrite is refused.
ResultsFolder::Names ResultsFolder::our_files(const std::optional<Manifest>& manifest,
                                              Purpose purpose) const {
  if (manifest) return manifest->names();
  if (purpose == Purpose::overwrite)
    for (const auto& name : entries_of(folder_.number(), path_))
      if (!is_read(name))
        throw refusal(
            fmt::format("holds '{}' and no list ({}) of what slipflow has written: "
                        "--overwrite would not know what to remove; choose another with "
                        "--output",
                        shown(name), Manifest::kName));
  return {};
}

void ResultsFolder::require_free(const std::string& name) const {
  if (is_listed(name)) return;
  const auto [around, own] = split(name);
  const Descriptor folder = folder_of(name);
  if (!folder && errno == ENOENT) return;
  if (!folder) throw refusal(fmt::format("holds '{}', which is not a folder", shown(around)));
  const auto status = status_of(folder.number(), own);
  if (!status || (replaces_others_ && S_ISREG(status->st_mode))) return;
  throw Error(ExitStatus::bad_input,
              fmt::format("'{}' was not written by slipflow: take another --output{}",
                          shown((path_ / name).string()),
                          S_ISREG(status->st_mode) ? ", or --overwrite replaces it" : ""));
}

/// Throws Error(bad_input) for whatever would make the run stop later, or replace what is not ours.
void ResultsFolder::require_usable(const Names& ours, Purpose purpose) const {
  require_kinds(ours);
  Names names(names_.files.begin(), names_.files.end());
  for (const auto& name : names)
    if (status_of(folder_.number(), name) && !ours.count(name) && !is_read(name)) {
      if (purpose == Purpose::resume && ours.empty())
        throw refusal(
            fmt::format("holds '{}' and no list ({}) of what slipflow has written: put the list "
                        "back, or continue with --restart CHECKPOINT in another --output",
                        shown(name), Manifest::kName));
      throw refusal(
          fmt::format("holds '{}', which slipflow did not write there (it is not in {}): "
                      "move it away or choose another with --output",
                      shown(name), Manifest::kName));
    }
  if (purpose == Purpose::overwrite) names.insert(ours.begin(), ours.end());
  require_unread(names);
}

void ResultsFolder::require_kinds(const Names& ours) const {
  Names folders(names_.folders.begin(), names_.folders.end()), files;
  for (const auto& name : ours)
    is_folder(name) ? folders.insert(without_slash(name)) : files.insert(name);
  for (const auto& name : folders)
    if (const auto status = status_of(folder_.number(), name); status && !S_ISDIR(status->st_mode))
      throw refusal(
          fmt::format("holds '{}', which is {}, not a folder: remove it or choose another "
                      "with --output",
                      shown(name), S_ISLNK(status->st_mode) ? "a symbolic link" : "a file"));
  for (const auto& name : files) {
    const Descriptor folder = folder_of(name);
    const auto status = folder ? status_of(folder.number(), split(name).second) : std::nullopt;
    if (status && !S_ISREG(status->st_mode))
      throw refusal(fmt::format(
          "holds '{}', which is {}, not the file that slipflow wrote: remove it "
          "or choose another with --output",
          shown(name), S_ISLNK(status->st_mode) ? "a symbolic link" : "not a regular file"));
  }
}

void ResultsFolder::require_unread(const Names& names) const {
  for (const auto& name : names)
    if (is_read(name) && !contains(names_.may_be_read, name))
      throw refusal(
          fmt::format("holds '{}', which this run reads and its results would replace; "
                      "choose another with --output",
                      shown(name)));
}

void ResultsFolder::remove_results() {
  for (const auto& name : names_.files) remove(name);
  for (const auto& name : manifest_->names())
    if (!is_folder(name)) remove(name);
  for (const auto& name : manifest_->names())
    if (is_folder(name))  // fails when something is left in it, as it should
      ::unlinkat(folder_.number(), without_slash(name).c_str(), AT_REMOVEDIR);
}

/// Removes the unfinished files of runs that were killed.
void ResultsFolder::remove_leftovers() {
  for (const auto& name : manifest_->names()) {
    if (name.ends_with(".tmp")) remove(name);
    if (!is_folder(name) || !name.starts_with(kOwnPrefix)) continue;
    const Descriptor folder = open_folder(folder_.number(), without_slash(name));
    if (!folder) continue;
    for (const auto& entry : entries_of(folder.number(), path_ / name))
      if (entry.ends_with(".tmp")) ::unlinkat(folder.number(), entry.c_str(), 0);
    ::unlinkat(folder_.number(), without_slash(name).c_str(), AT_REMOVEDIR);
  }
}

}  // namespace slipflow::output
