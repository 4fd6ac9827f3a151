// Fields read back from the results of a run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace slipflow::output {

/// The values of these fields, by cell, in a frame of any format that FieldSeries has written.
/// Other arrays are passed over. Throws Error(bad_input), one sentence that names the file.
std::vector<std::vector<double>> read_frame_fields(const std::filesystem::path& frame,
                                                   const std::vector<std::string>& names,
                                                   std::size_t cells);

/// A frame that fields.pvd lists.
struct ListedFrame {
  std::size_t number = 0;
  double time = 0;
};

/// The frames of a folder of results, in the order of their numbers. Throws Error(bad_input).
std::vector<ListedFrame> listed_frames(const std::filesystem::path& folder);

}  // namespace slipflow::output
