#include "slipflow/output/results_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <system_error>

#include "atomic_file.hpp"
#include "folder_access.hpp"
#include "manifest.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::output {

namespace fs = std::filesystem;

namespace {
/// The name of an unfinished file: those of two folders differ.
std::string temporary_of(std::string name) {
  std::ranges::replace(name, '/', '+');
  return name + ".tmp";
}

constexpr const char* kNotOurs = "there is a file of that name that slipflow did not write";
}  // namespace

std::string NumberedFiles::name(std::size_t number) const {
  return fmt::format("{}{:0{}}{}", prefix, number, digits, extension);
}

std::optional<std::size_t> NumberedFiles::number_in(const std::string& text) const {
  if (!text.starts_with(prefix)) return std::nullopt;
  std::size_t number = 0;
  const char* end = text.data() + text.size();
  if (std::from_chars(text.data() + prefix.size(), end, number).ec != std::errc{})
    return std::nullopt;
  return text == name(number) ? std::optional(number) : std::nullopt;
}

ResultsFolder::ResultsFolder(fs::path path, ResultNames names,
                             const std::vector<fs::path>& read_files)
    : path_(std::move(path)), names_(std::move(names)) {
  struct stat status {};
  for (const auto& file : read_files)
    if (::stat(file.c_str(), &status) == 0) read_files_.emplace_back(status.st_dev, status.st_ino);
}

ResultsFolder::~ResultsFolder() {
  if (temporary_) ::unlinkat(folder_.number(), temporary_name_.c_str(), AT_REMOVEDIR);
}

bool ResultsFolder::is_listed(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  return manifest_ && manifest_->has(name);
}

bool ResultsFolder::is_read(const std::string& name) const {
  struct stat status {};  // of the target of a link, which the run reads
  return folder_ && ::fstatat(folder_.number(), name.c_str(), &status, 0) == 0 &&
         std::count(read_files_.begin(), read_files_.end(), Identity(status.st_dev, status.st_ino));
}

std::vector<std::string> ResultsFolder::names_in(const std::string& name) const {
  const Descriptor folder = folder_ ? open_folder(folder_.number(), name) : Descriptor();
  return folder ? entries_of(folder.number(), path_ / name) : std::vector<std::string>{};
}

bool ResultsFolder::has_file(const std::string& name) const {
  const Descriptor folder = folder_of(name);
  return folder && is_regular_file(folder.number(), split(name).second);
}

bool ResultsFolder::refers_to(const std::string& name, int descriptor) const {
  const auto named = status_of(folder_.number(), name);
  struct stat open {};
  if (::fstat(descriptor, &open) != 0) fail_to_write(path_ / name, errno);
  return named && named->st_ino == open.st_ino && named->st_dev == open.st_dev;
}

Descriptor ResultsFolder::folder_of(const std::string& name) const {
  const auto folder = split(name).first;
  return folder_ ? open_folder(folder_.number(), folder.empty() ? "." : folder) : Descriptor();
}

int ResultsFolder::temporary_folder() {
  const std::lock_guard lock(mutex_);
  if (temporary_) return temporary_.number();
  temporary_name_ = fmt::format(".slipflow-{}", random_name());
  const auto path = path_ / temporary_name_;
  manifest_->add({temporary_name_ + '/'});
  if (::mkdirat(folder_.number(), temporary_name_.c_str(), 0700) != 0) fail_to_write(path, errno);
  temporary_ = open_folder(folder_.number(), temporary_name_);
  if (!temporary_) fail_to_write(path, errno);
  return temporary_.number();
}

void ResultsFolder::make_folder(const std::string& name) {
  if (open_folder(folder_.number(), name)) return;
  if (errno == ENOENT) {
    list(name + '/');
    if (::mkdirat(folder_.number(), name.c_str(), 0777) == 0) return;
  }
  throw Error(ExitStatus::output_failed,
              fmt::format("cannot make {}: {}", shown((path_ / name).string()),
                          std::generic_category().message(errno)));
}

bool ResultsFolder::list_for_writing(const std::string& name) {
  if (is_read(name)) fail_to_write(path_ / name, std::string("this run reads it"));
  if (is_listed(name)) return true;
  const Descriptor folder = folder_of(name);
  if (!folder) fail_to_write(path_ / name, errno);
  const auto status = status_of(folder.number(), split(name).second);
  const bool replaces = status && replaces_others_ && S_ISREG(status->st_mode);
  if (status && !replaces) fail_to_write(path_ / name, std::string(kNotOurs));
  list(name);
  return replaces;
}

void ResultsFolder::list(const std::string& name) {
  const std::lock_guard lock(mutex_);
  manifest_->add({name});
}

void ResultsFolder::write(const std::string& name, std::string_view text) {
  NewFile file(*this, name);
  file.write(text);
  file.finish();
}

Descriptor ResultsFolder::create(const std::string& name) {
  remove(name);
  list_for_writing(name);
  constexpr int kNew = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  const Descriptor folder = folder_of(name);
  Descriptor file(folder ? ::openat(folder.number(), split(name).second.c_str(), kNew, 0666) : -1);
  if (!file) fail_to_write(path_ / name, errno);
  return file;
}

Descriptor ResultsFolder::open_to_append(const std::string& name) const {
  constexpr int kOld = O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  if (!is_listed(name)) fail_to_write(path_ / name, std::string(kNotOurs));
  const Descriptor folder = folder_of(name);
  Descriptor file(folder ? ::openat(folder.number(), split(name).second.c_str(), kOld) : -1);
  if (!file) fail_to_write(path_ / name, errno);
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) fail_to_write(path_ / name, errno);
  if (!S_ISREG(status.st_mode))
    fail_to_write(path_ / name, std::string("it is not a regular file"));
  if (status.st_nlink > 1)
    fail_to_write(path_ / name, std::string("it has another name too (a hard link), whose file "
                                            "would change with it: put a copy in its place"));
  return file;
}

Descriptor ResultsFolder::append_or_create(const std::string& name) {
  const Descriptor folder = folder_of(name);
  const bool exists = folder && status_of(folder.number(), split(name).second);
  return exists ? open_to_append(name) : create(name);
}

bool ResultsFolder::remove(const std::string& name) {
  if (!is_listed(name) || is_read(name) || !has_file(name)) return false;
  const Descriptor folder = folder_of(name);
  if (folder && ::unlinkat(folder.number(), split(name).second.c_str(), 0) == 0) return true;
  throw Error(ExitStatus::output_failed,
              fmt::format("cannot remove {}: {}", shown((path_ / name).string()),
                          std::generic_category().message(errno)));
}

bool ResultsFolder::take_request(const std::string& name) {
  const auto status = status_of(folder_.number(), name);
  if (!status) return false;
  const auto ignored = [&](const std::string& why) {
    return Error(ExitStatus::output_failed,
                 fmt::format("{} is ignored: {}", shown((path_ / name).string()), why));
  };
  if (!S_ISREG(status->st_mode)) throw ignored("it is not a regular file");
  if (status->st_size > 0) throw ignored("it is not empty");
  if (status->st_uid != ::geteuid()) throw ignored("it belongs to another user");
  if (is_listed(name) || is_read(name)) throw ignored("the run uses it");
  if (::unlinkat(folder_.number(), name.c_str(), 0) != 0)
    throw ignored("it cannot be removed: " + std::generic_category().message(errno));
  return true;
}

void ResultsFolder::remove_from(const NumberedFiles& files, std::size_t first) {
  const auto names = [&] {
    const std::lock_guard lock(mutex_);
    return manifest_->names();
  }();
  for (const auto& name : names)
    if (const auto number = files.number_in(name); number && *number >= first) remove(name);
}

NewFile::NewFile(ResultsFolder& folder, std::string name)
    : folder_(folder), name_(std::move(name)) {
  file_ = std::make_unique<TemporaryFile>(folder_.temporary_folder(), temporary_of(name_),
                                          folder_.path() / name_);
}

NewFile::~NewFile() = default;

int NewFile::descriptor() const { return file_->descriptor(); }

void NewFile::write(std::string_view bytes) const { file_->write(bytes); }

void NewFile::write_at(std::uint64_t at, std::string_view bytes) const {
  file_->write_at(at, bytes);
}

std::uint64_t NewFile::skip(std::uint64_t bytes) const { return file_->skip(bytes); }

fs::path NewFile::path() const { return folder_.path() / name_; }

fs::path NewFile::temporary_path() const {
  return folder_.path() / folder_.temporary_name_ / temporary_of(name_);
}

void NewFile::finish() {
  file_->flush();
  const bool replaces = folder_.list_for_writing(name_);
  const Descriptor folder = folder_.folder_of(name_);
  if (!folder) fail_to_write(folder_.path() / name_, errno);
  file_->move_to(folder.number(), split(name_).second, replaces);
}

}  // namespace slipflow::output
