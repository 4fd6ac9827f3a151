// Moving a finished temporary file into the place of the real one.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace slipflow::output {

/// Throws Error(output_failed) with the sentence "cannot write FILE: reason".
[[noreturn]] void fail_to_write(const std::filesystem::path& file, const std::string& reason);

/// Writes all of the bytes to the descriptor; 0 or the error number.
int write_all(int descriptor, std::string_view bytes);

/// Opens a file to be written from its beginning. Throws fail_to_write, which names `target`.
int open_new(const std::filesystem::path& file, const std::filesystem::path& target);

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
