// Detecting damage in stored data.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <variant>

#include "slipflow/support/old_checksum.hpp"

struct XXH3_state_s;  // of xxhash

namespace slipflow {

/// What computes a checksum.
enum class ChecksumKind {
  xxh3,  ///< XXH3 with 64 bits, of xxhash
  old    ///< for what earlier versions have stored
};

/// A checksum of bytes that come in pieces; how they are cut into pieces does not matter. It
/// detects damage, not an attack.
class Checksum {
 public:
  explicit Checksum(ChecksumKind kind = ChecksumKind::xxh3);
  void add(std::string_view bytes);
  std::uint64_t value() const;

 private:
  /// The state of xxhash, which is copied with its contents.
  class Xxh3 {
   public:
    Xxh3();
    Xxh3(const Xxh3& other);
    Xxh3& operator=(const Xxh3& other);
    ~Xxh3() = default;
    void add(std::string_view bytes);
    std::uint64_t value() const;

   private:
    struct Free {
      void operator()(XXH3_state_s* state) const;
    };
    std::unique_ptr<XXH3_state_s, Free> state_;
  };
  std::variant<Xxh3, OldChecksum> state_;
};

/// The checksum of kind xxh3 of bytes in one piece.
std::uint64_t checksum_of(std::string_view bytes);

}  // namespace slipflow
