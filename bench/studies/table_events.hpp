// What a benchmark that fills one table tells while it runs.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace slipflow::bench::studies {

/// An exception from one of them ends the benchmark.
struct TableEvents {
  /// Completed fraction of all work, 0 to 1, and the current activity.
  std::function<void(double part, const std::vector<std::string>& what)> stage;
  /// Lines for the screen. The report has the results that they show.
  std::function<void(const std::string& lines)> say;

  /// Reports a stage of a job whose parts take equally long.
  void stage_of(std::size_t done, std::size_t all, const std::vector<std::string>& what) const {
    stage(static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(all, 1)), what);
  }
};

}  // namespace slipflow::bench::studies
