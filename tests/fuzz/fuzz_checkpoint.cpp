// Any bytes as a checkpoint: refused in one sentence, or read. As almost no change of a byte gets
// past a checksum, the same bytes are read again with the checksums of all blocks made right.
#include <cmath>
#include <cstring>
#include <sstream>

#include "fuzzing.hpp"
#include "slipflow/mesh/layout.hpp"
#include "slipflow/run/checkpoint_file.hpp"

namespace {
constexpr std::size_t kHeader = 16, kBeforeBytes = 16, kChecksum = 8;

// The checksum of a block, or of an array with rows of `row` bytes.
std::uint64_t checksum_of_block(std::string_view block, std::size_t row) {
  slipflow::Checksum checksum;
  checksum.add(block.substr(0, kBeforeBytes));
  const auto content = block.substr(kBeforeBytes);
  if (row == 0) checksum.add(content);
  for (std::size_t at = 0; row > 0 && at < content.size(); at += row) {
    slipflow::Checksum of_row;
    of_row.add(content.substr(at, row));
    const std::uint64_t value = of_row.value();
    checksum.add({reinterpret_cast<const char*>(&value), sizeof value});
  }
  return checksum.value();
}

// Bytes of a row of the array with this name, in a file whose rows have `cells` cells; 0: the block
// is no array.
std::size_t row_of(std::string_view name, std::uint64_t cells) {
  if (cells == 0 || cells > 1'000'000) return 0;
  if (name.starts_with("mean_") || name.starts_with("sq_")) return 8 * cells;
  const std::string word(name.substr(0, name.find('\0')));
  for (const char* field : {"u", "v", "T", "rho", "u_old", "v_old", "T_old", "rho_old"})
    if (word == field) return 8 * (cells + 2 * slipflow::mesh::kPad);
  return 0;
}

// Goes from block to block as long as their sizes stay within the file.
std::string with_right_checksums(std::string bytes) {
  std::uint64_t cells = 0;
  for (std::size_t at = kHeader; at + kBeforeBytes + kChecksum <= bytes.size();) {
    std::uint64_t size = 0;
    std::memcpy(&size, &bytes[at + 8], sizeof size);
    if (size > bytes.size() - at - kBeforeBytes - kChecksum) break;
    const std::size_t end = at + kBeforeBytes + size;
    const std::string_view block(&bytes[at], end - at);
    const std::uint64_t value = checksum_of_block(block, row_of(block.substr(0, 8), cells));
    if (block.starts_with("mesh") && size >= 16)
      std::memcpy(&cells, &bytes[at + kBeforeBytes + 8], sizeof cells);
    std::memcpy(&bytes[end], &value, sizeof value);
    at = end + kChecksum;
  }
  return bytes;
}

void read_as_checkpoint(const std::string& bytes) {
  std::istringstream in(bytes);
  const auto checkpoint = slipflow::run::read_checkpoint(in, "step.ckpt");
  // A run that resumes from it relies on this.
  fuzzing::require(checkpoint.mesh.cells[0] > 0 && checkpoint.mesh.cells[1] > 0, "no mesh");
  fuzzing::require(checkpoint.loop.step >= 0 && std::isfinite(checkpoint.loop.time), "no time");
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  fuzzing::read_or_refuse([&] { read_as_checkpoint(bytes); });
  fuzzing::read_or_refuse([&] { read_as_checkpoint(with_right_checksums(bytes)); });
  return 0;
}
