// A folder for a result that is being written, next to its place.
#pragma once

#include <filesystem>
#include <string>

#include "slipflow/output/descriptor.hpp"

namespace slipflow::output {

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
