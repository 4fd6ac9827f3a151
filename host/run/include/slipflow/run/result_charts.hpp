// Charts of the tables that a run has written.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "slipflow/drawing/image_format.hpp"
#include "slipflow/methods/problem.hpp"

namespace slipflow::run {

/// A chart and the stem of its name: "forces".
struct ResultChart {
  std::string name;
  std::string bytes;
};

/// Of history.csv, the residuals and the rest; of forces.csv and the other tables over time, of
/// probes. Columns that never change are left out. Tables that are not there have no chart. Throws
/// Error(bad_input) for a damaged one.
std::vector<ResultChart> charts_over_time(const methods::Problem& problem,
                                          const std::filesystem::path& results,
                                          drawing::ImageFormat format);

/// The charts of each profile of the case: its fields along the line, at a few times.
std::vector<ResultChart> charts_of_profiles(const methods::Problem& problem,
                                            const std::filesystem::path& results,
                                            drawing::ImageFormat format);

}  // namespace slipflow::run
