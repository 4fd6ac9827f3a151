// How far a run is: one live line on a terminal, a plain line now and then elsewhere.
#pragma once

#include <chrono>
#include <limits>
#include <string>
#include <vector>

#include "slipflow/support/log.hpp"

namespace slipflow {

/// What a progress line shows.
struct ProgressReport {
  double fraction = 0;  ///< of the run, 0 to 1; negative when the end is not known
  double fraction_before = 0;  ///< what an earlier part of the run had done
  double time = 0;
  double end = 0;  ///< 0 when not known
  long step = 0;
  double cell_updates = 0;  ///< so far: cells x inner iterations
  double inner_per_step = 0;
  double largest_residual = 0;
};

/// Prints progress at most a few times a second on a terminal, and every ten seconds elsewhere.
class Progress {
 public:
  explicit Progress(Log& log);
  void update(const ProgressReport& report);
  /// The same for work that is no run: the part that is done and what is being done, the most
  /// important first.
  void update(double fraction, std::vector<std::string> doing);
  /// Ends the live line, so that other output starts on a line of its own.
  void finish();
  /// The text of one report after so many seconds, with a bar of `bar_width` cells, 0 for none. What
  /// does not fit into `columns` is left out.
  static std::string line(const ProgressReport& report, double seconds, int bar_width,
                          int columns = std::numeric_limits<int>::max());

 private:
  using Clock = std::chrono::steady_clock;
  template <class Line>
  void show(const Line& line_of);
  Log& log_;
  bool terminal_;
  bool live_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_;
};

}  // namespace slipflow
