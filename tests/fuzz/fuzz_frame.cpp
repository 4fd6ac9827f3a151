// Any bytes as a frame: refused in one sentence, or as many values as its mesh has cells.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "fuzzing.hpp"
#include "slipflow/output/frame_file.hpp"

namespace {
/// VTK reads files only.
const std::string& file_name() {
  static const std::string name = fmt::format(
      "{}/slipflow-fuzz-{}.vtr", std::filesystem::temp_directory_path().string(), getpid());
  return name;
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::ofstream(file_name(), std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  fuzzing::read_or_refuse([&] {
    const auto frame = slipflow::output::read_frame(file_name());
    fuzzing::require(frame.x.size() > 1 && frame.y.size() > 1, "a frame without cells");
    const std::size_t cells = (frame.x.size() - 1) * (frame.y.size() - 1);
    fuzzing::require(frame.hidden.size() == cells, "other cells than the mesh has");
    for (const auto& [name, values] : frame.fields)
      fuzzing::require(values.size() == cells, "a field of another size");
  });
  std::filesystem::remove(file_name());
  return 0;
}
