// Compiled kernels kept between runs, in a folder of the user's own.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace slipflow::opencl {

/// Entries are found by the hash of their key and used only when the whole key stored in them is the
/// same and their checksum fits: a broken or foreign entry counts as absent and is written again.
/// Nothing here fails: a cache that cannot be used is an empty one.
class ProgramCache {
 public:
  /// $SLIPFLOW_CACHE_DIR, else $XDG_CACHE_HOME/slipflow, else ~/.cache/slipflow. Made with mode 0700;
  /// not used when it belongs to somebody else or others may write to it.
  static ProgramCache of_user();
  explicit ProgramCache(std::filesystem::path directory);

  bool usable() const { return !directory_.empty(); }
  std::optional<std::vector<unsigned char>> find(const std::string& key) const;
  void store(const std::string& key, const std::vector<unsigned char>& binary) const;
  /// Where the entry of that key stands.
  std::filesystem::path file_of(const std::string& key) const;

 private:
  std::filesystem::path directory_;  // empty: not usable
};

}  // namespace slipflow::opencl
