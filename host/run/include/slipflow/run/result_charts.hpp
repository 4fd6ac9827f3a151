// Charts of the tables that a run has written.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "slipflow/drawing/image_format.hpp"
#include "slipflow/methods/problem.hpp"
#include "slipflow/output/frame_fields.hpp"

namespace slipflow::run {

/// A chart and the stem of its name: "forces".
struct ResultChart {
  std::string name;
  std::string bytes;
  std::string title{};  ///< for people: "square: drag coefficient"
};

/// At most `most` of the frames, evenly, with the first and the last one; of one, the last.
std::vector<output::ListedFrame> some_of(const std::vector<output::ListedFrame>& frames,
                                         std::size_t most);

/// How charts look.
struct ChartOptions {
  drawing::ImageFormat format = drawing::ImageFormat::png;
  std::size_t most_panels = 12;  ///< of a chart
  double letters = 1;            ///< drawing::ChartStyle::letters
  bool titled = true;
};

/// Of history.csv, the residuals and the rest; of forces.csv and the other tables over time, of
/// probes. Tables that are not there have no chart. Throws Error(bad_input) for a damaged one.
std::vector<ResultChart> charts_over_time(const methods::Problem& problem,
                                          const std::filesystem::path& results,
                                          const ChartOptions& options);

/// The charts of each profile of the case: its fields along the line, at a few times.
std::vector<ResultChart> charts_of_profiles(const methods::Problem& problem,
                                            const std::filesystem::path& results,
                                            const ChartOptions& options);

/// The values along each wall at its last output; none unless the case has output.walls.
std::vector<ResultChart> charts_of_walls(const methods::Problem& problem,
                                         const std::filesystem::path& results,
                                         const ChartOptions& options);

}  // namespace slipflow::run
