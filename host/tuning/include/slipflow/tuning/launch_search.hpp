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

/// What there is to choose from with one kernel set.
struct KernelSpace {
  setup::KernelSet kernels;
  std::vector<int> work_group_sizes;   ///< possible ones, ascending; empty: the set cannot run
  int usual_size = 0;                  ///< the model's choice among them
  std::function<int(int)> usual_rows;  ///< and its rows for a size
  int fewest_rows = 1;
  int most_rows = 1;  ///< all of a column of nodes, unless it is the same
};

/// A launch that was timed.
struct Trial {
  LaunchChoice launch;
  std::vector<double> seconds;  ///< per inner iteration, each time it was timed
  std::string refusal;          ///< why it cannot be taken; empty: it can
  /// The shortest time: what else a machine does only adds to it. Infinite when refused.
  double best() const;
};

/// What timing a launch gives: the launch as it was run, without rows where there are no
/// sub-domains, and its time. Throws Error for one that cannot run, or computes something else.
struct Timing {
  LaunchChoice launch;
  double seconds;
};

/// What the search needs from outside.
struct SearchTools {
  /// Times a launch; it may be rough with one that takes longer than `give_up_above` seconds.
  std::function<Timing(const LaunchChoice&, double give_up_above)> time;
  /// Seconds since the search began.
  std::function<double()> elapsed;
  /// Told of each trial when it has been timed for the first time; may be empty.
  std::function<void(const Trial&)> tried;
};

/// What was found.
struct SearchResult {
  std::vector<Trial> trials;  ///< as they were made; the first is the model's choice
  std::size_t best = 0;       ///< index of the fastest
  bool complete = true;       ///< false: the time was over before all was tried
  /// How much longer the model's choice takes than the best, as a part of it.
  double model_excess() const { return trials[0].best() / trials[best].best() - 1; }
};

/// Searches `spaces`, the model's kernel set first, for about `seconds`: skips a trial that would
/// take longer by the costs so far. From the model's choice it varies rows and work-group size
/// while times do not get much worse, first in large steps, then in smaller ones, and times the
/// fastest few again alternately. The same times give the same search. Throws the Error of the
/// model's choice when that cannot run.
SearchResult search_launches(const std::vector<KernelSpace>& spaces, double seconds,
                             const SearchTools& tools);

}  // namespace slipflow::tuning
