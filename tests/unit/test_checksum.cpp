// Checksums: the values that files have, and the damage that they show.
#include <doctest/doctest.h>

#include <string>

#include "slipflow/support/checksum.hpp"

namespace test_checksum {

using slipflow::Checksum;
using slipflow::checksum_of;
using slipflow::ChecksumKind;

namespace {
std::string some_bytes(int count) {
  std::string bytes;
  for (int k = 0; k < count; ++k) bytes += static_cast<char>(37 * k);
  return bytes;
}

std::uint64_t in_pieces(const std::string& text, std::size_t piece, ChecksumKind kind) {
  Checksum checksum(kind);
  for (std::size_t at = 0; at < text.size(); at += piece) checksum.add(text.substr(at, piece));
  return checksum.value();
}

void check_damage(ChecksumKind kind) {
  const auto bytes = some_bytes(300);
  const auto whole = in_pieces(bytes, bytes.size(), kind);
  for (std::size_t piece = 1; piece < 30; ++piece) CHECK(in_pieces(bytes, piece, kind) == whole);
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    auto other = bytes;
    other[bit / 8] = static_cast<char>(other[bit / 8] ^ (1 << bit % 8));
    CHECK(in_pieces(other, 7, kind) != whole);
  }
  CHECK(in_pieces(bytes + '\0', 8, kind) != whole);
  // The signs of two numbers, the highest bits of their words.
  auto other = bytes;
  other[7] = static_cast<char>(other[7] ^ 0x80);
  other[15] = static_cast<char>(other[15] ^ 0x80);
  CHECK(in_pieces(other, 8, kind) != whole);
}
}  // namespace

TEST_CASE("a checksum does not depend on the pieces, but on every bit and on the length") {
  check_damage(ChecksumKind::xxh3);
  check_damage(ChecksumKind::old);
}

TEST_CASE("checksums have the values that files have: of XXH3, and of earlier versions") {
  CHECK(Checksum().value() == 0x2d06800538d394c2);
  CHECK(Checksum(ChecksumKind::old).value() == 0x945a43477d92f356);
  for (const int count : {0, 3, 16, 100, 300, 5000}) {
    const auto bytes = some_bytes(count);
    CHECK(checksum_of(bytes) == in_pieces(bytes, 11, ChecksumKind::xxh3));
    CHECK(checksum_of(bytes) != in_pieces(bytes, 11, ChecksumKind::old));
  }
}

TEST_CASE("a copy of a checksum takes bytes of its own") {
  for (const auto kind : {ChecksumKind::xxh3, ChecksumKind::old}) {
    Checksum first(kind), copy(kind);
    first.add("some");
    copy = first;
    Checksum other(copy);
    first.add(" bytes");
    copy.add(" words");
    CHECK(other.value() == in_pieces("some", 9, kind));
    CHECK(copy.value() == in_pieces("some words", 9, kind));
    CHECK(first.value() == in_pieces("some bytes", 9, kind));
  }
}

}  // namespace test_checksum
