// The list of the files and folders that the program made in a results folder.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "slipflow/output/descriptor.hpp"

namespace slipflow::output {

/// The file .slipflow-files: one relative path per line, that of a folder with a slash at its end.
/// Names are only ever added, and are on the disk before what they name. A line that was cut off in
/// the middle counts for nothing: what it names was not made yet.
class Manifest {
 public:
  static constexpr const char* kName = ".slipflow-files";

  /// The manifest of an open folder, `path` in messages; none if there is no such file. Throws
  /// Error(bad_input) for a link, for anything but a regular file, and for a file of another user.
  static std::optional<Manifest> in(int folder, const std::filesystem::path& path);
  /// A new one. Throws Error(output_failed).
  static Manifest make(int folder, const std::filesystem::path& path);

  bool has(const std::string& name) const { return names_.count(name) > 0; }
  const std::set<std::string>& names() const { return names_; }
  /// Adds those names that are not listed; they are on the disk when this returns. Throws
  /// Error(output_failed).
  void add(const std::vector<std::string>& names);

 private:
  Manifest(Descriptor file, std::filesystem::path path);
  void read();

  Descriptor file_;
  std::filesystem::path path_;
  std::set<std::string> names_;
};

}  // namespace slipflow::output
