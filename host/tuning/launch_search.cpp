#include "slipflow/tuning/launch_search.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "slipflow/support/error.hpp"

namespace slipflow::tuning {

namespace {
constexpr double kNever = std::numeric_limits<double>::infinity();
// A trial that takes this multiple of the best time is aborted, and a kernel set whose usual launch
// takes that long is not searched.
constexpr double kHopeless = 2;
// Along rows and sizes the search continues until a trial takes this multiple of the best time:
// times oscillate with the number of work-groups in the last wave.
constexpr double kWorseRows = 1.5, kWorseSize = 1.3;
// Fraction of the time reserved for the final rounds, which time the fastest candidates again:
// first all within this multiple of the best, then half as many in each round, and always the
// model's choice.
constexpr double kPartForFinals = 0.3, kClose = 1.3;
constexpr double kMostFinalists = 8;
constexpr int kFinalRounds = 4;
// A smaller relative difference is noise; the model's choice is then kept.
constexpr double kEqual = 0.01;
// Assumed cost of a launch whose program is not built yet, as a multiple of the slowest trial so
// far.
constexpr double kUnknownProgram = 2;

class Search {
 public:
  Search(const std::vector<KernelSpace>& spaces, double seconds, const SearchTools& tools)
      : spaces_(spaces), seconds_(seconds), tools_(tools) {}

  SearchResult run() {
    for (const KernelSpace& space : spaces_)
      if (!space.work_group_sizes.empty()) explore(space);
    auto finalists = fastest();
    for (int round = 0; round < kFinalRounds && finalists.size() > 1; ++round) {
      if (!time_again(finalists)) break;
      keep_fastest(finalists, std::max<std::size_t>(finalists.size() / 2, 1));
    }
    result_.best = winner(finalists);
    return std::move(result_);
  }

 private:
  using Step = std::function<std::optional<LaunchChoice>(const LaunchChoice&)>;

  void explore(const KernelSpace& space) {
    const int rows = space.usual_rows(space.usual_size);
    const Trial* usual = attempt({space.kernels, space.usual_size, rows});
    if (!usual || usual->best() > kHopeless * best_of_all()) return;
    const bool has_rows = usual->launch.rows > 0;
    if (has_rows) {
      scan_rows(space, 2);
      scan_rows(space, 0.5);
    }
    scan_sizes(space);
    if (!has_rows) return;
    fan_out_rows(space, std::pow(2, 0.25), 3);
    scan_sizes(space);
    fan_out_rows(space, std::pow(2, 1.0 / 12), 2);
  }

  void scan_rows(const KernelSpace& space, double factor) {
    scan(space, kWorseRows, [&](LaunchChoice launch) -> std::optional<LaunchChoice> {
      const int rows = possible_rows(space, launch.rows * factor);
      if (rows == launch.rows) return std::nullopt;
      launch.rows = rows;
      return launch;
    });
  }

  // At all sizes, the ratio of rows to the model's rows is that of the fastest launch.
  void scan_sizes(const KernelSpace& space) {
    const LaunchChoice from = best_with(space.kernels)->launch;
    for (const int direction : {1, -1})
      scan(space, kWorseSize,
           [&](const LaunchChoice& launch) { return next_size(space, launch, direction, from); });
  }

  // Rows around those of the fastest launch, whatever their times are.
  void fan_out_rows(const KernelSpace& space, double factor, int steps) {
    const LaunchChoice from = best_with(space.kernels)->launch;
    for (int k = 1; k <= steps; ++k)
      for (const int power : {k, -k}) {
        LaunchChoice launch = from;
        launch.rows = possible_rows(space, from.rows * std::pow(factor, power));
        attempt(launch);
      }
  }

  // Columns of nodes are cut into equal pieces, so several numbers of rows are the same launch.
  static int possible_rows(const KernelSpace& space, double wanted) {
    const int rows =
        std::clamp(static_cast<int>(std::lround(wanted)), space.fewest_rows, space.most_rows);
    if (space.fewest_rows == space.most_rows) return rows;
    const int pieces = (space.most_rows + rows - 1) / rows;
    return (space.most_rows + pieces - 1) / pieces;
  }

  // Steps from the fastest launch of the set until one takes `worse` times as long as the fastest.
  void scan(const KernelSpace& space, double worse, const Step& next) {
    LaunchChoice at = best_with(space.kernels)->launch;
    while (const auto to = next(at)) {
      Trial* const trial = attempt(*to);
      if (!trial) return;
      const auto is_too_slow = [&] {
        return trial->best() > worse * best_with(space.kernels)->best();
      };
      // Another program may have slowed this trial.
      if (is_too_slow() && trial->seconds.size() == 1) look_again(*trial);
      if (is_too_slow()) return;
      at = *to;
    }
  }

  void look_again(Trial& trial) {
    if (const auto seconds = timed_again(trial, exploring_until_, kHopeless * best_of_all()))
      trial.seconds.push_back(*seconds);
  }

  // None if no time is left for it, or if the launch fails this time.
  std::optional<double> timed_again(const Trial& trial, double until, double give_up_above) {
    if (!has_time_for(trial.launch, until)) return std::nullopt;
    try {
      return timed(trial.launch, give_up_above).seconds;
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  static std::optional<LaunchChoice> next_size(const KernelSpace& space, LaunchChoice launch,
                                               int direction, const LaunchChoice& from) {
    const auto& sizes = space.work_group_sizes;
    const auto here = std::find(sizes.begin(), sizes.end(), launch.work_group_size);
    if (here == (direction > 0 ? sizes.end() - 1 : sizes.begin())) return std::nullopt;
    launch.work_group_size = *(here + direction);
    if (launch.rows == 0) return launch;
    const double ratio = static_cast<double>(from.rows) / space.usual_rows(from.work_group_size);
    launch.rows = possible_rows(space, ratio * space.usual_rows(launch.work_group_size));
    return launch;
  }

  // The trial of this launch, made now if there is none yet; null if no time is left for it.
  Trial* attempt(const LaunchChoice& launch) {
    for (Trial& t : result_.trials)
      if (t.launch == launch) return &t;
    const bool first = result_.trials.empty();
    if (!first && !has_time_for(launch, exploring_until_)) {
      result_.complete = false;
      return nullptr;
    }
    Trial trial{launch, {}, ""};
    try {
      const Timing timing = timed(launch, kHopeless * best_of_all());
      trial = {timing.launch, {timing.seconds}, ""};
    } catch (const Error& error) {
      if (first) throw;
      trial.refusal = error.what();
    }
    // The fastest candidate is compared with the model's choice again, so time is reserved for
    // both.
    if (first) exploring_until_ = seconds_ - std::max(kPartForFinals * seconds_, 2 * highest_cost_);
    result_.trials.push_back(trial);
    if (tools_.tried) tools_.tried(trial);
    return &result_.trials.back();
  }

  Timing timed(const LaunchChoice& launch, double give_up_above) {
    const double begin = tools_.elapsed();
    // Notes the cost of a launch that fails, too.
    struct Noted {
      Search& search;
      LaunchChoice launch;
      double begin;
      ~Noted() {
        const double cost = search.tools_.elapsed() - begin;
        search.cost_[{launch.kernels, launch.work_group_size}] = cost;
        search.highest_cost_ = std::max(search.highest_cost_, cost);
      }
    } const noted{*this, launch, begin};
    return tools_.time(launch, give_up_above);
  }

  bool has_time_for(const LaunchChoice& launch, double until) const {
    const auto known = cost_.find({launch.kernels, launch.work_group_size});
    const bool known_kernels = std::any_of(cost_.begin(), cost_.end(), [&](const auto& entry) {
      return entry.first.first == launch.kernels;
    });
    const double cost = known != cost_.end()
                            ? known->second
                            : (known_kernels ? 1 : kUnknownProgram) * highest_cost_;
    return tools_.elapsed() + cost <= until;
  }

  std::vector<std::size_t> fastest() const {
    std::vector<std::size_t> close;
    for (std::size_t k = 0; k < result_.trials.size(); ++k)
      if (result_.trials[k].best() <= kClose * best_of_all()) close.push_back(k);
    const double possible = (seconds_ - tools_.elapsed()) / highest_cost_;
    keep_fastest(close, static_cast<std::size_t>(std::clamp(possible - 1, 1.0, kMostFinalists)));
    return close;
  }

  // Keeps the `count` fastest and the model's choice.
  void keep_fastest(std::vector<std::size_t>& finalists, std::size_t count) const {
    std::stable_sort(finalists.begin(), finalists.end(), [&](std::size_t a, std::size_t b) {
      return result_.trials[a].best() < result_.trials[b].best();
    });
    finalists.resize(std::min(count, finalists.size()));
    if (std::find(finalists.begin(), finalists.end(), 0u) == finalists.end())
      finalists.push_back(0);
  }

  // A round counts only as a whole: a launch timed more often is more likely to have a short time.
  bool time_again(const std::vector<std::size_t>& finalists) {
    std::vector<double> seconds;
    for (const std::size_t k : finalists) {
      const auto again = timed_again(result_.trials[k], seconds_, kNever);
      if (!again) return false;
      seconds.push_back(*again);
    }
    for (std::size_t n = 0; n < finalists.size(); ++n)
      result_.trials[finalists[n]].seconds.push_back(seconds[n]);
    return true;
  }

  std::size_t winner(const std::vector<std::size_t>& finalists) const {
    const auto& trials = result_.trials;
    const std::size_t best = *std::min_element(
        finalists.begin(), finalists.end(),
        [&](std::size_t a, std::size_t b) { return trials[a].best() < trials[b].best(); });
    return trials[0].best() <= (1 + kEqual) * trials[best].best() ? 0 : best;
  }

  double best_of_all() const {
    double best = kNever;
    for (const Trial& t : result_.trials) best = std::min(best, t.best());
    return best;
  }

  // Never null, as the usual launch of the set was tried first.
  const Trial* best_with(setup::KernelSet kernels) const {
    const Trial* best = nullptr;
    for (const Trial& t : result_.trials)
      if (t.launch.kernels == kernels && (!best || t.best() < best->best())) best = &t;
    return best;
  }

  const std::vector<KernelSpace>& spaces_;
  const double seconds_;
  const SearchTools& tools_;
  SearchResult result_;
  double exploring_until_ = 0;
  // Seconds of the last trial of each program, and of the longest trial of all.
  std::map<std::pair<setup::KernelSet, int>, double> cost_;
  double highest_cost_ = 0;
};
}  // namespace

double Trial::best() const {
  if (!refusal.empty() || seconds.empty()) return kNever;
  return *std::min_element(seconds.begin(), seconds.end());
}

SearchResult search_launches(const std::vector<KernelSpace>& spaces, double seconds,
                             const SearchTools& tools) {
  return Search(spaces, seconds, tools).run();
}

}  // namespace slipflow::tuning
