// The search for the fastest launch, apart from how a launch is timed.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "slipflow/setup/controls.hpp"

namespace slipflow::tuning {

/// A way to launch the kernels.
struct LaunchChoice {
  setup::KernelSet kernels = setup::KernelSet::automatic;
  int work_group_size = 0;
  int rows = 0;  ///< of a sub-domain; 0: the kernel set has none
  bool operator==(const LaunchChoice&) const = default;
};

/// The possible launches of one kernel set.
struct KernelSpace {
  setup::KernelSet kernels;
  std::vector<int> work_group_sizes;   ///< possible ones, ascending; empty: the set cannot run
  int usual_size = 0;                  ///< the model's choice among them
  std::function<int(int)> usual_rows;  ///< rows of the model's choice for a size
  int fewest_rows = 1;
  int most_rows = 1;  ///< a whole column, or fewest_rows if rows are given
};

/// A launch that was timed.
struct Trial {
  LaunchChoice launch;
  std::vector<double> seconds;  ///< per inner iteration, each time it was timed
  std::string refusal;          ///< why it cannot be taken; empty: it can
  /// The shortest time, as other programs only add to times. Infinite when refused.
  double best() const;
};

/// Result of timing a launch: the launch that ran (rows 0 without sub-domains) and its time.
struct Timing {
  LaunchChoice launch;
  double seconds;
};

/// Functions that the search calls.
struct SearchTools {
  /// Times a launch, roughly if it takes longer than `give_up_above` seconds. Throws Error for one
  /// that cannot run, or that computes another state.
  std::function<Timing(const LaunchChoice&, double give_up_above)> time;
  /// Seconds since the search began.
  std::function<double()> elapsed;
  /// Told of each trial when it has been timed for the first time; may be empty.
  std::function<void(const Trial&)> tried;
};

/// The result of a search.
struct SearchResult {
  std::vector<Trial> trials;  ///< as they were made; the first is the model's choice
  std::size_t best = 0;       ///< index of the fastest
  bool complete = true;       ///< false: the time was over before all was tried
  /// Additional time of the model's choice, relative to the best.
  double model_excess() const { return trials[0].best() / trials[best].best() - 1; }
};

/// Searches `spaces`, the model's kernel set first, for about `seconds`: it skips a trial that
/// would exceed them, by the costs so far. From the model's choice it varies rows and work-group
/// size while times do not get much worse, first in large steps, then in smaller ones, and times
/// the fastest few again alternately. The same times give the same search. Throws the Error of the
/// model's choice when that cannot run.
SearchResult search_launches(const std::vector<KernelSpace>& spaces, double seconds,
                             const SearchTools& tools);

}  // namespace slipflow::tuning
