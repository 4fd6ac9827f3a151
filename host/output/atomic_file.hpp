// Moving a finished temporary file into the place of the real one.
#pragma once

#include <filesystem>
#include <string>

namespace slipflow::output {

/// Throws Error(output_failed) with the sentence "cannot write FILE: reason".
[[noreturn]] void fail_to_write(const std::filesystem::path& file, const std::string& reason);

/// A file being written beside the one it will replace. Unless it gets there, it is removed.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::filesystem::path target);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Flushes the temporary file to disk, gives it the target's name and flushes the folder, so that
  /// after a power cut the target is either the old file or the new one. Throws fail_to_write.
  void move_into_place();

 private:
  std::filesystem::path target_;
  std::filesystem::path path_;
  bool moved_ = false;
};

}  // namespace slipflow::output
