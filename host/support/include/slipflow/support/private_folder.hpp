// A temporary folder of a process.
#pragma once

#include <filesystem>

namespace slipflow {

/// A new folder of mode 0700 with an unpredictable name, removed with everything in it at the end.
class PrivateFolder {
 public:
  /// In `parent`, its name beginning with `prefix`; path() is empty when it cannot be created.
  PrivateFolder(const std::filesystem::path& parent, const std::string& prefix);
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace slipflow
