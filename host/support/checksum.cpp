#include "slipflow/support/checksum.hpp"

#include <xxhash.h>

#include <new>

namespace slipflow {

void Checksum::Xxh3::Free::operator()(XXH3_state_s* state) const { XXH3_freeState(state); }

Checksum::Xxh3::Xxh3() : state_(XXH3_createState()) {
  if (!state_) throw std::bad_alloc();
  XXH3_64bits_reset(state_.get());
}

Checksum::Xxh3::Xxh3(const Xxh3& other) : Xxh3() { *this = other; }

Checksum::Xxh3& Checksum::Xxh3::operator=(const Xxh3& other) {
  if (this != &other) XXH3_copyState(state_.get(), other.state_.get());
  return *this;
}

void Checksum::Xxh3::add(std::string_view bytes) {
  XXH3_64bits_update(state_.get(), bytes.data(), bytes.size());
}

std::uint64_t Checksum::Xxh3::value() const { return XXH3_64bits_digest(state_.get()); }

Checksum::Checksum(ChecksumKind kind) {
  if (kind == ChecksumKind::old) state_.emplace<OldChecksum>();
}

void Checksum::add(std::string_view bytes) {
  std::visit([&](auto& state) { state.add(bytes); }, state_);
}

std::uint64_t Checksum::value() const {
  return std::visit([](const auto& state) { return state.value(); }, state_);
}

std::uint64_t checksum_of(std::string_view bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace slipflow
