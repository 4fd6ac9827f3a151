// Files that a library keeps between runs and uses unchecked.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "slipflow/support/user_cache.hpp"

namespace slipflow {

/// A folder in which a library, such as PoCL, keeps files that it later trusts blindly. The
/// checksums of the files are recorded when a process is done with the folder, and compared before
/// the next process uses it. Several processes may use it at a time.
class CheckedFolder {
 public:
  enum class State {
    good,      ///< every recorded file is unchanged
    repaired,  ///< damaged files have been removed
    damaged    ///< files are, but another process uses the folder: do not use it now
  };

  /// Checks the folder, which exists and is the user's own, against the record that `records`
  /// holds. While no other process uses it, also removes files that no process has recorded, left
  /// by one that was killed, and everything once it holds more than 256 MiB.
  CheckedFolder(std::filesystem::path folder, UserCache records);
  ~CheckedFolder();
  CheckedFolder(const CheckedFolder&) = delete;
  CheckedFolder& operator=(const CheckedFolder&) = delete;

  State state() const { return state_; }
  /// Records the files that are there now.
  void record();

 private:
  struct File {
    std::uint64_t bytes = 0;
    std::string digest;
    bool operator==(const File&) const = default;
  };
  using Files = std::map<std::string, File>;  // by the path below the folder

  bool lock(int operation) const;
  bool read_record();
  void check(bool alone);
  void remove_if_large() const;

  std::filesystem::path folder_;
  UserCache records_;
  int lock_ = -1;
  State state_ = State::good;
  Files recorded_;
};

}  // namespace slipflow
