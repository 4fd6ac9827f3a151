// Checksums: the values that files have, and the damage that they show.
#include <doctest/doctest.h>

#include <string>

#include "slipflow/support/checksum.hpp"

namespace test_checksum {

using slipflow::Checksum;
using slipflow::checksum_of;

namespace {
std::string some_bytes(int count) {
  std::string bytes;
  for (int k = 0; k < count; ++k) bytes += static_cast<char>(37 * k);
  return bytes;
}

std::uint64_t in_pieces(const std::string& text, std::size_t piece) {
  Checksum checksum;
  for (std::size_t at = 0; at < text.size(); at += piece) checksum.add(text.substr(at, piece));
  return checksum.value();
}
}  // namespace

TEST_CASE("a checksum does not depend on the pieces, but on every bit and on the length") {
  const auto bytes = some_bytes(300);
  const auto whole = in_pieces(bytes, bytes.size());
  for (std::size_t piece = 1; piece < 30; ++piece) CHECK(in_pieces(bytes, piece) == whole);
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    auto other = bytes;
    other[bit / 8] = static_cast<char>(other[bit / 8] ^ (1 << bit % 8));
    CHECK(in_pieces(other, 7) != whole);
  }
  CHECK(in_pieces(bytes + '\0', 8) != whole);
  // The signs of two numbers, the highest bits of their words.
  auto other = bytes;
  other[7] = static_cast<char>(other[7] ^ 0x80);
  other[15] = static_cast<char>(other[15] ^ 0x80);
  CHECK(in_pieces(other, 8) != whole);
}

TEST_CASE("checksums have the values that files have: those of XXH3") {
  CHECK(Checksum().value() == 0x2d06800538d394c2);
  for (const int count : {0, 3, 16, 100, 300, 5000}) {
    const auto bytes = some_bytes(count);
    CHECK(checksum_of(bytes) == in_pieces(bytes, 11));
  }
}

TEST_CASE("a copy of a checksum takes bytes of its own") {
  Checksum first, copy;
  first.add("some");
  copy = first;
  Checksum other(copy);
  first.add(" bytes");
  copy.add(" words");
  CHECK(other.value() == in_pieces("some", 9));
  CHECK(copy.value() == in_pieces("some words", 9));
  CHECK(first.value() == in_pieces("some bytes", 9));
}

}  // namespace test_checksum
