// Data kept between runs, in a folder of the user's own.
#pragma once

#include <filesystem>
#include <string>

namespace slipflow {

/// What the cache holds for a key.
struct CacheEntry {
  enum class State { absent, damaged, good };
  State state = State::absent;
  std::string bytes;  ///< of a good one
};

/// Entries of one kind. They are found by the hash of their key and are good only when the whole
/// key stored in them is the same and their checksum is right: a damaged or foreign file is
/// recognised, and replaced by the next store. Nothing here throws: a cache that cannot be used is
/// an empty one.
class UserCache {
 public:
  /// $SLIPFLOW_CACHE_DIR, else $XDG_CACHE_HOME/slipflow, else ~/.cache/slipflow; empty for a user
  /// without a home directory.
  static std::filesystem::path users_folder();
  /// In users_folder(), created with mode 0700 by the first store; not used when it belongs to
  /// another user or others may write to it.
  static UserCache of_user(std::string kind);
  /// `kind`: one word, the ending of the files.
  UserCache(std::filesystem::path directory, std::string kind);

  CacheEntry find(const std::string& key) const;
  /// Stores the entry whole or not at all; returns whether it is there now.
  bool store(const std::string& key, const std::string& bytes) const;
  /// The file of the entry with that key.
  std::filesystem::path file_of(const std::string& key) const;

 private:
  std::string header(const std::string& key, const std::string& bytes) const;

  std::filesystem::path directory_;  // empty: there is none
  std::string kind_;
};

/// Creates a folder of mode 0700, and its parents, unless it is there. Returns why it cannot be
/// used: it must be a folder of that mode, it and its parent the user's own; empty when it can.
std::string create_private_folder(const std::filesystem::path& folder);

/// 16 hexadecimal digits that tell texts apart: to find an entry and to detect damage, not against
/// an attacker.
std::string digest_of(const std::string& text);

}  // namespace slipflow
