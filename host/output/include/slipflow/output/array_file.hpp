// A file that several ranks write or read at once, each its own parts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "slipflow/output/descriptor.hpp"

namespace slipflow::output {

/// An existing file, of which doubles are written or read at any position in bytes.
class ArrayFile {
 public:
  enum class Access { write, read };

  /// Opens the file; messages name `name`. A link is not followed to write. Throws
  /// Error(output_failed) if it cannot be written, Error(bad_input) if it cannot be read.
  ArrayFile(const std::filesystem::path& file, std::string name, Access access);

  /// Throws Error(output_failed).
  void write(std::uint64_t at, std::span<const double> values) const;
  /// Flushes to the disk what has been written, and closes the file. Throws Error(output_failed).
  void finish();

  /// Throws Error(bad_input) if the file cannot be read or ends before.
  void read(std::uint64_t at, std::span<double> values) const;

 private:
  std::string name_;
  Descriptor file_;
};

}  // namespace slipflow::output
