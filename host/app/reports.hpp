// Reports on finished results, pages in HTML.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "slipflow/run/picture_series.hpp"

namespace slipflow::app {

/// The report on a run: the case and its validity, pictures over time, forces, residuals, balances,
/// wall data, device and speed, how to repeat it, what to cite. Throws Error(bad_input) for results
/// that are damaged or are none.
std::string report_of_run(const std::filesystem::path& results);

/// The report on a sweep, a folder with sweep.json: its table, curves over the swept keys, the last
/// picture of each job. Throws Error(bad_input) as report_of_run does.
std::string report_of_sweep(const std::filesystem::path& folder);

/// A picture, and its name in a folder of results, "pictures/p_000012.png".
struct NamedPicture {
  std::string name;
  std::string bytes;  ///< of a PNG file
};

/// The pictures of a frame.
struct FramePictures {
  output::ListedFrame frame;
  std::vector<NamedPicture> pictures;
};

/// The pictures of at most `most` frames, evenly with the first and the last one, of one the last:
/// those of the case or, if it has none, of the first field of its frames.
std::vector<FramePictures> pictures_of_run(const std::filesystem::path& results, std::size_t most,
                                           const run::PageStyle& page);

}  // namespace slipflow::app
