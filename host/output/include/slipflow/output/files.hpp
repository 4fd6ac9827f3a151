// Small files written whole or not at all, and the output directory.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace slipflow::output {

/// Writes `text` to a temporary file beside `file`, flushes it to disk and renames it.
/// Throws Error(output_failed) naming the file and the system's reason; an old `file` stays intact.
void write_whole_file(const std::filesystem::path& file, std::string_view text);

/// Removes a file, which need not exist. Throws Error(output_failed).
void remove_file(const std::filesystem::path& file);

/// Removes the files PREFIXnnnnnnEXTENSION of a folder whose number, of six digits or more, is `first`
/// or above, and their temporary files; the folder need not exist.
void remove_numbered_files(const std::filesystem::path& folder, const std::string& prefix,
                           const std::string& extension, std::size_t first);

/// Whether this is a directory with anything in it.
bool holds_files(const std::filesystem::path& directory);

/// Keeps other runs out of an output directory for as long as it lives, where
/// the file system knows locks. Nothing is left behind.
class DirectoryLock {
 public:
  DirectoryLock() = default;
  ~DirectoryLock();
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;
  /// Takes the directory, if it exists and is not taken yet. Throws Error(bad_input) when another run
  /// has it.
  void take(const std::filesystem::path& directory);

 private:
  int descriptor_ = -1;
};

/// Makes the directory a run writes into. An existing directory that holds anything is refused with
/// Error(bad_input), unless `overwrite`, which removes only the names this program writes
/// (fields.pvd, history.csv, forces.csv, balance.csv, probes.csv, summary.json, case.cfg, run.log;
/// bench.md, bench.csv, bench.json, speedup.png; the numbered files in fields/, pictures/, profiles/
/// and checkpoint/).
void prepare_output_directory(const std::filesystem::path& directory, bool overwrite);

}  // namespace slipflow::output
