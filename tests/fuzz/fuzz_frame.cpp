// Any bytes as a frame and as a list of frames: refused in one sentence, or as many values as the
// mesh has cells, and a list in order.
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "fuzzing.hpp"
#include "slipflow/output/frame_fields.hpp"
#include "slipflow/output/frame_file.hpp"

namespace {
namespace fs = std::filesystem;
using namespace slipflow::output;

/// A folder of its own: VTK reads files only, and lists of frames have one name.
const fs::path& folder() {
  static const fs::path path =
      fs::temp_directory_path() / fmt::format("slipflow-fuzz-{}", getpid());
  return path;
}

void check_frame(const Frame& frame) {
  fuzzing::require(frame.x.size() > 1 && frame.y.size() > 1, "a frame without cells");
  const std::size_t cells = (frame.x.size() - 1) * (frame.y.size() - 1);
  fuzzing::require(frame.hidden.size() == cells, "other cells than the mesh has");
  for (const auto& [name, values] : frame.fields)
    fuzzing::require(values.size() == cells, "a field of another size");
}

void check_list(const std::vector<ListedFrame>& frames) {
  for (std::size_t k = 0; k < frames.size(); ++k)
    fuzzing::require(
        std::isfinite(frames[k].time) && (k == 0 || frames[k - 1].number <= frames[k].number),
        "a list without order or times");
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fs::create_directories(folder());
  const auto frame = folder() / "frame.vtr", list = folder() / "fields.pvd";
  for (const auto& file : {frame, list})
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  fuzzing::read_or_refuse([&] { check_frame(read_frame(frame)); });
  for (const std::size_t cells : {1, 4, 1000})
    fuzzing::read_or_refuse([&] {
      const auto fields = read_frame_fields(frame, {"p"}, cells);
      fuzzing::require(fields.size() == 1 && fields[0].size() == cells, "a field of another size");
    });
  fuzzing::read_or_refuse([&] { check_list(listed_frames(folder())); });
  fs::remove_all(folder());
  return 0;
}
