// Detecting damage in stored data.
#pragma once

#include <cstdint>
#include <string_view>

namespace slipflow {

/// A checksum of bytes that come in pieces; how they are cut into pieces does not matter. One
/// changed word of eight bytes always changes it, other changes almost always do. It detects
/// damage, not an attack.
class Checksum {
 public:
  void add(std::string_view bytes);
  std::uint64_t value() const;

 private:
  std::uint64_t hash_ = 0x9e3779b97f4a7c15u;
  std::uint64_t length_ = 0;
  char rest_[8] = {};  // the bytes after the last whole word
};

}  // namespace slipflow
