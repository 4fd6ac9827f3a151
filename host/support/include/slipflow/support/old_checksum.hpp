// The checksum that earlier versions stored.
#pragma once

#include <cstdint>
#include <string_view>

namespace slipflow {

/// The checksum of checkpoints before format 32, by a multiplication for each word of eight bytes.
/// Only ChecksumKind::old uses it.
class OldChecksum {
 public:
  void add(std::string_view bytes);
  std::uint64_t value() const;

 private:
  std::uint64_t hash_ = 0x9e3779b97f4a7c15u;
  std::uint64_t length_ = 0;
  char rest_[8] = {};  // the bytes after the last whole word
};

}  // namespace slipflow
