// What a benchmark that fills one table tells while it runs.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace slipflow::bench {

/// An exception from one of them ends the benchmark.
struct TableEvents {
  /// Completed fraction of all work, 0 to 1, and the current activity.
  std::function<void(double part, const std::vector<std::string>& what)> stage;
  /// Lines for the screen. The report has the results that they show.
  std::function<void(const std::string& lines)> say;
};

}  // namespace slipflow::bench
