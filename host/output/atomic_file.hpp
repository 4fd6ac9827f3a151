// Moving a finished temporary file into the place of the real one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "slipflow/output/descriptor.hpp"

namespace slipflow::output {

/// Throws Error(output_failed) with the sentence "cannot write FILE: reason".
[[noreturn]] void fail_to_write(const std::filesystem::path& file, const std::string& reason);
/// Throws it with the reason for an error number of the system.
[[noreturn]] void fail_to_write(const std::filesystem::path& file, int error);

/// Writes all of the bytes to the descriptor; 0 or the error number.
int write_all(int descriptor, std::string_view bytes);

/// The same from this byte of the file on, wherever the descriptor is.
int write_all_at(int descriptor, std::string_view bytes, std::uint64_t at);

/// Moves the descriptor over `bytes`, for which the file system reserves space if it can; 0
/// or the error number.
int skip(int descriptor, std::uint64_t bytes);

/// Flushes an open file or folder to disk; 0 or the error number. A file system that cannot flush
/// is no error.
int flush_to_disk(int descriptor);

/// 16 hexadecimal digits that nobody can predict.
std::string random_name();

/// A new file under a temporary name of a folder. Unless it gets its real name, it is removed.
class TemporaryFile {
 public:
  /// Creates the file; an existing one, or a link, of that name is an error. `folder` stays open as
  /// long as this lives. Messages name `target`. Throws fail_to_write.
  TemporaryFile(int folder, std::string name, std::filesystem::path target);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  int descriptor() const { return file_.number(); }
  void write(std::string_view bytes) const;
  void write_at(std::uint64_t at, std::string_view bytes) const;
  /// Leaves `bytes` out, with space for them where the file system can reserve it. Returns
  /// the position of the first.
  std::uint64_t skip(std::uint64_t bytes) const;
  /// Flushes the file to disk. Its name may follow once this returns.
  void flush() const;
  /// Gives the flushed file its name in `folder` and flushes that, so that after a power cut the
  /// name refers to the old file or to the new one. Only where it `replaces` may a file have the
  /// name.
  void move_to(int folder, const std::string& name, bool replaces);

 private:
  int folder_;
  std::string name_;
  std::filesystem::path target_;
  Descriptor file_;
  bool moved_ = false;
};

// A folder for a result that is being written, next to its place.

/// A new folder of mode 0700, in the folder that will hold the result. Its name cannot be
/// predicted. It is removed at the end, with any remaining content.
class PrivateFolder {
 public:
  /// `target` is the place of the result, `shown_target` its name in messages. Throws
  /// fail_to_write.
  PrivateFolder(const std::filesystem::path& target, const std::filesystem::path& shown_target);
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  /// The folder that will hold the result.
  int parent() const { return parent_.number(); }
  int descriptor() const { return folder_.number(); }
  const std::filesystem::path& path() const { return path_; }

 private:
  Descriptor parent_;
  std::string name_;
  std::filesystem::path path_;
  Descriptor folder_;
};

}  // namespace slipflow::output
