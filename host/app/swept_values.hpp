// The values of a sweep, from --over, and the jobs that they make.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace slipflow::app {

/// Most jobs of a sweep.
constexpr std::size_t kMostJobs = 1000;

/// A key of the case and the values it takes, as --set takes them.
struct SweptKey {
  std::string key;
  std::vector<std::string> values;
};

/// A run of the sweep: its value of each key, in their order.
struct SweepJob {
  std::string name;  ///< of its folder, made from the values
  std::vector<std::pair<std::string, std::string>> values;
};

/// The text of one --over: KEY=V1,V2,.. or, for values with commas, KEY=V1;V2;.., or
/// KEY=FIRST:LAST:COUNT, which may be followed by a blank and a unit. First and last value are
/// as written. Throws Error(bad_input).
SweptKey swept_key_from(const std::string& text);

/// The jobs with all combinations of the values, the last key changing fastest, or with the first
/// values of all keys, the second values, and so on. Throws Error(bad_input) for keys or jobs given
/// twice, more than kMostJobs, and for lists of several lengths that are to be zipped.
std::vector<SweepJob> sweep_jobs(const std::vector<SweptKey>& keys, bool zip);

}  // namespace slipflow::app
