// Progress of a run: one live line on a terminal, a plain line now and then elsewhere.
#pragma once

#include <chrono>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/support/log.hpp"

namespace slipflow {

/// "7 s", "1:05", "2:00:05".
std::string duration_text(double seconds);

/// What a progress line shows.
struct ProgressReport {
  double fraction = 0;  ///< of the run, 0 to 1; negative when the end is not known
  const char* time_name = "t";
  double time = 0;
  double end = 0;  ///< 0 when not known
  long step = 0;
  double cell_updates = 0;  ///< cells x inner iterations since this part of the run began
  double inner_per_step = 0;
  double largest_residual = 0;
  double steady = 0;       ///< the run ends when change_rate is below it; 0 when that is off
  double change_rate = 0;  ///< as far as known, else nan
  /// Expected until change_rate is below steady; nan as long as that is not known. Progress sets
  /// it.
  double seconds_to_steady = std::numeric_limits<double>::quiet_NaN();
  bool shows_time_to_go = true;  ///< where it is known; Progress sets it
};

/// Predicts when a decaying change rate falls below its limit: fits log(rate) by a straight line
/// over the later half of the time, as the first changes decay faster than the last ones.
class SteadyForecast {
 public:
  /// A change rate, `seconds` after the beginning. Non-positive and non-finite ones are left out.
  void add(double seconds, double change_rate);
  /// Seconds from the last change rate until `limit`; 0 if it is reached, nan with fewer than five
  /// change rates in the later half or if they do not decay.
  double seconds_to(double limit) const;

 private:
  struct Sample {
    double seconds;
    double log_rate;
  };
  std::vector<Sample> samples_;  // at most kMostSamples: then every second one is dropped
};

/// Judges estimates of the time to go by those that follow.
class EstimateJudge {
 public:
  /// Takes the seconds to go, NaN if unknown, of a progress line at `seconds`. Returns whether all
  /// of the ten lines before had estimates that were right within a factor of 2, by this one.
  bool take(double seconds, double to_go);

 private:
  struct Estimate {
    double seconds, to_go;
  };
  std::deque<Estimate> last_;  // ten at most, without a gap
};

/// Prints progress at most a few times a second on a terminal, and every ten seconds elsewhere.
class Progress {
 public:
  explicit Progress(Log& log);
  void update(const ProgressReport& report);
  /// Shows other work than a run: the fraction that is done, and the tasks in progress, the
  /// most important first.
  void update(double fraction, std::vector<std::string> doing);
  /// Ends the live line, so that other output starts on a line of its own.
  void finish();
  /// The text of one report, with a bar of `bar_width` cells, 0 for none. What does not fit into
  /// `columns` is left out. Speed and time to go follow from the `seconds` since the report
  /// `first`; a steady flow may come before the end. Before 2 seconds and 10 steps have passed no
  /// time to go is shown.
  static std::string line(const ProgressReport& report, const ProgressReport& first, double seconds,
                          int bar_width, int columns = std::numeric_limits<int>::max());

 private:
  using Clock = std::chrono::steady_clock;
  /// The end of the first step, in which drivers still compile kernels, and when that was.
  struct First {
    ProgressReport report;
    Clock::time_point at;
  };
  template <class Line>
  void show(const Line& line_of);
  Log& log_;
  bool terminal_;
  bool live_ = false;
  std::optional<First> first_;
  SteadyForecast forecast_;
  EstimateJudge judge_;
  double last_change_rate_ = 0;  // that the forecast has
  Clock::time_point last_ = Clock::now();
};

}  // namespace slipflow
