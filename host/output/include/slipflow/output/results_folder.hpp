// The output directory of a run or a benchmark, in which nothing but the program's own files is
// replaced or removed, and no link is followed.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "slipflow/output/descriptor.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::output {

class Manifest;
class TemporaryFile;

/// Results numbered in a row: "fields/000012.vtr" has prefix "fields/", extension ".vtr", 6 digits.
struct NumberedFiles {
  std::string prefix;
  std::string extension;
  int digits = 6;  ///< more where the number has more

  std::string name(std::size_t number) const;
  /// The number in a name, if it is one of these.
  std::optional<std::size_t> number_in(const std::string& name) const;
};

/// The names a command gives its results.
struct ResultNames {
  std::vector<std::string> files;  ///< in the order in which they are removed, before all others
  std::vector<std::string> folders{};      ///< of other files
  std::vector<std::string> may_be_read{};  ///< stay as they are when the run reads them
};

/// A folder of results, opened once and locked. What the program makes in it is listed in its file
/// .slipflow-files (the manifest) before it appears; only listed files are replaced or removed, and
/// never one that the run reads. New files are written in a folder of mode 0700 inside, whose name
/// cannot be predicted, and renamed. Names are relative to the folder, with one folder in between
/// at most. Every failure to write is Error(output_failed) naming the file. Once it is prepared,
/// several threads may write, create and remove files of different names at the same time.
class ResultsFolder {
 public:
  /// Touches nothing yet. `read_files` are those that the run reads; they need not be in the
  /// folder.
  ResultsFolder(std::filesystem::path path, ResultNames names,
                const std::vector<std::filesystem::path>& read_files = {});
  ~ResultsFolder();
  ResultsFolder(const ResultsFolder&) = delete;
  ResultsFolder& operator=(const ResultsFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Opens the folder, if there is one, and keeps other runs out of it as long as this lives, where
  /// the file system knows locks. Throws Error(bad_input) when another run has it.
  void lock();
  /// Whether there is anything in it but what this class keeps there for itself.
  bool holds_files() const;

  /// Throws what prepare() would throw as things are now, and changes nothing. Locks the folder, if
  /// there is one.
  void require_preparable(bool overwrite);
  /// Makes the folder ready for new results. What an earlier run left is removed if `overwrite`;
  /// else anything in it throws Error(bad_input). That is also thrown, and nothing changed, when it
  /// is not known which files were written by slipflow, when other files or links have the names of
  /// results, and when the run reads what would be removed.
  void prepare(bool overwrite);
  /// Makes the folder ready to continue the results in it. Throws as prepare() does.
  void resume();

  /// The names in a folder in it, sorted; none where there is no such folder. (libstdc++'s
  /// directory_iterator ends the program when it finds no memory.)
  std::vector<std::string> names_in(const std::string& folder) const;
  /// Whether there is a regular file of that name.
  bool has_file(const std::string& name) const;
  /// Whether the manifest lists the name.
  bool is_listed(const std::string& name) const;
  /// Whether the run reads the file of that name.
  bool is_read(const std::string& name) const;
  /// Whether the name refers to this open file.
  bool refers_to(const std::string& name, int descriptor) const;

  /// From now on files that are not ours are replaced too, once a finished file gets their name.
  void replace_others() { replaces_others_ = true; }
  /// Throws Error(bad_input) if a new file may not replace the entry of that name, or may not have
  /// the name of its folder, now. Changes nothing.
  void require_free(const std::string& name) const;

  /// Makes a folder in it, unless there is one.
  void make_folder(const std::string& name);
  /// Writes a file, whole or not at all.
  void write(const std::string& name, std::string_view text);
  /// A new empty file under its name at once, to be appended to. Replaces an old one.
  Descriptor create(const std::string& name);
  /// Opens a file of ours for appending to it. Throws Error(output_failed) if it is anything else.
  Descriptor open_to_append(const std::string& name) const;
  /// open_to_append() if there is the file, else create().
  Descriptor append_or_create(const std::string& name);
  /// Removes the file if it is listed, exists and is not read by the run; returns whether.
  bool remove(const std::string& name);
  /// Removes an empty file that the user has put there under that name, as a request to the run;
  /// returns whether there was one. Throws Error(output_failed), and leaves it, if it is not an
  /// empty regular file of the user who runs the program.
  bool take_request(const std::string& name);
  /// remove() for all of these from a number on.
  void remove_from(const NumberedFiles& files, std::size_t first);

 private:
  friend class NewFile;
  using Identity = std::pair<dev_t, ino_t>;

  using Names = std::set<std::string>;

  enum class Purpose { begin, overwrite, resume };
  Purpose purpose_of_new_results(bool overwrite) const;
  void take_possession(Purpose purpose);
  Names our_files(const std::optional<Manifest>& manifest, Purpose purpose) const;
  void require_usable(const Names& ours, Purpose purpose) const;
  void require_unread(const Names& names) const;
  void require_kinds(const Names& ours) const;
  void remove_results();
  void remove_leftovers();
  Error refusal(const std::string& why) const;
  int temporary_folder();
  Descriptor folder_of(const std::string& name) const;
  /// Returns whether there may be a file of that name, which is replaced.
  bool list_for_writing(const std::string& name);
  /// Adds a name to the manifest.
  void list(const std::string& name);

  std::filesystem::path path_;
  ResultNames names_;
  std::vector<Identity> read_files_;
  Descriptor folder_;
  bool replaces_others_ = false;
  mutable std::mutex mutex_;  // of the manifest and the temporary folder
  std::unique_ptr<Manifest> manifest_;
  std::string temporary_name_;
  Descriptor temporary_;
};

/// A result being written; it has its name only once it is whole.
class NewFile {
 public:
  NewFile(ResultsFolder& folder, std::string name);
  ~NewFile();
  int descriptor() const;
  void write(std::string_view bytes) const;
  /// Writes from this byte on; write() continues where it was.
  void write_at(std::uint64_t at, std::string_view bytes) const;
  /// Leaves `bytes` out, with space for them where the file system can reserve it. Returns
  /// the position of the first.
  std::uint64_t skip(std::uint64_t bytes) const;
  /// Its name in messages.
  std::filesystem::path path() const;
  /// Its place until it is finished, for libraries that open files by their name.
  std::filesystem::path temporary_path() const;
  /// Flushes it, lists its name and gives it that name.
  void finish();

 private:
  ResultsFolder& folder_;
  std::string name_;
  std::unique_ptr<TemporaryFile> file_;
};

}  // namespace slipflow::output
