#include "slipflow/bench/tune.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "plan.hpp"
#include "slipflow/bench/stopwatch.hpp"
#include "slipflow/simple_ts/compare.hpp"
#include "slipflow/simple_ts/host_context.hpp"
#include "slipflow/simple_ts/simulation.hpp"
#include "slipflow/simple_ts/tuned_launches.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::bench {

namespace {
using setup::KernelSet;
using simple_ts::Backend;
using simple_ts::Case;
using simple_ts::OpenClOptions;
using simple_ts::State;

constexpr double kSecondsPerRepeat = 0.08;
constexpr int kMostPasses = 2000;
// Devices raise their clock frequency only after some work.
constexpr double kFirstWarmUp = 0.5, kWarmUp = 0.08;

// The longer a pass, the less it needs to be repeated to be told from another.
int repeats_of(double seconds_per_pass) {
  return seconds_per_pass > 1 ? 0 : seconds_per_pass > 0.3 ? 1 : 3;
}

OpenClOptions options_of(const LaunchChoice& launch, bool parity) {
  OpenClOptions options{parity, launch.kernels, launch.work_group_size, launch.rows};
  options.measures = false;  // a run builds those once, whatever the launch
  return options;
}

double time_step_of(const Case& c, const State& start) {
  if (c.time.step) return *c.time.step;
  const simple_ts::HostContext host(c);
  const auto limits = simple_ts::measure_step_limits(host.view(start, start, 1.0));
  return simple_ts::courant_time_step(c, limits);
}

// Times launches of one case on one device, in one context: PoCL takes a third of a second to
// prepare each for compiling.
class LaunchTimer {
 public:
  // The first launch, the model's choice, `may_shrink` to work-groups that the kernels allow.
  LaunchTimer(const Case& c, const opencl::Device& device, bool parity, bool may_shrink)
      : case_(c),
        queue_(device),
        parity_(parity),
        may_shrink_(may_shrink),
        start_(simple_ts::initial_state(c)),
        dt_(time_step_of(c, start_)) {}

  Timing time(const LaunchChoice& launch, double give_up_above) {
    auto options = options_of(launch, parity_);
    options.may_shrink = may_shrink_ && !expected_;
    if (const auto reason = obstacle(case_, queue_.device); !reason.empty())
      throw Error(ExitStatus::no_device, reason);
    const auto backend = simple_ts::make_opencl_backend(case_, queue_, options);
    backend->upload(start_);
    backend->begin_time_step(dt_);
    backend->advance_inner_iteration();
    check(backend->download());
    double seconds =
        seconds_per_pass(*backend, give_up_above, [&] { backend->advance_inner_iteration(); });
    if (case_.scheme.explicit_convection && seconds <= give_up_above)
      seconds += seconds_per_pass(*backend, kIterationsPerStep * give_up_above,
                                  [&] { backend->begin_time_step(dt_); }) /
                 kIterationsPerStep;
    const auto info = backend->info();
    return {{info.kernels == "fused" ? KernelSet::fused : KernelSet::plain, info.work_group_size,
             info.rows},
            seconds};
  }

 private:
  // The first state is that of the model's choice.
  void check(const State& state) {
    if (!expected_) {
      if (!simple_ts::is_finite(state))
        throw Error(
            ExitStatus::diverged,
            fmt::format("nothing can be tuned: the state is not finite after the first inner "
                        "iteration with a time step of {:.3g}",
                        dt_));
      expected_ = state;
      return;
    }
    for (const auto& f : simple_ts::compare_states(case_, state, *expected_))
      if (!f.agrees(parity_, case_.run.precision))
        throw Error(ExitStatus::results_disagree,
                    fmt::format("it gives another {} than the model's choice", f.name));
  }

  template <class Pass>
  double seconds_per_pass(Backend& backend, double give_up_above, const Pass& pass) {
    const auto seconds_for = [&](int passes) {
      return seconds_of([&] {
        for (int n = 0; n < passes; ++n) pass();
        backend.finish();
      });
    };
    const double once = seconds_for(1);
    const double warm_up = std::exchange(warm_up_, kWarmUp);
    if (once > give_up_above) return once;
    const int passes =
        static_cast<int>(std::clamp(std::ceil(kSecondsPerRepeat / once), 1.0, double{kMostPasses}));
    for (double spent = once; spent < warm_up;) spent += seconds_for(passes);
    double best = once;
    for (int r = 0; r < repeats_of(once); ++r) best = std::min(best, seconds_for(passes) / passes);
    return best;
  }

  const Case& case_;
  opencl::Queue queue_;
  const bool parity_, may_shrink_;
  const State start_;
  const double dt_;
  std::optional<State> expected_;  // after one iteration
  double warm_up_ = kFirstWarmUp;
};

// Powers of two that the device can run with these kernels.
std::vector<int> sizes_for(const Case& c, const opencl::Device& device, KernelSet kernels) {
  std::vector<int> sizes;
  for (int size = 8; size <= 1024; size *= 2) {
    try {
      simple_ts::resolve_options(c, device, {false, kernels, size, 1});
      sizes.push_back(size);
    } catch (const Error&) {
      // Not possible.
    }
  }
  return sizes;
}

KernelSpace space_of(const Case& c, const opencl::Device& device, const OpenClOptions& given,
                     KernelSet kernels) {
  KernelSpace space;
  space.kernels = kernels;
  space.work_group_sizes = sizes_for(c, device, kernels);
  if (given.work_group_size)
    std::erase_if(space.work_group_sizes, [&](int size) { return size != given.work_group_size; });
  if (space.work_group_sizes.empty()) return space;
  const auto resolved = [&c, device, given, kernels](int size) {
    return simple_ts::resolve_options(c, device, {given.parity, kernels, size, given.rows});
  };
  space.usual_size = resolved(given.work_group_size).work_group_size;
  space.usual_rows = [resolved](int size) { return resolved(size).rows; };
  space.fewest_rows = given.rows ? given.rows : 1;
  // Nothing is higher than the mesh with the faces of its far side.
  space.most_rows = given.rows ? given.rows : c.mesh.y.cells() + !c.periodic_y();
  return space;
}

std::vector<KernelSpace> spaces_for(const Case& c, const opencl::Device& device,
                                    const OpenClOptions& given) {
  const KernelSet usual = simple_ts::resolve_options(c, device, given).kernels;
  std::vector<KernelSpace> spaces = {space_of(c, device, given, usual)};
  const KernelSet other = usual == KernelSet::fused ? KernelSet::plain : KernelSet::fused;
  if (given.kernels == KernelSet::automatic) spaces.push_back(space_of(c, device, given, other));
  return spaces;
}

std::string text_of(const LaunchChoice& launch) {
  return fmt::format("{} kernels, work-groups of {}{}", setup::name_of(launch.kernels),
                     launch.work_group_size,
                     launch.rows ? fmt::format(", {} rows", launch.rows) : "");
}
}  // namespace

SearchResult tune(const Case& c, const opencl::Device& device, const OpenClOptions& given,
                  double seconds, const std::function<double()>& elapsed,
                  const TuneEvents& events) {
  LaunchTimer timer(c, device, given.parity, given.work_group_size == 0);
  SearchTools tools;
  tools.elapsed = elapsed;
  tools.tried = events.tried;
  tools.time = [&](const LaunchChoice& launch, double give_up_above) {
    if (events.stage) events.stage({text_of(launch)});
    return timer.time(launch, give_up_above);
  };
  return search_launches(spaces_for(c, device, given), seconds, tools);
}

}  // namespace slipflow::bench
