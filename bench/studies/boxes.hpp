// Boxes of seven-point systems, and those that were left out of a report.
#pragma once

#include <string>
#include <vector>

#include "report_head.hpp"
#include "slipflow/linear_solvers/stencil7.hpp"

namespace slipflow::bench::studies {

/// A box that was not measured.
struct SkippedBox {
  linear_solvers::Box7 box;
  std::string reason;
};

/// As in --mesh.
std::string name_of(const linear_solvers::Box7& box);
/// On the screen.
std::string skipped_line(const SkippedBox& skipped);
/// Below the table of a page.
std::string lines_of(const std::vector<SkippedBox>& skipped);
/// A report with its results and the boxes that were skipped.
output::Json json_of(const ReportHead& head, const output::Json& results,
                     const std::vector<SkippedBox>& skipped);

}  // namespace slipflow::bench::studies
