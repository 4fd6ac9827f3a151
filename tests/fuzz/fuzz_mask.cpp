// Any bytes as a PNG: refused in one sentence, or as many pixels as it says.
#include "fuzzing.hpp"
#include "slipflow/mesh/mask.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  fuzzing::read_or_refuse([&] {
    const auto mask = slipflow::mesh::read_mask(bytes, "mask.png");
    fuzzing::require(mask.width > 0 && mask.height > 0, "a mask without pixels");
    fuzzing::require(mask.dark.size() == static_cast<std::size_t>(mask.width) * mask.height,
                     "a mask of another size");
  });
  return 0;
}
