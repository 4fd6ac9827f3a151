#include "slipflow/support/old_checksum.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace slipflow {

namespace {
constexpr std::size_t kWord = 8;

// A bijection of the hash for each word and of the word for each hash; the rotation brings the
// highest bits to where the multiplication spreads them.
std::uint64_t mixed(std::uint64_t hash, const char* word) {
  std::uint64_t w = 0;
  std::memcpy(&w, word, kWord);
  return (std::rotl(hash, 29) ^ w) * 0xff51afd7ed558ccdu;
}
}  // namespace

void OldChecksum::add(std::string_view bytes) {
  const std::size_t held = length_ % kWord;
  length_ += bytes.size();
  if (held + bytes.size() < kWord) {
    std::copy(bytes.begin(), bytes.end(), rest_ + held);
    return;
  }
  if (held > 0) {
    const std::size_t missing = kWord - held;
    std::copy_n(bytes.begin(), missing, rest_ + held);
    hash_ = mixed(hash_, rest_);
    bytes.remove_prefix(missing);
  }
  std::uint64_t hash = hash_;
  for (; bytes.size() >= kWord; bytes.remove_prefix(kWord)) hash = mixed(hash, bytes.data());
  hash_ = hash;
  std::copy(bytes.begin(), bytes.end(), rest_);
}

std::uint64_t OldChecksum::value() const {
  char last[kWord] = {};
  std::copy_n(rest_, length_ % kWord, last);
  char length[kWord];
  std::memcpy(length, &length_, kWord);
  const std::uint64_t hash = mixed(mixed(hash_, last), length);
  return hash ^ (hash >> 32);
}

}  // namespace slipflow
