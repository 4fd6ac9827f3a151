// Detecting damage in stored data.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

struct XXH3_state_s;  // of xxhash

namespace slipflow {

/// A checksum of bytes that come in pieces, XXH3 with 64 bits; how they are cut into pieces does
/// not matter. It detects damage, not an attack.
class Checksum {
 public:
  Checksum();
  Checksum(const Checksum& other);
  Checksum& operator=(const Checksum& other);
  ~Checksum() = default;
  void add(std::string_view bytes);
  std::uint64_t value() const;

 private:
  struct Free {
    void operator()(XXH3_state_s* state) const;
  };
  std::unique_ptr<XXH3_state_s, Free> state_;  // copied with its contents
};

/// The checksum of bytes in one piece.
std::uint64_t checksum_of(std::string_view bytes);

}  // namespace slipflow
