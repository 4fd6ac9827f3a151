// Any bytes as a checkpoint: refused in one sentence, or read. As almost no change of a byte gets
// past a checksum, the same bytes are read again with the checksums of all blocks made right.
#include <cmath>
#include <cstring>
#include <sstream>

#include "checkpoint.hpp"
#include "fuzzing.hpp"

namespace {
constexpr std::size_t kHeader = 16, kBeforeBytes = 16, kChecksum = 8;

// Goes from block to block as long as their sizes stay within the file.
std::string with_right_checksums(std::string bytes) {
  for (std::size_t at = kHeader; at + kBeforeBytes + kChecksum <= bytes.size();) {
    std::uint64_t size = 0;
    std::memcpy(&size, &bytes[at + 8], sizeof size);
    if (size > bytes.size() - at - kBeforeBytes - kChecksum) break;
    const std::size_t end = at + kBeforeBytes + size;
    slipflow::Checksum checksum;
    checksum.add({&bytes[at], end - at});
    const std::uint64_t value = checksum.value();
    std::memcpy(&bytes[end], &value, sizeof value);
    at = end + kChecksum;
  }
  return bytes;
}

void read_as_checkpoint(const std::string& bytes) {
  std::istringstream in(bytes);
  const auto checkpoint = slipflow::app::read_checkpoint(in, "step.ckpt");
  // What a run relies on that goes on from it.
  fuzzing::require(checkpoint.mesh.nx > 0 && checkpoint.mesh.ny > 0, "no mesh");
  fuzzing::require(checkpoint.loop.step >= 0 && std::isfinite(checkpoint.loop.time), "no time");
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  fuzzing::read_or_refuse([&] { read_as_checkpoint(bytes); });
  fuzzing::read_or_refuse([&] { read_as_checkpoint(with_right_checksums(bytes)); });
  return 0;
}
