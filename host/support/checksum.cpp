#include "slipflow/support/checksum.hpp"

#include <xxhash.h>

#include <new>

namespace slipflow {

void Checksum::Free::operator()(XXH3_state_s* state) const { XXH3_freeState(state); }

Checksum::Checksum() : state_(XXH3_createState()) {
  if (!state_) throw std::bad_alloc();
  XXH3_64bits_reset(state_.get());
}

Checksum::Checksum(const Checksum& other) : Checksum() { *this = other; }

Checksum& Checksum::operator=(const Checksum& other) {
  if (this != &other) XXH3_copyState(state_.get(), other.state_.get());
  return *this;
}

void Checksum::add(std::string_view bytes) {
  XXH3_64bits_update(state_.get(), bytes.data(), bytes.size());
}

std::uint64_t Checksum::value() const { return XXH3_64bits_digest(state_.get()); }

std::uint64_t checksum_of(std::string_view bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace slipflow
